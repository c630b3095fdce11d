import { MICRO, type MicroPrice } from '../ledger/quantities.ts'
import type { Side } from './stance.ts'

/** How a signal came out; VOID where the market paid both sides something. */
export type Outcome = 'WON' | 'LOST' | 'VOID' | 'OPEN'

/** A signal's outcome and what following it would have earned. */
export interface Grade {
  outcome: Outcome
  /** What a share of the signal's side paid; null while the market is open. */
  payout: MicroPrice | null
  /** Payout ÷ price − 1, fees left out: −1 where all is lost; null while the market is open. */
  return: number | null
}

/**
 * Grades a signal.
 * @param price what a share of the signal's side cost when it was made, above 0
 * @param yesPayout what a YES share paid, or null while the market is open
 */
export function gradeOf(side: Side, price: MicroPrice, yesPayout: MicroPrice | null): Grade {
  if (yesPayout === null) return { outcome: 'OPEN', payout: null, return: null }
  const payout = side === 'YES' ? yesPayout : MICRO - yesPayout
  const outcome = payout === MICRO ? 'WON' : payout === 0 ? 'LOST' : 'VOID'
  return { outcome, payout, return: payout / price - 1 }
}
