import { defined } from '../checks.ts'
import { fixedWeeks, membershipsOf, weekKey } from '../cohorts/cohort-weeks.ts'
import { SKILLED_COHORT } from '../cohorts/cohorts.ts'
import { FILL_USD } from '../ledger/bounds.ts'
import { DAY_SECONDS, type Day, dayOf, MICRO, type MicroUsd, weekStart } from '../ledger/quantities.ts'
import { type Interval, Z_95 } from '../metrics/skill/edge.ts'
import { type Database, insert, type Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import type { TokenMoment } from '../store/ledger/ledger.ts'
import { marksAt } from '../store/markets/last-prices.ts'
import { hiddenTraders } from '../store/opted-out.ts'
import { newestHead } from '../store/snapshot/stored-snapshots.ts'
import { readTape, tapeMarkets } from '../store/trades/whole-trades.ts'
import { LARGE_BUY_STUDIES } from './smart-money-tables.ts'

/*
 * How prices move after large buys, of traders who were known to be skilled and of everyone else (methodology §9). A day is studied
 * once, when it has closed, and kept.
 */

export const HOURS = [1, 2, 4, 8, 12, 24, 36, 48, 72] as const
export const LARGE_BUY: MicroUsd = 10_000 * MICRO
/** Days of buys that a study counts: the last ones whose prices are known. */
export const STUDIED_DAYS = 90
/** A smaller group is not described. */
export const LEAST_BUYERS = 5
export const LEAST_BUYS = 30
/** The hours after which the groups are compared. */
export const COMPARED = 72

const LAST_HOUR = defined(HOURS.at(-1))
/** Trades of {@link LARGE_BUY} or more that a study reads, the newest ones. */
const MOST_TRADES = 20_000
/** Moments whose marks one read asks. */
const AT_ONCE = 5_000
/** Closed days that are studied: the public snapshot may be of the day before the newest. */
const NEWEST = 2

/** The mean change of price some hours after buys, in dollars a share. */
export interface BuyMove {
  hours: number
  change: number
  interval: Interval
}

export interface BuyGroup {
  traders: number
  buys: number
  events: number
  /** By hours; null for a group of fewer than {@link LEAST_BUYERS} traders or {@link LEAST_BUYS} buys. */
  moves: BuyMove[] | null
}

/** The moves of prices after large buys. */
export interface BuyStudy {
  /** The day of the last price. */
  day: Day
  /** The first day of buys. */
  since: Day
  skilled: BuyGroup
  others: BuyGroup
  /** Of the change after {@link COMPARED} hours: skilled less others. Null unless both groups have moves. */
  difference: Interval | null
}

const NEWEST_STUDY = statement((from, { upTo }: { upTo: Day }) =>
  from(LARGE_BUY_STUDIES).select('study').where('day', '<=', upTo).orderBy('day', 'desc').limit(1),
)
const STUDIED = statement((from, { since }: { since: Day }) =>
  from(LARGE_BUY_STUDIES).select('day').where('day', '>=', since),
)

/** The newest study of a day up to this one; null for none. */
export async function readBuyStudy(sql: Sql, upTo: Day): Promise<BuyStudy | null> {
  const row = await NEWEST_STUDY.get(sql, { upTo })
  return row === undefined ? null : (JSON.parse(row.study) as BuyStudy)
}

/** Studies the last closed days of the newest snapshot, where that is not done yet. The weeks' cohorts must be fixed. */
export async function studyLargeBuys(db: Database): Promise<void> {
  const head = await newestHead(db)
  if (head === undefined) return
  const closed = dayOf(head.cutoffTime + 1) - 1
  const since = Math.max(head.firstDay, closed - NEWEST + 1)
  const done = new Set((await STUDIED.all(db, { since })).map(({ day }) => day))
  for (let day = since; day <= closed; day++) {
    if (done.has(day)) continue
    const study = await db.view((sql) => studyOf(sql, day))
    await db.transaction((tx) => insert(tx, LARGE_BUY_STUDIES, [{ day, study: JSON.stringify(study) }]))
  }
}

/** A large buy with its changes of price, by {@link HOURS}. */
interface LargeBuy {
  trader: number
  /** Buys of one event share its news: they are drawn together. */
  event: string
  changes: readonly number[]
}

/**
 * The study of a day: buys whose 72 hours ended by its close. A buyer is skilled if a member of the skilled cohort of the buy's week;
 * buys of weeks without a fixed cohort, and those of opted-out traders, are excluded.
 * @param least dollars of a buy
 */
export async function studyOf(sql: Sql, day: Day, least: MicroUsd = LARGE_BUY): Promise<BuyStudy> {
  const end = (day + 1) * DAY_SECONDS
  const before = end - LAST_HOUR * 3_600
  const since = before - STUDIED_DAYS * DAY_SECONDS
  const trades = await readTape(sql, {
    order: 'NEWEST',
    streams: null,
    since,
    before,
    upTo: { time: before, key: Number.MAX_SAFE_INTEGER },
    after: null,
    usd: { min: least, max: FILL_USD.maximum * MICRO },
    limit: MOST_TRADES,
  })
  const [hidden, fixed] = [await hiddenTraders(sql), await fixedWeeks(sql, [SKILLED_COHORT.id])]
  const weekOf = ({ time }: { time: number }) => weekStart(dayOf(time))
  const bought = trades.filter(
    (trade) =>
      trade.side === 0 &&
      !hidden.has(trade.traderId) &&
      fixed.has(weekKey({ cohort: SKILLED_COHORT.id, week: weekOf(trade) })),
  )
  const members = await membershipsOf(sql, [SKILLED_COHORT.id], [...new Set(bought.map(weekOf))])
  const markets = await tapeMarkets(sql, [...new Set(bought.map(({ tokenId }) => tokenId))])
  const skilled: LargeBuy[] = []
  const others: LargeBuy[] = []
  const moments = bought.map(({ tokenId, time }) => ({ token: tokenId, time }))
  for (const [i, changes] of (await changesAfter(sql, moments)).entries()) {
    if (changes === null) continue
    const trade = defined(bought[i])
    const { traderId: trader, tokenId } = trade
    const market = markets.get(tokenId)
    const event = market?.event ?? `market ${market?.condition ?? `of ${tokenId}`}`
    const isSkilled = members.has(`${weekOf(trade)} ${trader}`)
    ;(isSkilled ? skilled : others).push({ trader, event, changes })
  }
  return { day, since: dayOf(since), ...compared(skilled, others) }
}

/** The change of each token's mark since its moment, by {@link HOURS}; null without a mark then. */
async function changesAfter(sql: Sql, buys: readonly TokenMoment[]): Promise<(readonly number[] | null)[]> {
  const hours = [0, ...HOURS]
  const moments = buys.flatMap(({ token, time }) =>
    hours.map((after) => ({ token, time: time + after * 3_600 })),
  )
  const marks: (number | null)[] = []
  for (let from = 0; from < moments.length; from += AT_ONCE)
    marks.push(...(await marksAt(sql, moments.slice(from, from + AT_ONCE))))
  return buys.map((_, i) => {
    const [first = null, ...later] = marks.slice(i * hours.length, (i + 1) * hours.length)
    return first === null ? null : later.flatMap((mark) => (mark === null ? [] : (mark - first) / MICRO))
  })
}

/** Both groups' moves, with the difference after {@link COMPARED} hours. */
export function compared(
  skilled: readonly LargeBuy[],
  others: readonly LargeBuy[],
): Pick<BuyStudy, 'skilled' | 'others' | 'difference'> {
  const groups = { skilled: groupOf(skilled), others: groupOf(others) }
  if (groups.skilled.moves === null || groups.others.moves === null) return { ...groups, difference: null }
  const place = HOURS.indexOf(COMPARED)
  const [one, other] = [influences(skilled, place), influences(others, place)]
  const both = new Map(one.byEvent)
  for (const [event, value] of other.byEvent) both.set(event, (both.get(event) ?? 0) - value)
  return { ...groups, difference: intervalOf(one.mean - other.mean, [...both.values()]) }
}

function groupOf(buys: readonly LargeBuy[]): BuyGroup {
  const traders = new Set(buys.map(({ trader }) => trader)).size
  const events = new Set(buys.map(({ event }) => event)).size
  const isDescribed = traders >= LEAST_BUYERS && buys.length >= LEAST_BUYS && events > 1
  const moves = HOURS.map((hours, place) => {
    const { mean, byEvent } = influences(buys, place)
    return { hours, change: mean, interval: intervalOf(mean, [...byEvent.values()]) }
  })
  return { traders, buys: buys.length, events, moves: isDescribed ? moves : null }
}

/** The mean change of some buys, and how far each event moves it: Σ (change − mean) of its buys ÷ all buys. */
function influences(
  buys: readonly LargeBuy[],
  place: number,
): { mean: number; byEvent: Map<string, number> } {
  const changeOf = ({ changes }: LargeBuy) => defined(changes[place])
  const mean = buys.reduce((sum, buy) => sum + changeOf(buy), 0) / buys.length
  const byEvent = new Map<string, number>()
  for (const buy of buys)
    byEvent.set(buy.event, (byEvent.get(buy.event) ?? 0) + (changeOf(buy) - mean) / buys.length)
  return { mean, byEvent }
}

/** The 95% interval of a mean over clusters, by linearization (Cochran 1977, Sampling Techniques, §6.3). */
function intervalOf(mean: number, influence: readonly number[]): Interval {
  const n = influence.length
  const half = Z_95 * Math.sqrt((n / (n - 1)) * influence.reduce((sum, one) => sum + one ** 2, 0))
  return [mean - half, mean + half]
}
