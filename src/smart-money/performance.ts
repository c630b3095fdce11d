import { MICRO, type MicroPrice } from '../ledger/quantities.ts'
import { type Interval, wilsonInterval } from '../metrics/skill/wilson-interval.ts'
import type { Grade } from './grade.ts'
import type { Side } from './stance.ts'

/** A signal with how it came out. */
export interface GradedSignal extends Grade {
  market: number
  side: Side
  /** What a share of its side cost when it was made. */
  price: MicroPrice
}

/** How a cohort's signals came out. */
export interface Performance {
  /** Signals that count: of a market's signals for one side, the first alone. */
  signals: number
  won: number
  lost: number
  voided: number
  open: number
  /** won ÷ (won + lost), a fraction; null while there is neither. */
  hitRate: number | null
  /** Wilson's 95% interval of it; null as above. */
  hitRateInterval: Interval | null
  /** What the prices said the hit rate would be: the mean price of those won and lost; null as above. */
  impliedRate: number | null
  /** Mean and median return of all that are graded, voided ones too; null if there is none. */
  meanReturn: number | null
  medianReturn: number | null
}

/**
 * How signals came out, oldest first. A market that stays a signal week after week is one bet: only the first signal
 * for each side of it counts, or the interval would claim more bets than were made.
 */
export function performanceOf(signals: readonly GradedSignal[]): Performance {
  const first = firstOfEach(signals)
  const decided = first.filter(({ outcome }) => outcome === 'WON' || outcome === 'LOST')
  const count = (outcome: Grade['outcome']) => first.filter((signal) => signal.outcome === outcome).length
  const won = count('WON')
  const prices = decided.reduce((sum, { price }) => sum + price, 0)
  const returns = first.flatMap((signal) => (signal.return === null ? [] : [signal.return]))
  return {
    signals: first.length,
    won,
    lost: count('LOST'),
    voided: count('VOID'),
    open: count('OPEN'),
    hitRate: decided.length === 0 ? null : won / decided.length,
    hitRateInterval: wilsonInterval(won, decided.length),
    impliedRate: decided.length === 0 ? null : prices / MICRO / decided.length,
    meanReturn: returns.length === 0 ? null : returns.reduce((sum, value) => sum + value, 0) / returns.length,
    medianReturn: medianOf(returns),
  }
}

function firstOfEach(signals: readonly GradedSignal[]): GradedSignal[] {
  const first = new Map<string, GradedSignal>()
  for (const signal of signals) {
    const key = `${signal.market} ${signal.side}`
    if (!first.has(key)) first.set(key, signal)
  }
  return [...first.values()]
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
