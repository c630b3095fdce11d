import { isDeepStrictEqual } from 'node:util'
import { defined } from '../../checks.ts'
import { DAY_SECONDS, type Day, MICRO, type MicroPrice } from '../../ledger/quantities.ts'
import { isBot } from '../../metrics/behaviour/trade-habits.ts'
import { officialUnrealized, type PnlPoint, pnlSeries, winRate } from '../../metrics/profit/results.ts'
import { exactTotal } from '../../metrics/running-sum.ts'
import { type DecidedUnit, decidedUnits } from '../../metrics/skill/edge.ts'
import { lazily, memoize } from '../../store/snapshot/keep-newest.ts'
import type { SeriesPoint, TraderStats } from '../../store/snapshot/snapshot-reader.ts'
import type {
  PeriodRecord,
  PositionResult,
  SkillRecord,
  TraderPosition,
  TraderRecord,
} from '../../store/snapshot/trader-record.ts'
import { behaviourSums, botAssessment } from '../analytics/behaviour-sums.ts'
import { drawdownAt, periodRecords, recordWithCloses, windowRecord } from '../analytics/period-record.ts'
import { skillRecord } from '../analytics/trader-analytics.ts'
import type { TraderFacts } from '../analytics/trader-facts.ts'
import { type LastTrade, markedValue, priceOnDay } from '../inputs/marks.ts'
import type { TraderClose } from '../windows/daily-closes.ts'
import { addFlow, type ProfileDays, type TokenRecord, tokenRecord } from '../windows/trader-days.ts'
import {
  addHolding,
  addIncome,
  addProfileFlows,
  copyOf,
  holdingAt,
  type Moment,
  takeDecidedHolding,
  type WindowTotals,
  windowTotals,
} from '../windows/windows-of.ts'
import {
  type ClosedPosition,
  type ClosedTrader,
  canMove,
  type PositionSums,
  sumsOf,
  type Tallied,
  type Tally,
} from './closed-trader.ts'
import { type LastDay, lifetimeAfter, type ProfileView, type ViewWindow } from './profile-view.ts'

/** Everything that a view returns of one trader. */
export interface TraderProfile {
  /** By the place of the view's window, worked out when asked for; null if nothing can have moved in it. */
  stats(window: number): TraderStats | null
  series: readonly SeriesPoint[]
  record: TraderRecord
  /** Worked out when they are first asked for. */
  positions(): readonly TraderPosition[]
  /** About how much memory it takes, in hundreds of bytes. */
  weight: number
}

interface ProfileSources extends Pick<TraderFacts, 'address'> {
  closed: ClosedTrader
  /** Changes of the view's last day. */
  last: LastDay
  /** The last day's trades by token. */
  trades: ReadonlyMap<number, LastTrade>
  /** Results of the tests of skill for the same units or others; null if they were never run. */
  earlier: SkillRecord | null
}

/** Computes a trader's profile. Tests of skill are run when they are asked for. */
export function traderProfile(sources: ProfileSources, view: ProfileView): TraderProfile {
  const { closed } = sources
  const { moments, closes } = markLastDay(closed, sources, view)
  const totals = view.windows.map(({ span }) => windowTotals(moments, span))
  const tally = talliedWith({ ...sources, totals, closes }, view)
  const life = memoize(() => lifetimeOf(closed.trader, tally, view))
  const series = pnlSeries(closes, null).map(seriesPoint)
  return {
    stats(at) {
      const [window, own] = [defined(view.windows[at]), defined(totals[at])]
      const isWhole = window.dayBefore === null && view.category === null
      return isWhole || own.isActive ? statsOf(life(), window, own, defined(tally.record.periods[at])) : null
    },
    series,
    record: tally.record,
    positions: memoize(() => traderPositions(closed, sources, view)),
    weight: FIXED_WEIGHT + series.length + tally.weight + closed.positions.size,
  }
}

type Tallying = ProfileSources & Pick<TraderFacts, 'totals' | 'closes'>

/** The tally of the last profile with other closes, where the trader had no event since; a new one otherwise. */
function talliedWith(sources: Tallying, view: ProfileView): Tallied {
  const { closed, closes, last } = sources
  const known = closed.tallied
  if (known === null || !isDeepStrictEqual(known.last, last)) {
    closed.tallied = newTallied(sources, view)
    return closed.tallied
  }
  const { record } = known
  const moved = { closes, cutoffDay: view.day }
  return {
    ...known,
    record: lazily<TraderRecord>({
      skill: () => record.skill,
      periods: () =>
        view.windows.map(({ dayBefore }, i) =>
          recordWithCloses(defined(record.periods[i]), moved, dayBefore),
        ),
    }),
  }
}

function newTallied(
  { address, closed, last, earlier, totals, closes }: Tallying,
  view: ProfileView,
): Tallied {
  const tally = tallyOf(closed, last, view)
  const { tokens, behaviour, volumes } = tally
  const units = decidedUnits(tokens)
  const facts: TraderFacts = {
    address,
    behaviour,
    tokens,
    totals,
    closes,
    volumeByCategory: volumes,
    cutoffDay: view.day,
    labels: closed.labels,
    conditionId(condition) {
      const name = closed.names.get(condition)
      if (name === undefined) throw new RangeError(`No condition has the number ${condition}`)
      return name
    },
  }
  const periods = recordsOf(facts, units, view)
  return {
    ...tally,
    record: lazily<TraderRecord>({
      skill: () => skillRecord(units, address, earlier),
      periods: () => periods,
    }),
    weight: weightOf(periods, closed) + units.length,
  }
}

/** Periods share their records where they can. */
function recordsOf(
  facts: TraderFacts,
  units: readonly DecidedUnit[],
  { windows }: ProfileView,
): PeriodRecord[] {
  if (windows.every(({ period }) => period !== null)) return periodRecords(facts, units)
  return windows.map(({ dayBefore }, i) =>
    windowRecord(facts, { dayBefore, volumes: facts.volumeByCategory[i] }, units),
  )
}

function seriesPoint({ day, pnl, realizedPnl, volume }: PnlPoint): SeriesPoint {
  return { day, pnl, realized: realizedPnl, volume }
}

/** The fields of a trader that do not depend on window and category. */
type LifeStats = Pick<TraderStats, 'trader' | 'untracked' | 'firstTime' | 'botProbability' | 'isBot'>

function lifetimeOf(
  trader: number,
  { life, behaviour, record }: Tallied,
  { windows }: ProfileView,
): LifeStats {
  const allTime = windows.findIndex(({ dayBefore }) => dayBefore === null)
  const sums = record.periods[allTime]?.behaviour ?? behaviourSums(behaviour)
  const botProbability = botAssessment(sums, exactTotal(life.volume))?.probability ?? null
  return {
    trader,
    untracked: life.untracked,
    firstTime: life.firstDay * DAY_SECONDS,
    botProbability,
    isBot: isBot(botProbability),
  }
}

/** Exact totals beyond 2^53 are returned as the nearest double. */
function statsOf(
  life: LifeStats,
  { period }: ViewWindow,
  totals: WindowTotals,
  { units, drawdown, markets }: PeriodRecord,
): TraderStats {
  const { pnl, realized, unrealized, fees, income, fills, startValue, roi, official } = totals
  const { wins, losses, sharpeRatio, sortinoRatio, profitFactor } = units
  return {
    ...life,
    period,
    pnl,
    realized,
    unrealized,
    fees,
    income,
    fills,
    markets,
    startValue,
    wins,
    losses,
    roi,
    volume: Number(totals.volume),
    shareVolume: Number(totals.shareVolume),
    bought: Number(totals.bought),
    winRate: winRate({ wins, losses }),
    officialPnl: official,
    ...drawdownAt(drawdown, pnl),
    sharpeRatio,
    sortinoRatio,
    profitFactor,
  }
}

/** A trader's four rows of numbers and the fixed parts of its records, and one group of a record. */
const FIXED_WEIGHT = 60
const GROUP_WEIGHT = 2

/** Of the most groups that records can have: they are counted without being made. */
function weightOf(periods: readonly PeriodRecord[], { labels }: ClosedTrader): number {
  const groups = new Set<number | null>()
  for (const { category, tags } of labels.values()) for (const label of [category, ...tags]) groups.add(label)
  return GROUP_WEIGHT * groups.size * new Set(periods).size
}

/** The position in each token that a trader touched, by ascending id. They add up to the view's totals. */
function traderPositions(
  closed: ClosedTrader,
  { last, trades }: { last: LastDay; trades: ReadonlyMap<number, LastTrade> },
  view: ProfileView,
): TraderPosition[] {
  return [...closed.positions.values()].flatMap((position) => {
    const row = last.rowOf.get(position.token)
    const isThere = position.counts && (row !== undefined || position.sums.firstDay !== null)
    return isThere ? [positionAfter(position, last, row, trades, view)] : []
  })
}

function positionAfter(
  position: ClosedPosition,
  { days }: LastDay,
  row: number | undefined,
  trades: ReadonlyMap<number, LastTrade>,
  { day }: ProfileView,
): TraderPosition {
  const sums = row === undefined ? position.sums : sumsOf(days, { first: row, end: row + 1 }, position.sums)
  const flows = { ...position.flows }
  if (row !== undefined) addFlow(flows, days, row)
  const { open, closedOn, realized, cost: bought, shares: boughtShares } = tokenRecord(flows, position, day)
  const price = priceOnDay(position, day, trades) ?? position.price
  const { shares, cost, officialAmount, officialAvg } =
    (row === undefined ? position.held : holdingAt(days, row)) ?? NOTHING
  const value = shares === 0 ? 0 : markedValue(shares, cost, price)
  const { firstDay, lastDay, fees, volume, fills, untracked, officialRealized } = sums
  return {
    token: position.token,
    unit: position.unit,
    isTouched: closedOn !== null,
    isOpen: open,
    result: open ? null : resultOf(position, sums, day),
    openedOn: firstDay ?? day,
    closedOn: open ? null : (closedOn ?? lastDay ?? day),
    lastDay: lastDay ?? day,
    shares,
    cost,
    price,
    value,
    realized,
    bought,
    boughtShares,
    fees,
    volume,
    fills,
    untracked,
    unrealized: value - cost,
    official:
      officialRealized + officialUnrealized({ amount: officialAmount, avg: officialAvg, mark: price }),
  }
}

const NOTHING = { shares: 0, cost: 0, officialAmount: 0, officialAvg: 0 }

/** How a position that is not open ended: settled by an event on the day of the resolution or later, or left before. */
export function resultOf(
  { resolvedOn, payout }: Pick<ClosedPosition, 'resolvedOn' | 'payout'>,
  { lastDay, sales, sold }: Pick<PositionSums, 'lastDay' | 'sales' | 'sold'>,
  day: Day,
): PositionResult {
  const isSettled = resolvedOn <= day && (lastDay ?? 0) >= resolvedOn
  if (isSettled) return payout === MICRO ? 'WON' : payout === 0 ? 'LOST' : 'MIXED'
  if (sales > 0) return 'SOLD'
  return sold > 0 ? 'MERGED' : 'MOVED'
}

/** A trader's daily closes and moments up to a view's end: the prices of the last day are counted. */
interface Marked extends Pick<ClosedTrader, 'closes'> {
  /** At the view's closes. */
  moments: readonly Moment[]
}

/** Adds the events of the last day to the closed ones. */
function tallyOf(closed: ClosedTrader, last: LastDay, view: ProfileView): Tally {
  return {
    last,
    tokens: tokensAfter(closed, last, view),
    volumes: volumesAfter(closed, last),
    life: lifetimeAfter(closed.life, last, view),
    behaviour: last.behaviour === null ? closed.behaviour : [...closed.behaviour, last.behaviour],
  }
}

/** The last day's part of a view. */
interface Added {
  moment: Moment
  capitalAtRisk: number
  /** Whether an event or a new mark of something held makes the day a close. */
  isMoved: boolean
}

/** Adds the last day to the closed ones: its events, and its prices of the positions held. */
function markLastDay(
  closed: ClosedTrader,
  { last, trades }: { last: LastDay; trades: ReadonlyMap<number, LastTrade> },
  view: ProfileView,
): Marked {
  const moment = copyOf(defined(closed.moments.at(-1)))
  if (last.income !== null && view.category === null) addIncome(moment, last.income)
  const added: Added = { moment, capitalAtRisk: closed.capital, isMoved: false }
  for (const position of closed.moving)
    if (!last.rowOf.has(position.token)) addMarked(added, position, { trades, view })
  for (const [token, row] of last.rowOf) {
    const position = defined(closed.positions.get(token))
    if (position.counts) addTouched(added, position, { days: last.days, row, trades, view })
  }
  return {
    moments: [...closed.moments.slice(0, -1), moment],
    closes: added.isMoved ? [...closed.closes, closeOf(added, closed.closes.at(-1), view)] : closed.closes,
  }
}

function tokensAfter(
  { positions }: ClosedTrader,
  { days, rowOf }: LastDay,
  view: ProfileView,
): TokenRecord[] {
  const tokens: TokenRecord[] = []
  for (const position of positions.values()) {
    if (!position.counts) continue
    const row = rowOf.get(position.token)
    const record = row === undefined ? position.record : recordAfter(position, days, row, view)
    if (record !== null) tokens.push(record)
  }
  return tokens
}

/** The last day's prices, and the view that they are read for. */
interface Prices {
  trades: ReadonlyMap<number, LastTrade>
  view: ProfileView
}

/** Adds a position that can move and had no event on the day. */
function addMarked(added: Added, position: ClosedPosition, { trades, view }: Prices): void {
  const { held, capital, resolvedOn } = position
  if (held === null) return
  const price: MicroPrice | null = priceOnDay(position, view.day, trades) ?? position.price
  const isDecided = resolvedOn <= view.day
  addHolding(added.moment, held, price, isDecided)
  const isMoved = held.shares !== 0 && price !== position.price
  added.isMoved ||= isMoved
  added.capitalAtRisk += isMoved ? (isDecided ? 0 : held.cost) : capital
}

/** Adds a position's events of the day, and what they left of it. */
function addTouched(
  added: Added,
  position: ClosedPosition,
  { days, row, trades, view }: Prices & { days: ProfileDays; row: number },
): void {
  const { moment } = added
  addProfileFlows(moment, days, row)
  if (!canMove(position, view)) {
    if (position.held !== null) takeDecidedHolding(moment, position.held, position.price)
    added.capitalAtRisk -= position.capital
  }
  const held = holdingAt(days, row)
  const isDecided = position.resolvedOn <= view.day
  addHolding(moment, held, priceOnDay(position, view.day, trades) ?? position.price, isDecided)
  added.isMoved = true
  added.capitalAtRisk += isDecided ? 0 : held.cost
}

function recordAfter(
  position: ClosedPosition,
  days: ProfileDays,
  row: number,
  { day }: ProfileView,
): TokenRecord {
  const flows = { ...position.flows }
  addFlow(flows, days, row)
  return tokenRecord(flows, position, day)
}

/** The last moment has what flowed on the day alone: the close before it is one of the view's. */
function closeOf(
  { moment, capitalAtRisk }: Added,
  before: TraderClose | undefined,
  view: ProfileView,
): TraderClose {
  const realizedPnl = (before?.realizedPnl ?? 0) + moment.realized
  return {
    day: view.day,
    pnl: realizedPnl + moment.unrealized,
    realizedPnl,
    capitalAtRisk,
    volume: Number(exactTotal(moment.volume)),
    trades: moment.fills,
  }
}

function volumesAfter({ positions, volumes }: ClosedTrader, { days, rowOf }: LastDay): Map<number, number>[] {
  const after = volumes.map((ofWindow) => new Map(ofWindow))
  for (const [token, row] of rowOf) {
    const { counts, category } = defined(positions.get(token))
    if (!counts || category === null) continue
    const usd = defined(days.columns.volume[row])
    for (const ofWindow of after) ofWindow.set(category, (ofWindow.get(category) ?? 0) + usd)
  }
  return after
}
