import { MICRO, type MicroPrice } from '../ledger/quantities.ts'
import { medianOf } from '../metrics/median.ts'
import { type Interval, wilsonInterval } from '../metrics/skill/edge.ts'
import type { Side } from './stance.ts'

/** A signal's outcome; VOID where the market paid both sides. */
export type Outcome = 'WON' | 'LOST' | 'VOID' | 'OPEN'

/** A signal's outcome and the return of following it. */
export interface Grade {
  outcome: Outcome
  /** The payout of a share of the signal's side; null while the market is open. */
  payout: MicroPrice | null
  /** Payout ÷ price − 1, before fees: −1 for a total loss; null while the market is open. */
  return: number | null
}

/**
 * Grades a signal.
 * @param price of a share of the signal's side when the signal was made, above 0
 * @param yesPayout of a YES share, or null while the market is open
 */
export function gradeOf(side: Side, price: MicroPrice, yesPayout: MicroPrice | null): Grade {
  if (yesPayout === null) return { outcome: 'OPEN', payout: null, return: null }
  const payout = side === 'YES' ? yesPayout : MICRO - yesPayout
  const outcome = payout === MICRO ? 'WON' : payout === 0 ? 'LOST' : 'VOID'
  return { outcome, payout, return: payout / price - 1 }
}

export interface GradedSignal extends Grade {
  market: number
  side: Side
  /** The price of a share of its side when it was made. */
  price: MicroPrice
}

/** The track record of a cohort's signals. */
export interface Performance {
  /** Only the first of a market's signals for one side counts. */
  signals: number
  won: number
  lost: number
  voided: number
  open: number
  /** won ÷ (won + lost), a fraction; null without either. */
  hitRate: number | null
  /** Wilson's 95% interval of it; null as above. */
  hitRateInterval: Interval | null
  /** The hit rate that the prices implied: the mean price of won and lost signals; null as above. */
  impliedRate: number | null
  /** Mean and median return of all graded signals, voided ones included; null without any. */
  meanReturn: number | null
  medianReturn: number | null
}

/**
 * The track record of signals, oldest first. A market that stays a signal week after week is one bet: only its first
 * signal for each side counts, or the interval would claim more bets than there were.
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
