import { MICRO, type MicroPrice } from '../ledger/quantities.ts'
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
