import type { Sql } from '../../store/engine/database.ts'
import { as, type From, statement } from '../../store/engine/statement.ts'
import { keepRows, keepWhere } from '../../store/ledger/history.ts'
import { infrastructureIds } from '../../store/ledger/infrastructure-ids.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { TRADER_DAYS, TRADER_LOTS } from '../../store/tables.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { updateForesightDays } from './foresight-days.ts'
import type { PublisherLease, Write } from './publisher-lease.ts'
import { type Pass, readPass } from './read-pass.ts'
import { createGroupReplay, type ReplayContext } from './replay-groups.ts'
import { createTraderDayRows, type TraderDayRows } from './trader-day-rows.ts'
import { NEVER, readTraderStarts, type TraderStarts } from './trader-starts.ts'

/** Fills that are held at a time, 49 bytes each; movements are larger. */
const FILLS_AT_ONCE = 6_000_000
const FILLS_PER_MOVEMENT = 6
/** Rows written at a time, few enough that other writers hardly notice: new ones, and those in the place of others. */
const ROWS_AT_ONCE = { full: 4_000, again: 500 }

/** Options of an update. */
export interface UpdateOptions {
  cutoff: Pick<Cutoff, 'lastDay' | 'firstDay'>
  lease: PublisherLease
  /** Runs what writes, in a transaction, or in the one that is open. What it wrote is whole by itself. */
  write: Write
  /** Fills that are held at a time. @default 6,000,000 */
  fillsAtOnce?: number
}

/** Rows that an update wrote or deleted. */
export interface DaysUpdated {
  /** Rows of `trader_days`. */
  traderDays: number
  /** Rows of `foresight_days`. */
  foresightDays: number
}

/**
 * Brings `trader_days` and `foresight_days` up to the ledger that `sql` sees, before `touched_traders` is emptied. It goes
 * by what ingest noted; both tables come out as if made from nothing. What is written is written in short transactions,
 * each of whole rows, and can be begun again after any of them.
 */
export async function updateTraderDays(sql: Sql, options: UpdateOptions): Promise<DaysUpdated> {
  const { lease, write } = options
  const infrastructure = await infrastructureIds(sql)
  const isInfrastructure = (trader: number) => infrastructure.has(trader)
  const starts = await readTraderStarts(sql, lease.isFull, isInfrastructure)
  if (lease.isFull)
    await write(async (tx) => {
      await keepWhere(tx, TRADER_DAYS, { text: 'TRUE', values: [] })
      for (const drop of DROP_ALL) await drop.run(tx)
    })
  const traderDays = await makeDays(sql, starts, {
    isInfrastructure,
    isFull: lease.isFull,
    write,
    fillsAtOnce: options.fillsAtOnce ?? FILLS_AT_ONCE,
  })
  return { traderDays, foresightDays: await updateForesightDays(sql, options) }
}

interface MakeOptions {
  isInfrastructure: (trader: number) => boolean
  isFull: boolean
  write: Write
  fillsAtOnce: number
}

async function makeDays(tx: Sql, starts: TraderStarts, options: MakeOptions): Promise<number> {
  if (starts.firstDay === NEVER) return 0
  const { condition: conditionOf } = await readTokenFacts(tx, NEVER)
  const rows = createTraderDayRows()
  const { isInfrastructure } = options
  const context = { starts, isInfrastructure, conditionOf, rows }
  const passes = Math.max(1, Math.ceil((await countHeld(tx)) / options.fillsAtOnce))
  for (let n = 0; n < passes; n++) {
    const isIn = (group: number) => group % passes === n
    const pass = await readPass(tx, { starts, isIn, conditionOf })
    const atOnce = options.isFull ? ROWS_AT_ONCE.full : ROWS_AT_ONCE.again
    await replay(pass, { ...context, atOnce }, tradersToWrite(starts, isIn, options))
  }
  return rows.written
}

/** What could have to be held at most, counted in fills. */
async function countHeld(tx: Sql): Promise<number> {
  const { fills, movements } = await readLedgerState(tx)
  return fills + FILLS_PER_MOVEMENT * movements
}

/** Writes the rows of all groups up to one, in the place of those that were there. */
type WriteGroups = (rows: TraderDayRows, upTo: number) => Promise<void>

/** Writes traders of some groups, group after group. Where all rows were dropped before, nobody's have to be. */
function tradersToWrite(
  { startOf, groupOf }: TraderStarts,
  isIn: (group: number) => boolean,
  { isFull, write }: MakeOptions,
): WriteGroups {
  const traders: number[] = []
  for (let trader = 0; !isFull && trader < startOf.length; trader++)
    if (startOf[trader] !== NEVER && isIn(groupOf[trader] ?? 0)) traders.push(trader)
  const groupAt = (i: number) => groupOf[traders[i] ?? 0] ?? 0
  traders.sort((a, b) => (groupOf[a] ?? 0) - (groupOf[b] ?? 0))
  let next = 0
  return async (rows, upTo) => {
    const first = next
    while (next < traders.length && groupAt(next) <= upTo) next++
    const some = traders.slice(first, next)
    if (some.length === 0 && rows.size === 0) return
    await write(async (tx) => {
      const day = some.map((trader) => startOf[trader] ?? NEVER)
      const [keys, where] = [{ trader_id: some, day }, { trader_id: '=', day: '>=' } as const]
      await keepRows(tx, TRADER_DAYS, keys, some.length, where)
      for (const table of [TRADER_DAYS, TRADER_LOTS]) await tx.deleteEach(table, where, keys, some.length)
      await rows.write(tx)
      if (!isFull) await dropLots(tx, some)
    })
    rows.clear()
  }
}

/** Replays each group of a pass, and writes its rows. */
async function replay(
  pass: Pass,
  context: ReplayContext & { atOnce: number },
  write: WriteGroups,
): Promise<void> {
  const replayGroup = createGroupReplay(pass, context)
  const { ends, order } = fillsByGroup(pass, context.starts.groupOf)
  const hasMore = new Uint8Array(ends.length)
  for (const group of [...pass.movements.keys(), ...pass.held.keys()]) hasMore[group] = 1
  for (let group = 0; group < ends.length; group++) {
    const from = ends[group - 1] ?? 0
    const to = ends[group] ?? 0
    // Most groups of a market have nothing to replay.
    if (from === to && hasMore[group] !== 1) continue
    replayGroup(group, order.subarray(from, to))
    if (context.rows.size >= context.atOnce) await write(context.rows, group)
  }
  await write(context.rows, ends.length)
}

/** The numbers of the fills group by group, each group's in the ledger's order: a counting sort. */
function fillsByGroup({ fills }: Pass, groupOf: Int32Array): { ends: Uint32Array; order: Uint32Array } {
  const groups = new Uint32Array(fills.count)
  const ends = new Uint32Array(groupOf.length)
  for (let i = 0; i < groups.length; i++) {
    const group = groupOf[fills.ownerOf(i)] ?? 0
    groups[i] = group
    ends[group] = (ends[group] ?? 0) + 1
  }
  // Each group begins where the one before it ends; a fill moves the end of its group on.
  for (let group = 0, start = 0; group < ends.length; group++) {
    const count = ends[group] ?? 0
    ends[group] = start
    start += count
  }
  const order = new Uint32Array(groups.length)
  groups.forEach((group, i) => {
    const place = ends[group] ?? 0
    order[place] = i
    ends[group] = place + 1
  })
  return { ends, order }
}

const DROP_ALL = [TRADER_DAYS, TRADER_LOTS].map((table) => statement((from) => from(table).delete()))
const newerLots = (from: From) =>
  from(as(TRADER_LOTS, 'n'))
    .whereColumn('n.trader_id', 'trader_lots.trader_id')
    .whereColumn('n.day', '>', 'trader_lots.day')
const DROP_LOTS = statement((from, { traders }: { traders: readonly number[] }) =>
  from(TRADER_LOTS)
    .whereAnyOf('trader_id', 'int', traders)
    .where(from.raw('? > 1', [newerLots(from).select(from.raw('COUNT(*)'))]))
    .whereExists(newerLots(from).select(from.raw('1')).where(from.raw('n.day / 32 = trader_lots.day / 32')))
    .delete(),
)

/** Of the lots that were kept before, leaves those of the last two rows and of the last in each 32 days. */
async function dropLots(tx: Sql, traders: readonly number[]): Promise<void> {
  await DROP_LOTS.run(tx, { traders })
}
