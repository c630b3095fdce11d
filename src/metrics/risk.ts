import { MICRO, type MicroUsd } from '../ledger/quantities.ts'
import type { MetricDefinition } from './metric-definition.ts'
import { isLoss } from './profit/results.ts'
import { MINIMUM_RETURNS, meanReturn, type UnitResult, unitReturns } from './skill/edge.ts'

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

/** The worst stretch, against what was at stake. */
export const MAX_DRAWDOWN_PCT = {
  id: 'maxDrawdownPct',
  title: 'Maximum drawdown, relative',
  formula:
    "Maximum drawdown divided by the period's peak capital at risk, the largest cost of open positions at a day's close, the close before the period included.",
  unit: 'fraction',
  range: { minimum: 0, note: '; above 1 if the losses of several days exceed the largest capital at risk' },
  minimumSample: null,
  direction: 'LOWER_IS_BETTER',
  nullWhen: "no position was open at any day's close, nor when the period began",
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const SHARPE_RATIO = {
  id: 'sharpeRatio',
  title: 'Sharpe ratio',
  formula:
    'Mean divided by the sample standard deviation of the returns, profit over cost, of decided units that cost at least $1. Per unit, not per year.',
  unit: 'ratio',
  range: 'any value',
  minimumSample: { count: MINIMUM_RETURNS, of: 'decided units that cost at least $1' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'all returns are the same',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/**
 * Mean over sample standard deviation (n − 1) of per-unit returns, units that cost at least a dollar.
 * Null under 10 such units, and when all returns are the same.
 */
export function sharpeRatio(units: readonly UnitResult[]): number | null {
  const returns = unitReturns(units)
  // Compared, not computed: rounding would make a deviation out of equal returns.
  if (returns === null || returns[0] === returns.at(-1)) return null
  return meanReturn(returns) / standardDeviation(returns)
}

/** The sample standard deviation (n − 1) of two or more returns, in ascending order. */
export function standardDeviation(returns: Float64Array): number {
  const mean = meanReturn(returns)
  let squares = 0
  for (const value of returns) squares += (value - mean) * (value - mean)
  return Math.sqrt(squares / (returns.length - 1))
}

export const SORTINO_RATIO = {
  id: 'sortinoRatio',
  title: 'Sortino ratio',
  formula:
    'Mean return divided by the downside deviation to 0, the root of the mean squared loss over all units, gains counting as 0. Decided units that cost at least $1.',
  unit: 'ratio',
  range: 'any value',
  minimumSample: { count: MINIMUM_RETURNS, of: 'decided units that cost at least $1' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no such unit made a loss of a cent or more',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/**
 * Returns the mean over the downside deviation of per-unit returns, of units that cost at least a dollar; the
 * deviation is √(Σ min(0, return)² / n) with n all of them. Null under 10 such units, and when no unit lost a
 * cent or more, since the micro lost to rounding would make the ratio enormous.
 */
export function sortinoRatio(units: readonly UnitResult[]): number | null {
  const returns = unitReturns(units)
  if (returns === null || !units.some(({ pnl, cost }) => cost >= MICRO && isLoss(pnl))) return null
  return meanReturn(returns) / downsideDeviation(returns)
}

/** √(Σ min(0, return)² / n) of returns in ascending order. */
export function downsideDeviation(returns: Float64Array): number {
  let squares = 0
  for (const value of returns) if (value < 0) squares += value * value
  return Math.sqrt(squares / returns.length)
}
