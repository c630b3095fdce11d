import { defined } from '../../checks.ts'
import type { Day, MicroPrice, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import { dayBeforeWindow, type PeriodDefinition } from '../../metrics/leaderboards.ts'
import { officialUnrealized, roi } from '../../metrics/profit/results.ts'
import {
  addTo,
  addTotalTo,
  type ExactTotal,
  emptySum,
  exactTotal,
  type RunningSum,
  resetSum,
} from '../../metrics/running-sum.ts'
import { markedValue } from '../inputs/marks.ts'
import type { ProfileDays, TraderDays, WindowColumn } from './trader-days.ts'

// The one calculator of a trader's totals: of standings, of profiles, of any days, and of cohorts.

/** Days, both included; null for all time up to the last. */
export interface DayWindow {
  first: Day | null
  last: Day
}

/** A trader's numbers in standings of a window, in micro-dollars. */
export interface WindowNumbers {
  /** Marked profit. */
  pnl: MicroUsd
  realized: MicroUsd
  /** The part that depends on prices at the window's end. */
  unrealizedAtEnd: MicroUsd
  volume: ExactTotal
  /** The base of a return: what was held at the start, and what was bought. */
  stake: ExactTotal
  fills: number
}

/** Everything that a trader's totals are in a window. */
export interface WindowTotals {
  pnl: MicroUsd
  realized: MicroUsd
  /** The change over the window. */
  unrealized: MicroUsd
  /** Profit by the official rule. */
  official: MicroUsd
  volume: ExactTotal
  shareVolume: ExactTotal
  bought: ExactTotal
  fees: MicroUsd
  income: MicroUsd
  fills: number
  /** Marked value held at the window's start; 0 for all time. */
  startValue: MicroUsd
  /** A fraction; null if nothing was held at the start and nothing bought. */
  roi: number | null
  /** Anything that can have moved the numbers: an event in the window, or an open holding at either end. */
  isActive: boolean
}

/** Holdings at a day's close, and the flows since the close before it. */
export interface Moment {
  /** Days of positions and of income that flowed: 0 for most traders nearly always. */
  events: number
  value: MicroUsd
  unrealized: MicroUsd
  realized: MicroUsd
  fills: number
  volume: RunningSum
  bought: RunningSum
  // Profiles alone have the rest.
  /** Unrealized profit by the official rule. */
  official: MicroUsd
  officialRealized: MicroUsd
  /** True if shares of an unknown outcome are held, by either rule. */
  isOpen: boolean
  fees: MicroUsd
  income: MicroUsd
  shareVolume: RunningSum
}

/** The closes that a window lies between, by their places; −1 for a start before all days. */
export interface Span {
  start: number
  end: number
}

/** The price of each token at a day's close by its number; below 0 if it is unknown. */
export type ClosingPrices = (day: Day) => ArrayLike<MicroPrice>

/** Says of a token, by its number, whether it counts. */
export type Counts = (token: number) => boolean

/** The windows of some periods up to a day, in their order. */
export function periodWindows(periods: readonly PeriodDefinition[], last: Day): DayWindow[] {
  return periods.map((period) => {
    const before = dayBeforeWindow(period, last)
    return { first: before === null ? null : before + 1, last }
  })
}

/** Returns the closes that windows lie between, ascending, and each window's places among them. */
export function spansOf(windows: readonly DayWindow[], more: readonly Day[] = []) {
  const ends = windows.flatMap(({ first, last }) => (first === null ? [last] : [first - 1, last]))
  const closes = [...new Set([...ends, ...more])].sort((a, b) => a - b)
  const spans = windows.map(({ first, last }): Span => {
    return { start: first === null ? -1 : closes.indexOf(first - 1), end: closes.indexOf(last) }
  })
  return { closes, spans }
}

/**
 * Computes standings of traders in some windows, one trader after the other.
 * @returns the windows of a trader's days, in memory that the next trader uses again
 */
export function createWindowsOf(
  windows: readonly DayWindow[],
  prices: ClosingPrices,
): (days: TraderDays<WindowColumn>, counts?: Counts) => readonly WindowNumbers[] {
  const { closes, spans } = spansOf(windows)
  // Windows with the same start are one sum that goes on from each to the next.
  const inOrder = [...spans.entries()].sort(([, a], [, b]) => a.start - b.start || a.end - b.end)
  const priceAt = closes.map(prices)
  const settled = settledFrom(priceAt)
  const moments = closes.map(emptyMoment)
  /** Changes at a close of what settled holdings are worth, and of their unrealized profit. */
  const [values, profits] = [new Float64Array(closes.length + 1), new Float64Array(closes.length + 1)]
  const numbers = windows.map((): WindowNumbers => {
    return emptyNumbers()
  })
  return (days, counts) => {
    for (const moment of moments) clear(moment)
    const { token_id: token, shares, cost } = days.columns
    eachHolding(days, closes, counts, {
      flow: (row, at) => addFlows(defined(moments[at]), days, row),
      hold(row, from, until) {
        const [held, paid, own] = [defined(shares[row]), defined(cost[row]), defined(token[row])]
        if (held === 0) return
        // Most shares of decided outcomes stay for good: at a price that stays, a holding is added once.
        const end = Math.max(from, Math.min(until, settled[own] ?? until))
        for (let m = from; m < end; m++) hold(defined(moments[m]), held, paid, known(priceAt[m]?.[own]))
        if (end === until) return
        const value = markedValue(held, paid, known(priceAt[end]?.[own]))
        addBetween(values, end, until, value)
        addBetween(profits, end, until, value - paid)
      },
    })
    let [value, profit] = [0, 0]
    for (let m = 0; m < moments.length; m++) {
      const moment = defined(moments[m])
      value += defined(values[m])
      profit += defined(profits[m])
      moment.value += value
      moment.unrealized += profit
    }
    values.fill(0)
    profits.fill(0)
    sums.start = null
    for (const [i, span] of inOrder) putNumbers(defined(numbers[i]), moments, span)
    return numbers
  }
}

/** The close, by its place, from which on each token's price stays the same to the last one. */
function settledFrom(priceAt: readonly ArrayLike<MicroPrice>[]): Int32Array {
  const last = priceAt.at(-1) ?? []
  const settled = new Int32Array(last.length).fill(priceAt.length - 1)
  for (let at = priceAt.length - 2; at >= 0; at--) {
    const prices = priceAt[at] ?? []
    for (let token = 0; token < last.length; token++)
      if (settled[token] === at + 1 && prices[token] === last[token]) settled[token] = at
  }
  return settled
}

function addBetween(changes: Float64Array, from: number, until: number, amount: number): void {
  changes[from] = defined(changes[from]) + amount
  changes[until] = defined(changes[until]) - amount
}

/** Prices and results that moments of a profile are computed with: marks are of the tokens' numbers. */
export interface ProfileMarks {
  closes: readonly Day[]
  /** By the places of the closes but the last. */
  priceAt: readonly ArrayLike<MicroPrice>[]
  isDecided(token: number, day: Day): boolean
}

/** The moments of a trader's days before the last close: it has the flows since the close before it, and no holdings yet. */
export function profileMoments(
  days: ProfileDays,
  { closes, priceAt, isDecided }: ProfileMarks,
  counts: Counts,
): Moment[] {
  const moments = closes.map(emptyMoment)
  const { token_id: token } = days.columns
  eachHolding(days, closes, counts, {
    flow: (row, at) => addProfileFlows(defined(moments[at]), days, row),
    hold(row, from, until) {
      const own = defined(token[row])
      const holding = holdingAt(days, row)
      for (let m = from; m < Math.min(until, closes.length - 1); m++)
        addHolding(defined(moments[m]), holding, known(priceAt[m]?.[own]), isDecided(own, defined(closes[m])))
    },
  })
  return moments
}

function known(price: number | undefined): MicroPrice | null {
  return price === undefined || price < 0 ? null : price
}

interface HoldingUse {
  /** A day's row, and the place of the close that its flows belong to. */
  flow(row: number, at: number): void
  /** The row that is a position's last at the closes from a place up to another, not included. */
  hold(row: number, from: number, until: number): void
}

/** Walks the days that count, position by position. */
function eachHolding(
  { count, columns }: Pick<TraderDays<never>, 'count' | 'columns'>,
  closes: readonly Day[],
  counts: Counts | undefined,
  use: HoldingUse,
): void {
  const { token_id: token, day } = columns
  for (let row = 0, at = -1; row < count; row++) {
    const own = defined(token[row])
    const first = at < 0 ? placeOf(closes, defined(day[row])) : at
    const isLast = row + 1 === count || token[row + 1] !== own
    const until = isLast ? closes.length : placeOf(closes, defined(day[row + 1]))
    at = isLast ? -1 : until
    if (first === closes.length || (counts !== undefined && !counts(own))) continue
    use.flow(row, first)
    if (first < until) use.hold(row, first, until)
  }
}

/** The place of the first close at or after a day. */
export function placeOf(closes: readonly Day[], day: Day): number {
  let [low, high] = [0, closes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (defined(closes[middle]) < day) low = middle + 1
    else high = middle
  }
  return low
}

function addFlows(moment: Moment, { columns }: TraderDays<WindowColumn>, row: number): void {
  moment.events += 1
  moment.realized += defined(columns.realized[row])
  moment.fills += defined(columns.fills[row])
  addTo(moment.volume, defined(columns.volume[row]))
  addTo(moment.bought, defined(columns.bought[row]))
}

/** Adds the flows of a position's day. */
export function addProfileFlows(moment: Moment, days: ProfileDays, row: number): void {
  const { columns } = days
  addFlows(moment, days, row)
  moment.officialRealized += defined(columns.official_realized[row])
  moment.fees += defined(columns.fees[row])
  addTo(moment.shareVolume, defined(columns.traded[row]))
}

/** Adds a day's income. */
export function addIncome(moment: Moment, amount: MicroUsd): void {
  moment.income += amount
  moment.events += 1
}

/** A position as its last day leaves it, by either rule. */
export interface HeldPosition {
  shares: MicroShares
  cost: MicroUsd
  officialAmount: MicroShares
  officialAvg: number
}

/** A position as a day leaves it. */
export function holdingAt({ columns }: ProfileDays, row: number): HeldPosition {
  return {
    shares: defined(columns.shares[row]),
    cost: defined(columns.cost[row]),
    officialAmount: defined(columns.official_amount[row]),
    officialAvg: defined(columns.official_avg[row]),
  }
}

function hold(
  moment: Pick<Moment, 'value' | 'unrealized'>,
  shares: MicroShares,
  cost: MicroUsd,
  price: MicroPrice | null,
): void {
  const value = markedValue(shares, cost, price)
  moment.value += value
  moment.unrealized += value - cost
}

/** The sums of positions' holdings at a moment, by either rule. */
export type Holdings = Pick<Moment, 'value' | 'unrealized' | 'official' | 'isOpen'>

/** Adds what a position holds at the moment. All of it are whole numbers: sums do not depend on the order. */
export function addHolding(
  moment: Holdings,
  { shares, cost, officialAmount, officialAvg }: HeldPosition,
  price: MicroPrice | null,
  isDecided: boolean,
): void {
  if (shares === 0 && officialAmount === 0) return
  hold(moment, shares, cost, price)
  moment.official += officialUnrealized({ amount: officialAmount, avg: officialAvg, mark: price })
  moment.isOpen ||= !isDecided
}

/** Takes back a holding of a decided outcome that was added. */
export function takeDecidedHolding(moment: Holdings, held: HeldPosition, price: MicroPrice | null): void {
  const own = { value: 0, unrealized: 0, official: 0, isOpen: false }
  addHolding(own, held, price, true)
  moment.value -= own.value
  moment.unrealized -= own.unrealized
  moment.official -= own.official
}

function emptyNumbers(): WindowNumbers {
  return { pnl: 0, realized: 0, unrealizedAtEnd: 0, volume: 0, stake: 0, fills: 0 }
}

function emptyMoment(): Moment {
  return {
    events: 0,
    value: 0,
    unrealized: 0,
    realized: 0,
    fills: 0,
    volume: emptySum(),
    bought: emptySum(),
    official: 0,
    officialRealized: 0,
    isOpen: false,
    fees: 0,
    income: 0,
    shareVolume: emptySum(),
  }
}

/** The same moment, to be added to. */
export function copyOf(moment: Moment): Moment {
  const { volume, shareVolume, bought } = moment
  return { ...moment, volume: { ...volume }, shareVolume: { ...shareVolume }, bought: { ...bought } }
}

function clear(moment: Moment): void {
  moment.value = 0
  moment.unrealized = 0
  if (moment.events === 0) return
  moment.events = 0
  moment.realized = 0
  moment.fills = 0
  resetSum(moment.volume)
  resetSum(moment.bought)
}

/** The flows after one close up to another. */
const sums = {
  /** Null for none. */
  start: null as number | null,
  end: 0,
  realized: 0,
  fills: 0,
  volume: emptySum(),
  stake: emptySum(),
}

function startSums(start: number, before: Moment | undefined): void {
  sums.start = start
  sums.end = start
  sums.realized = 0
  sums.fills = 0
  resetSum(sums.volume)
  resetSum(sums.stake)
  if (before) addTo(sums.stake, before.value)
}

/** Puts a window's numbers; its sums go on from those of a window with the same start that ended before, unless they were reset. */
function putNumbers(numbers: WindowNumbers, moments: readonly Moment[], { start, end }: Span): void {
  const before = moments[start]
  if (sums.start !== start) startSums(start, before)
  while (sums.end < end) {
    const moment = defined(moments[++sums.end])
    if (moment.events === 0) continue
    sums.realized += moment.realized
    sums.fills += moment.fills
    addTotalTo(sums.volume, exactTotal(moment.volume))
    addTotalTo(sums.stake, exactTotal(moment.bought))
  }
  const { unrealized } = defined(moments[end])
  numbers.realized = sums.realized
  numbers.unrealizedAtEnd = unrealized
  numbers.pnl = sums.realized + unrealized - (before?.unrealized ?? 0)
  numbers.volume = exactTotal(sums.volume)
  numbers.stake = exactTotal(sums.stake)
  numbers.fills = sums.fills
}

/** The part of totals that holdings at a window's end add to. */
export type SettledTotals = Pick<WindowTotals, 'pnl' | 'realized' | 'official' | 'startValue' | 'bought'>

/** Adds holdings that a window's last moment lacked to the totals that they are part of. */
export function withHoldings(
  { pnl: settled, realized, official, startValue, bought }: SettledTotals,
  held: Pick<Holdings, 'unrealized' | 'official'>,
): Pick<WindowTotals, 'pnl' | 'unrealized' | 'official' | 'roi'> {
  const pnl = settled + held.unrealized
  return {
    pnl,
    unrealized: pnl - realized,
    official: official + held.official,
    roi: roi(pnl, startValue, bought),
  }
}

/** A trader's totals between two moments of a profile. */
export function windowTotals(moments: readonly Moment[], span: Span): WindowTotals {
  const numbers = emptyNumbers()
  sums.start = null
  putNumbers(numbers, moments, span)
  const [before, end] = [moments[span.start], defined(moments[span.end])]
  const flows = { official: 0, fees: 0, income: 0, events: 0 }
  const [shareVolume, bought] = [emptySum(), emptySum()]
  for (const moment of moments.slice(span.start + 1, span.end + 1)) {
    flows.official += moment.officialRealized
    flows.fees += moment.fees
    flows.income += moment.income
    flows.events += moment.events
    addTotalTo(shareVolume, exactTotal(moment.shareVolume))
    addTotalTo(bought, exactTotal(moment.bought))
  }
  const { pnl, realized, volume, fills } = numbers
  const { fees, income } = flows
  const [startValue, ofBuys] = [before?.value ?? 0, exactTotal(bought)]
  return {
    pnl,
    realized,
    unrealized: pnl - realized,
    official: flows.official + end.official - (before?.official ?? 0),
    volume,
    shareVolume: exactTotal(shareVolume),
    bought: ofBuys,
    fees,
    income,
    fills,
    startValue,
    roi: roi(pnl, startValue, ofBuys),
    isActive: Boolean(before?.isOpen || end.isOpen) || flows.events > 0,
  }
}
