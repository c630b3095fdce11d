import type { MicroUsd } from '../../ledger/quantities.ts'

/** The state of a drawdown after some days, in micro-dollars, from which the next day continues. */
export interface DrawdownState {
  /** The highest profit since the window's start, 0 or more. */
  readonly peak: MicroUsd
  /** The largest fall from an earlier peak, 0 or more. */
  readonly worst: MicroUsd
  /** The most that was at risk at a day's close, 0 or more. */
  readonly peakCapital: MicroUsd
}

/** A day's close: profit since the window's start, and the cost of open positions. */
export interface RiskClose {
  readonly pnl: MicroUsd
  readonly capitalAtRisk: MicroUsd
}

/** The window's start: no profit, no fall, nothing at risk. */
export const NO_DRAWDOWN: DrawdownState = { peak: 0, worst: 0, peakCapital: 0 }

/**
 * Returns the state after one more day. For a new mark of the last day, continue from the state before that
 * day.
 */
export function drawdownAfter(
  { peak, worst, peakCapital }: DrawdownState,
  { pnl, capitalAtRisk }: RiskClose,
): DrawdownState {
  return {
    peak: Math.max(peak, pnl),
    worst: Math.max(worst, peak - pnl),
    peakCapital: Math.max(peakCapital, capitalAtRisk),
  }
}
