import { dayOf } from '../../ledger/quantities.ts'
import type { Sql, Value } from '../engine/database.ts'
import { lastOfChain } from '../ledger/both-ages.ts'
import { blockOf, chainKey } from '../ledger/place.ts'
import { LOADED_PARTS } from '../load/load-tables.ts'
import { recallWeeks } from '../smart-money/recall-weeks.ts'
import { closeAgain } from './close-again.ts'
import type { Conditions } from './conditions.ts'
import type { LatePositions } from './fold-batch.ts'
import { type LedgerState, noteMeaning } from './ledger-state.ts'
import { MOVEMENT_COLUMNS, type MovementRow, movementRowOf } from './movement-row.ts'
import { addToScope } from './scope.ts'
import { tokensOf } from './tokens-of.ts'
import { createVolumeDayRows, roleOf, type VolumeFill } from './volume-day-rows.ts'
import type { Change } from './write-positions.ts'

/** What an undo changes besides the rows. */
export interface UndoOptions {
  conditions: Conditions
  /** The positions that must be folded again are added here. */
  late: LatePositions
  state: LedgerState
  version: number
}

/** Stands for a place after every conversion: a question that was taken back counts again once it is prepared again. */
const NOT_PREPARED = Number.MAX_SAFE_INTEGER

interface UndoneFill {
  owner: number
  token: number
  time: number
}

/**
 * Takes the events of a block and of all after it out of the ledger: the chain took those blocks back.
 * @returns how many events went
 */
export async function undoBlocks(tx: Sql, block: number, options: UndoOptions): Promise<number> {
  const from = chainKey(block, 0)
  const fills = await tx.all<UndoneFill>(
    'SELECT owner_id AS owner, token_id AS token, time FROM fills WHERE key >= ?',
    [from],
  )
  const rows = await tx.all<Record<string, Value>>(
    `SELECT ${MOVEMENT_COLUMNS.join(', ')} FROM movements WHERE key >= ?`,
    [from],
  )
  const movements = rows.map(movementRowOf)
  await noteFolds(tx, fills, movements, options)
  await tx.run('UPDATE ledger_state SET undone = undone + 1 WHERE id = 1')
  // What was loaded whole may be so no more.
  await tx.run(`DELETE FROM ${LOADED_PARTS.name}`)
  await undoVolumes(tx, from)
  await tx.run('DELETE FROM fills WHERE key >= ?', [from])
  await tx.run('DELETE FROM movements WHERE key >= ?', [from])
  await tx.run('DELETE FROM api_rows WHERE key >= ?', [from])
  await tx.run(
    'UPDATE conditions SET payouts = NULL, resolved_time = NULL, resolved_key = NULL WHERE resolved_key >= ?',
    [from],
  )
  await noteMeaning(tx)
  await tx.run('UPDATE conditions SET prepared_key = ? WHERE prepared_key >= ?', [NOT_PREPARED, from])
  await undoPrices(tx, from, { version: options.version, since: options.late.from })
  await undoIncome(tx, movements)
  const earliest = [...fills, ...movements].reduce((least, { time }) => Math.min(least, time), Infinity)
  const latest = options.state.lastTime ?? 0
  if (earliest <= latest) await recallWeeks(tx, { earliest, latest, block })
  await undoState(tx, options.state, fills.length, movements.length)
  options.conditions.forgetAll()
  return fills.length + movements.length
}

/** Every position that an undone event moved is folded again from the first undone day on. */
async function noteFolds(
  tx: Sql,
  fills: readonly UndoneFill[],
  movements: readonly MovementRow[],
  { conditions, late }: UndoOptions,
): Promise<void> {
  for (const time of [...fills, ...movements].map((event) => event.time))
    late.from = Math.min(late.from, dayOf(time))
  for (const fill of fills) addToScope(late.scope, fill.token, fill.owner)
  await conditions.load(
    tx,
    movements.flatMap((row) => row.condition ?? []),
  )
  await conditions.loadNegRisk(
    tx,
    movements.flatMap((row) => row.negRisk ?? []),
  )
  for (const row of movements) {
    for (const token of tokensOf(row, conditions)) {
      const traders =
        row.kind === 'RESOLVE' ? [null] : [row.owner, row.other].filter((trader) => trader !== null)
      for (const trader of traders) addToScope(late.scope, token, trader)
    }
  }
}

async function undoPrices(tx: Sql, from: number, change: Change): Promise<void> {
  const gone = await tx.all<{ token_id: number; day: number }>(
    'SELECT token_id, day FROM price_days WHERE key >= ?',
    [from],
  )
  await tx.run('DELETE FROM price_days WHERE key >= ?', [from])
  await closeAgain(tx, gone, change)
}

/** While the fills are still there: they tell what to take away. */
async function undoVolumes(tx: Sql, from: number): Promise<void> {
  const fills = await tx.all<Omit<VolumeFill, 'role'> & { role: number | null }>(
    'SELECT token_id AS token, usd, time, role FROM fills WHERE key >= ? AND (role = 1 OR role IS NULL)',
    [from],
  )
  const volumes = createVolumeDayRows()
  for (const fill of fills) volumes.remove({ ...fill, role: roleOf(fill.role) })
  await volumes.write(tx)
}

async function undoIncome(tx: Sql, movements: readonly MovementRow[]): Promise<void> {
  for (const row of movements) {
    if (row.kind !== 'INCOME') continue
    await tx.run('UPDATE income_days SET amount = amount - ? WHERE trader_id = ? AND day = ?', [
      row.amount,
      row.owner,
      dayOf(row.time),
    ])
  }
  await tx.run('DELETE FROM income_days WHERE amount = 0')
}

/** The newest event that is left: the chain's times rise with its keys, and rows of the Data API are few. */
async function undoState(tx: Sql, state: LedgerState, fills: number, movements: number): Promise<void> {
  state.fills -= fills
  state.movements -= movements
  const newestRow = (table: string) =>
    tx.get<{ time: number | null; first: number | null }>(
      `SELECT MAX(time) AS time, MIN(time) AS first FROM ${table} WHERE key < 0`,
    )
  const chain = await lastOfChain(tx)
  const api = [await newestRow('fills'), await newestRow('movements')]
  const times = [chain, ...api].flatMap((row) => row?.time ?? [])
  state.lastTime = times.length > 0 ? Math.max(...times) : null
  state.lastBlock = chain && blockOf(chain.key).block
  if (times.length === 0) state.firstTime = null
}
