import type { MetricDefinition } from '../metric-definition.ts'
import { MINIMUM_RETURNS, meanReturn, type UnitResult, unitReturns } from '../skill/decided-units.ts'

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
