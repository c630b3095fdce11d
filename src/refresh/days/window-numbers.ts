import type { Day, MicroPrice } from '../../ledger/quantities.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import { addTo, emptySum, exactTotal, type RunningSum, resetSum } from '../../metrics/running-sum.ts'
import { markedValue } from '../inputs/marks.ts'
import type { TraderDays } from './trader-days.ts'

/** Days, both included; null for all time up to the last. */
export interface DayWindow {
  first: Day | null
  last: Day
}

/** What a trader did in a window. */
export interface WindowNumbers {
  /** Marked profit, in micro-dollars. */
  pnl: number
  /** The part that depends on prices at the window's end. */
  unrealized: number
  /** Micro-dollars, like the next. */
  volume: ExactTotal
  /** What a return is measured against: what was held at the start, and what was bought. */
  stake: ExactTotal
  fills: number
}

/** The price of each token at a day's close by its id; below 0 if it is unknown. */
export type ClosingPrices = (day: Day) => ArrayLike<MicroPrice>

/** Works out traders' windows, one trader after the other, in memory that it uses again. */
export interface WindowCounter {
  readonly windows: readonly WindowNumbers[]
  /** Makes `windows` those of these days. @param isAsked leaves tokens out. @default all count */
  count(days: TraderDays, isAsked?: (token: number) => boolean): void
}

/** What a trader held at a moment, and what flowed since the moment before it. */
interface Moment {
  /** True if nothing flowed: of most traders nearly always. */
  isQuiet: boolean
  value: number
  unrealized: number
  realized: number
  fills: number
  volume: RunningSum
  bought: RunningSum
}

/** A counter of some windows. Every number of a window lies between the closes of two of the moments. */
export function createWindowCounter(windows: readonly DayWindow[], prices: ClosingPrices): WindowCounter {
  const closes = [
    ...new Set(windows.flatMap(({ first, last }) => (first === null ? [last] : [first - 1, last]))),
  ].sort((a, b) => a - b)
  const priceAt = closes.map(prices)
  const moments = closes.map(emptyMoment)
  const spans = windows.map(({ first, last }) => {
    return { start: first === null ? -1 : closes.indexOf(first - 1), end: closes.indexOf(last) }
  })
  const numbers = windows.map((): WindowNumbers => ({ pnl: 0, unrealized: 0, volume: 0, stake: 0, fills: 0 }))
  const momentOf = (day: number) => {
    let moment = 0
    while (moment < closes.length && (closes[moment] ?? 0) < day) moment++
    return moment
  }
  return {
    windows: numbers,
    count(days, isAsked) {
      for (const moment of moments) clear(moment)
      const [token, day] = [days.column('token_id'), days.column('day')]
      const [shares, cost] = [days.column('shares'), days.column('cost')]
      const [realized, bought] = [days.column('realized'), days.column('bought')]
      const [volume, fills] = [days.column('volume'), days.column('fills')]
      for (let row = 0, at = -1; row < days.count; row++) {
        const own = token[row] ?? 0
        const first = at < 0 ? momentOf(day[row] ?? 0) : at
        const isLast = row + 1 === days.count || token[row + 1] !== own
        const until = isLast ? closes.length : momentOf(day[row + 1] ?? 0)
        at = isLast ? -1 : until
        const flows = moments[first]
        if (flows === undefined || (isAsked !== undefined && !isAsked(own))) continue
        flows.isQuiet = false
        flows.realized += realized[row] ?? 0
        flows.fills += fills[row] ?? 0
        addTo(flows.volume, volume[row] ?? 0)
        addTo(flows.bought, bought[row] ?? 0)
        if (shares[row] === 0) continue
        const [held, paid] = [shares[row] ?? 0, cost[row] ?? 0]
        for (let m = first; m < until; m++) {
          const price = priceAt[m]?.[own] ?? -1
          const value = markedValue(held, paid, price < 0 ? null : price)
          const moment = moments[m]
          if (moment === undefined) continue
          moment.value += value
          moment.unrealized += value - paid
        }
      }
      for (const [i, span] of spans.entries()) addMoments(numbers[i], moments, span)
    },
  }
}

function emptyMoment(): Moment {
  return {
    isQuiet: true,
    value: 0,
    unrealized: 0,
    realized: 0,
    fills: 0,
    volume: emptySum(),
    bought: emptySum(),
  }
}

function clear(moment: Moment): void {
  moment.value = 0
  moment.unrealized = 0
  if (moment.isQuiet) return
  moment.isQuiet = true
  moment.realized = 0
  moment.fills = 0
  resetSum(moment.volume)
  resetSum(moment.bought)
}

const sums = { volume: emptySum(), stake: emptySum() }

function addMoments(
  numbers: WindowNumbers | undefined,
  moments: readonly Moment[],
  { start, end }: { start: number; end: number },
): void {
  if (numbers === undefined) return
  resetSum(sums.volume)
  resetSum(sums.stake)
  const before = moments[start]
  let [pnl, fills] = [0, 0]
  if (before) addTo(sums.stake, before.value)
  for (let m = start + 1; m <= end; m++) {
    const moment = moments[m]
    if (moment === undefined || moment.isQuiet) continue
    pnl += moment.realized
    fills += moment.fills
    addSum(sums.volume, moment.volume)
    addSum(sums.stake, moment.bought)
  }
  numbers.unrealized = moments[end]?.unrealized ?? 0
  numbers.pnl = pnl + numbers.unrealized - (before?.unrealized ?? 0)
  numbers.volume = exactTotal(sums.volume)
  numbers.stake = exactTotal(sums.stake)
  numbers.fills = fills
}

function addSum(total: RunningSum, { low, high }: RunningSum): void {
  addTo(total, low)
  if (high !== 0n) total.high += high
}
