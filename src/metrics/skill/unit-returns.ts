import { MICRO } from '../../ledger/quantities.ts'
import type { DecidedUnit } from './decided-units.ts'

/** The fewest returns that a ratio of mean to deviation is read from. */
export const MINIMUM_RETURNS = 10

export type UnitResult = Pick<DecidedUnit, 'pnl' | 'cost'>

/**
 * pnl / cost of every unit that cost at least a dollar, ascending; null under {@link MINIMUM_RETURNS}. Sorted,
 * because a sum of floats depends on its order and a metric may not depend on the order of its units.
 */
export function unitReturns(units: readonly UnitResult[]): Float64Array | null {
  if (units.length < MINIMUM_RETURNS) return null
  const returns = new Float64Array(units.length)
  let count = 0
  for (const { pnl, cost } of units) {
    if (cost < MICRO) continue
    returns[count] = pnl / cost
    count += 1
  }
  return count < MINIMUM_RETURNS ? null : returns.subarray(0, count).sort()
}

/** The mean of at least one return. */
export function meanReturn(returns: Float64Array): number {
  let sum = 0
  for (const value of returns) sum += value
  return sum / returns.length
}
