import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { asStored, statement, type From as TableFrom } from '../engine/statement.ts'
import { keepRows, keepWhere } from '../ledger/history.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { ChangedPositions } from '../ledger/ledger-changes.ts'
import { type LedgerState, recordMeaning } from '../ledger/ledger-state.ts'
import { LOADED_PARTS } from '../ledger/load-state.ts'
import { MOVEMENT_COLUMNS, type MovementRow, movementRowOf } from '../ledger/movement-row.ts'
import { blockOf, chainKey, LOGS_PER_BLOCK } from '../ledger/place.ts'
import { keepUndone } from '../ledger/undone-events.ts'
import { takeBackHeads } from '../snapshot/stored-snapshots.ts'
import {
  API_ROWS,
  CONDITIONS,
  FILLS,
  FIRST_SIGNS,
  INCOME_DAYS,
  LEDGER_STATE,
  MOVEMENTS,
  PRICE_DAYS,
} from '../tables.ts'
import type { Conditions } from './conditions.ts'
import type { LatePositions } from './fold-batch.ts'
import { keepCloses, recomputeCloses } from './price-day-rows.ts'
import { addToScope, tokensOf, tradersOf } from './replay.ts'
import { createVolumeDayRows, roleOf } from './volume-day-rows.ts'
import { termsOfFills } from './whole-trade-rows.ts'

/** Effects of an undo besides the rows. */
export interface UndoOptions {
  conditions: Conditions
  /** The positions that must be folded again are added here. */
  late: LatePositions
  state: LedgerState
  /** Where the positions that undone events moved are noted. */
  changes: Pick<ChangedPositions, 'add'>
}

/** Stands for a place after every conversion: a question that was taken back counts again once it is prepared again. */
const NOT_PREPARED = Number.MAX_SAFE_INTEGER

interface UndoneFill {
  owner: number
  token: number
  time: number
}

/** The key of the first event that goes. */
interface From {
  first: number
}
const UNDONE_FILLS = statement((from, { first }: From) =>
  from(FILLS).select('owner_id as owner', 'token_id as token', 'time').where('key', '>=', first),
)
const UNDONE_MOVEMENTS = statement((from, { first }: From) =>
  from(MOVEMENTS)
    .select(...asStored(MOVEMENT_COLUMNS))
    .where('key', '>=', first),
)
const UNDONE_VOLUMES = statement((from, { first }: From) =>
  from(FILLS).select('token_id as token', 'usd', 'time', 'role').where('key', '>=', first),
)
/** Closes that undone fills set, by their tokens: a look at all prices would grow with the store. */
const closesOf = (from: TableFrom, { first, tokens }: From & { tokens: readonly number[] }) =>
  from(PRICE_DAYS).whereAnyOf('token_id', 'int', tokens).where('key', '>=', first)
const UNDONE_CLOSES = statement((from, undone: From & { tokens: readonly number[] }) =>
  closesOf(from, undone).select('token_id', 'day', 'time'),
)
const DROP_CLOSES = statement((from, undone: From & { tokens: readonly number[] }) =>
  closesOf(from, undone).delete(),
)
const DROP_FILLS = statement((from, { first }: From) => from(FILLS).where('key', '>=', first).delete())
const DROP_MOVEMENTS = statement((from, { first }: From) =>
  from(MOVEMENTS).where('key', '>=', first).delete(),
)
const DROP_ROWS = statement((from, { first }: From) => from(API_ROWS).where('key', '>=', first).delete())
const DROP_SIGNS = statement((from, { first }: From) => from(FIRST_SIGNS).where('key', '>=', first).delete())
const FORGET_LOADS = statement((from) => from(LOADED_PARTS).delete())
const FORGET_PAYOUTS = statement((from, { first }: From) =>
  from(CONDITIONS)
    .where('resolved_key', '>=', first)
    .update({ payouts: null, resolved_time: null, resolved_key: null }),
)
const FORGET_PREPARED = statement((from, { first }: From) =>
  from(CONDITIONS).where('prepared_key', '>=', first).update({ prepared_key: NOT_PREPARED }),
)
const COUNT_UNDO = statement((from) =>
  from(LEDGER_STATE)
    .where('id', 1)
    .update({ undone: from.raw('undone + 1') }),
)
const TAKE_INCOME = statement((from, given: { amount: number | null; owner: number | null; day: Day }) =>
  from(INCOME_DAYS)
    .where('trader_id', given.owner)
    .where('day', given.day)
    .update({ amount: from.raw('amount - ?', [given.amount]) }),
)
const DROP_NO_INCOME = statement((from) => from(INCOME_DAYS).where('amount', 0).delete())
const NEWEST_FILL = statement((from) =>
  from(FILLS).max('time as time').min('time as first').where('key', '<', 0),
)
const NEWEST_MOVEMENT = statement((from) =>
  from(MOVEMENTS).max('time as time').min('time as first').where('key', '<', 0),
)

const BLOCK = `key / ${LOGS_PER_BLOCK}`
const FILLS_BY_BLOCK = statement((from, { first }: From) =>
  from(FILLS)
    .select(from.raw<{ block: number }>(`${BLOCK} AS block`))
    .count('* as count')
    .where('key', '>=', first)
    .groupBy(from.raw(BLOCK)),
)
const MOVEMENTS_BY_BLOCK = statement((from, { first }: From) =>
  from(MOVEMENTS)
    .select(from.raw<{ block: number }>(`${BLOCK} AS block`))
    .count('* as count')
    .where('key', '>=', first)
    .groupBy(from.raw(BLOCK)),
)

/**
 * The blocks from which on events are taken back, newest first, each in a transaction of its own: nobody waits long, and the
 * ledger is that of an earlier block after each. The last one is the block itself.
 * @param atATime events of a step at most, but for those of one block
 */
export async function undoSteps(sql: Sql, block: number, atATime: number): Promise<number[]> {
  const first = chainKey(block, 0)
  const counts = [
    ...(await FILLS_BY_BLOCK.all(sql, { first })),
    ...(await MOVEMENTS_BY_BLOCK.all(sql, { first })),
  ]
  const steps: number[] = []
  let [lowest, events] = [block, 0]
  for (const { block: next, count } of counts.sort((a, b) => b.block - a.block)) {
    if (events > 0 && events + count > atATime && next < lowest) {
      steps.push(lowest)
      events = 0
    }
    lowest = next
    events += count
  }
  return [...steps, block]
}

/**
 * Takes the events of a block and of all after it out of the ledger: the chain took those blocks back.
 * @returns how many events went
 */
export async function undoBlocks(tx: Sql, block: number, options: UndoOptions): Promise<number> {
  const first = chainKey(block, 0)
  const fills = await UNDONE_FILLS.all(tx, { first })
  const rows = await UNDONE_MOVEMENTS.all(tx, { first })
  const movements = rows.map(movementRowOf)
  await addFolds(tx, fills, movements, options)
  await COUNT_UNDO.run(tx)
  await keepUndone(tx, first, termsOfFills)
  await takeBackHeads(tx, block)
  // Loads that were whole may no longer be.
  await FORGET_LOADS.run(tx)
  await undoVolumes(tx, first)
  await keepWhere(tx, CONDITIONS, { text: 'resolved_key >= ? OR prepared_key >= ?', values: [first, first] })
  for (const drop of [DROP_FILLS, DROP_MOVEMENTS, DROP_ROWS, DROP_SIGNS, FORGET_PAYOUTS])
    await drop.run(tx, { first })
  await recordMeaning(tx)
  await FORGET_PREPARED.run(tx, { first })
  await undoPrices(tx, first, fills)
  await undoIncome(tx, movements)
  await undoState(tx, options.state, fills.length, movements.length)
  options.conditions.forgetAll()
  return fills.length + movements.length
}

/** Every position that an undone event moved is folded again from the first undone day on. */
async function addFolds(
  tx: Sql,
  fills: readonly UndoneFill[],
  movements: readonly MovementRow[],
  { conditions, late, changes }: UndoOptions,
): Promise<void> {
  for (const time of [...fills, ...movements].map((event) => event.time))
    late.from = Math.min(late.from, dayOf(time))
  for (const fill of fills) {
    addToScope(late.scope, fill.token, fill.owner)
    changes.add(fill.token, fill.owner, fill.time)
  }
  await conditions.loadNamed(tx, movements)
  for (const row of movements) {
    for (const token of tokensOf(row, conditions)) {
      for (const trader of tradersOf(row)) {
        addToScope(late.scope, token, trader)
        changes.add(token, trader, row.time)
      }
    }
  }
}

async function undoPrices(tx: Sql, first: number, fills: readonly UndoneFill[]): Promise<void> {
  const undone = { first, tokens: [...new Set(fills.map(({ token }) => token))] }
  const gone = await UNDONE_CLOSES.all(tx, undone)
  await keepCloses(tx, gone)
  await DROP_CLOSES.run(tx, undone)
  await recomputeCloses(tx, gone)
}

/** Before the fills are deleted: their dollars are what is taken away. */
async function undoVolumes(tx: Sql, first: number): Promise<void> {
  const fills = await UNDONE_VOLUMES.all(tx, { first })
  const volumes = createVolumeDayRows()
  for (const fill of fills) volumes.remove({ ...fill, role: roleOf(fill.role) })
  await volumes.write(tx)
}

async function undoIncome(tx: Sql, movements: readonly MovementRow[]): Promise<void> {
  const income = movements.filter(({ kind }) => kind === 'INCOME')
  const keys = { trader_id: income.map(({ owner }) => owner), day: income.map(({ time }) => dayOf(time)) }
  await keepRows(tx, INCOME_DAYS, keys, income.length)
  for (const row of income)
    await TAKE_INCOME.run(tx, { amount: row.amount, owner: row.owner, day: dayOf(row.time) })
  await keepWhere(tx, INCOME_DAYS, { text: 'amount = 0', values: [] })
  await DROP_NO_INCOME.run(tx)
}

/** The newest event that is left: the chain's times rise with its keys, and rows of the Data API are few. */
async function undoState(tx: Sql, state: LedgerState, fills: number, movements: number): Promise<void> {
  state.fills -= fills
  state.movements -= movements
  const chain = await ledgerOf(tx).lastOfChain()
  const api = [await NEWEST_FILL.get(tx), await NEWEST_MOVEMENT.get(tx)]
  const times = [chain, ...api].flatMap((row) => row?.time ?? [])
  state.lastTime = times.length > 0 ? Math.max(...times) : null
  state.lastBlock = chain && blockOf(chain.key).block
  if (times.length === 0) state.firstTime = null
}
