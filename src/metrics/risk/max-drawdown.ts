import type { MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'

export const MAX_DRAWDOWN = {
  id: 'maxDrawdown',
  title: 'Maximum drawdown',
  formula:
    "Largest fall of daily cumulative marked profit from an earlier peak to a later trough; the period's start, at 0, is the first peak.",
  unit: 'USD',
  range: { minimum: 0 },
  minimumSample: null,
  direction: 'LOWER_IS_BETTER',
  nullWhen: null,
  source: 'methodology §4',
} as const satisfies MetricDefinition

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
export function drawdownAfter(state: DrawdownState, { pnl, capitalAtRisk }: RiskClose): DrawdownState {
  const after = { ...state }
  addClose(after, pnl, capitalAtRisk)
  return after
}

/** Adds one more day to the state, in place. */
export function addClose(
  state: { -readonly [name in keyof DrawdownState]: MicroUsd },
  pnl: MicroUsd,
  capitalAtRisk: MicroUsd,
): void {
  state.worst = Math.max(state.worst, state.peak - pnl)
  state.peak = Math.max(state.peak, pnl)
  state.peakCapital = Math.max(state.peakCapital, capitalAtRisk)
}
