import { MICRO } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { isLoss } from '../profit/win-rate.ts'
import { MINIMUM_RETURNS, meanReturn, type UnitResult, unitReturns } from '../skill/decided-units.ts'

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
