import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { TRADER_DAYS, TRADER_LOTS } from '../../store/engine/tables.ts'
import { infrastructureIds } from '../../store/ingest/infrastructure-ids.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import {
  createForesightMaker,
  dropForesightDays,
  type ForesightDays,
  foresightDaysToMake,
} from './foresight-days.ts'
import { type Pass, readPass } from './read-pass.ts'
import { createGroupReplay, type ReplayContext } from './replay-groups.ts'
import { createTraderDayRows } from './trader-day-rows.ts'
import { NEVER, readTraderStarts, type TraderStarts } from './trader-starts.ts'

/** Fills that are held at a time, 49 bytes each; movements are larger. */
const FILLS_AT_ONCE = 6_000_000
const FILLS_PER_MOVEMENT = 6
/** Rows written at a time: they come in order of the key, and few of them are gone before memory is tidied. */
const ROWS_AT_ONCE = 4_000

/** What an update is told. */
export interface UpdateOptions {
  /** The newest event's day and the first one's. */
  cutoff: { day: Day; firstDay: Day }
  /** Makes every row again, not only those that can have changed; so it is while there is none. @default false */
  full?: boolean
  /** Fills that are held at a time. @default 6,000,000 */
  fillsAtOnce?: number
}

/** What an update made. */
export interface DaysUpdated {
  /** Rows of `trader_days`. */
  traderDays: number
  /** Rows of `foresight_days`. */
  foresightDays: number
}

/**
 * Brings `trader_days` and `foresight_days` up to the ledger, in the transaction of a head refresh and before
 * `touched_traders` is emptied. It goes by what ingest noted; both tables come out as if made from nothing.
 */
export async function updateTraderDays(tx: Sql, options: UpdateOptions): Promise<DaysUpdated> {
  const changes = await tx.get<{ since: Day | null; version: number | null }>(
    'SELECT MIN(since) AS since, MAX(version) AS version FROM ledger_changes',
  )
  const isFull = options.full === true || (await tx.get('SELECT day FROM trader_days LIMIT 1')) === undefined
  const infrastructure = await infrastructureIds(tx)
  const isInfrastructure = (trader: number) => infrastructure.has(trader)
  const starts = await readTraderStarts(tx, isFull, isInfrastructure)
  const days = await foresightDaysToMake(tx, options.cutoff, changes?.since ?? null, isFull)
  await dropTraderDays(tx, starts, isFull)
  await dropForesightDays(tx, days)
  const updated = await makeDays(tx, starts, days, {
    isInfrastructure,
    fillsAtOnce: options.fillsAtOnce ?? FILLS_AT_ONCE,
  })
  if (!isFull) await dropLots(tx, starts)
  await tx.run('DELETE FROM ledger_changes WHERE version <= ?', [changes?.version ?? 0])
  return updated
}

async function makeDays(
  tx: Sql,
  starts: TraderStarts,
  days: ForesightDays,
  options: { isInfrastructure: (trader: number) => boolean; fillsAtOnce: number },
): Promise<DaysUpdated> {
  const hasForesight = days.from <= days.to
  if (starts.firstDay === NEVER && !hasForesight) return { traderDays: 0, foresightDays: 0 }
  const facts = await readTokenFacts(tx, NEVER)
  const since = Math.min(starts.firstDay, hasForesight ? days.from : NEVER)
  const foresight = hasForesight ? await createForesightMaker(tx, facts, days, since) : null
  const rows = createTraderDayRows()
  const { isInfrastructure } = options
  const conditionOf = facts.condition
  const context = { starts, isInfrastructure, conditionOf, rows }
  const passes = Math.max(1, Math.ceil((await countHeld(tx)) / options.fillsAtOnce))
  for (let n = 0; n < passes; n++) {
    const isIn = (group: number) => group % passes === n
    const pass =
      n === 0 && foresight
        ? await readPass(tx, { starts, isIn, conditionOf, since, watch: foresight })
        : await readPass(tx, { starts, isIn, conditionOf, since: starts.firstDay })
    await replay(tx, pass, context)
  }
  return { traderDays: rows.written, foresightDays: foresight ? await foresight.end() : 0 }
}

/** What could have to be held at most, counted in fills. */
async function countHeld(tx: Sql): Promise<number> {
  const state = await tx.get<{ fills: number; movements: number }>(
    'SELECT fills, movements FROM ledger_state WHERE id = 1',
  )
  return state ? state.fills + FILLS_PER_MOVEMENT * state.movements : 0
}

/** Replays each group of a pass, and writes its rows. */
async function replay(tx: Sql, pass: Pass, context: ReplayContext): Promise<void> {
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
    if (context.rows.size >= ROWS_AT_ONCE) await context.rows.write(tx)
  }
  await context.rows.write(tx)
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

async function dropTraderDays(tx: Sql, { startOf }: TraderStarts, isFull: boolean): Promise<void> {
  for (const table of [TRADER_DAYS, TRADER_LOTS]) {
    if (isFull) {
      await tx.run(`DELETE FROM ${table.name}`)
      continue
    }
    const traders = tradersOf(startOf)
    const day = traders.map((trader) => startOf[trader] ?? NEVER)
    await tx.deleteEach(table, { trader_id: '=', day: '>=' }, { trader_id: traders, day }, traders.length)
  }
}

/** Of the lots that were kept before, leaves those of the last two rows and of the last in each 32 days. */
async function dropLots(tx: Sql, { startOf }: TraderStarts): Promise<void> {
  const newer = 'FROM trader_lots n WHERE n.trader_id = trader_lots.trader_id AND n.day > trader_lots.day'
  await tx.run(
    `DELETE FROM trader_lots WHERE ${tx.isIn('trader_id', 'int')} AND (SELECT COUNT(*) ${newer}) > 1 ` +
      `AND EXISTS (SELECT 1 ${newer} AND n.day / 32 = trader_lots.day / 32)`,
    [tx.list(tradersOf(startOf))],
  )
}

function tradersOf(startOf: Int32Array): number[] {
  const traders: number[] = []
  for (let trader = 0; trader < startOf.length; trader++) if (startOf[trader] !== NEVER) traders.push(trader)
  return traders
}
