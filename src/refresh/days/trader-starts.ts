import { DAY_SECONDS, type Day, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { unpackNumbers } from '../../store/engine/pack-numbers.ts'
import { statement } from '../../store/engine/statement.ts'
import { TOUCHED_TRADERS, TRADER_DAYS, TRADER_LOTS, TRADERS } from '../../store/tables.ts'
import { scanMovements } from './scan-movements.ts'
import { booksByToken, type KeptBook } from './trader-book.ts'

/** The first day of a trader whose rows are not recomputed. */
export const NEVER = 2 ** 31 - 1

/** The traders whose rows are recomputed, and from which day on. */
export interface TraderStarts {
  /** By trader id, or {@link NEVER}. */
  startOf: Int32Array
  /** Open lots at the close before the start, by trader and token; none where a trader is not in it. */
  lots: Map<number, Map<number, KeptBook>>
  /** Traders whose shares depend on each other's have the same group: the id of one of them. */
  groupOf: Int32Array
  /** The earliest start; {@link NEVER} where there is none. */
  firstDay: Day
}

/** A trader of whom something changed on a day or after it. */
interface Changed {
  trader: number
  since: Day
}

/**
 * The traders to recompute: all from the first day on, or the touched ones and those who sent them shares since, because
 * the sender's holding decides how many of those have a known cost.
 */
export async function readTraderStarts(
  tx: Sql,
  isFull: boolean,
  isInfrastructure: (trader: number) => boolean,
): Promise<TraderStarts> {
  const last = await LAST_TRADER.get(tx)
  const size = (last?.id ?? 0) + 1
  const starts: TraderStarts = {
    startOf: new Int32Array(size).fill(isFull ? 0 : NEVER),
    lots: new Map(),
    groupOf: new Int32Array(size),
    firstDay: isFull ? 0 : NEVER,
  }
  for (let trader = 0; trader < size; trader++) starts.groupOf[trader] = trader
  if (!isFull) await addTraders(tx, starts, await TOUCHED.all(tx))
  const tieAll = () => tie(tx, starts, isInfrastructure)
  for (let senders = await tieAll(); senders.length > 0; senders = await tieAll())
    await addTraders(tx, starts, senders)
  return starts
}

const LAST_TRADER = statement((from) => from(TRADERS).max('id as id'))
const TOUCHED = statement((from) => from(TOUCHED_TRADERS).select('trader_id as trader', 'since'))
const NEWEST_DAY = statement((from, given: { trader_id: number; since: Day }) =>
  from(TRADER_DAYS)
    .select('day')
    .where('trader_id', given.trader_id)
    .where('day', '<', given.since)
    .orderBy('day', 'desc')
    .limit(1),
)
const NEWEST_LOTS = statement((from, given: { trader_id: number; since: Day }) =>
  from(TRADER_LOTS)
    .select('day', 'lots')
    .where('trader_id', given.trader_id)
    .where('day', '<', given.since)
    .orderBy('day', 'desc')
    .limit(1),
)

/**
 * Starts traders at the day they changed, or after the newest row before it whose lots are kept: every change of lots
 * makes a row, so that nothing happened between the newest row and that day.
 */
async function addTraders(tx: Sql, starts: TraderStarts, changed: readonly Changed[]): Promise<void> {
  const types = { trader_id: 'int', since: 'int' } as const
  const keys = { trader_id: changed.map(({ trader }) => trader), since: changed.map(({ since }) => since) }
  const count = changed.length
  const rows = await NEWEST_DAY.each(tx, types, keys, count)
  const kept = await NEWEST_LOTS.each(tx, types, keys, count)
  changed.forEach(({ trader, since }, i) => {
    const lots = kept[i]
    const start = rows[i]?.day === lots?.day ? since : lots ? lots.day + 1 : 0
    if (start >= (starts.startOf[trader] ?? 0)) return
    starts.startOf[trader] = start
    starts.firstDay = Math.min(starts.firstDay, start)
    if (lots) starts.lots.set(trader, booksByToken(unpackNumbers(lots.lots)))
    else starts.lots.delete(trader)
  })
}

/** Groups traders by the transfers between them. Returns senders who are not recomputed from then on. */
async function tie(
  tx: Sql,
  { startOf, groupOf, firstDay }: TraderStarts,
  isInfrastructure: (trader: number) => boolean,
): Promise<Changed[]> {
  const senders: Changed[] = []
  if (firstDay === NEVER) return senders
  await scanMovements(tx, firstDay * DAY_SECONDS, ['TRANSFER'], ({ owner, other, time }) => {
    const day = dayOf(time)
    if (owner === null || isInfrastructure(owner) || other === null || (startOf[other] ?? NEVER) > day) return
    if ((startOf[owner] ?? NEVER) > day) senders.push({ trader: owner, since: day })
    groupOf[rootOf(groupOf, owner)] = rootOf(groupOf, other)
  })
  for (let trader = 0; trader < groupOf.length; trader++) groupOf[trader] = rootOf(groupOf, trader)
  return senders
}

function rootOf(groupOf: Int32Array, trader: number): number {
  let root = trader
  for (let up = groupOf[root] ?? root; up !== root; up = groupOf[root] ?? root) {
    groupOf[root] = groupOf[up] ?? up
    root = up
  }
  return root
}
