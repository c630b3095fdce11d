import { defined } from '../checks.ts'
import type { MetricDefinition } from './metric-definition.ts'

export const PERCENTILES = {
  id: 'percentiles',
  title: 'Percentiles',
  formula:
    "The trader's rank on the metric, less a half, divided by the number of the period's eligible traders, which is returned too. 0.01 is the top 1%.",
  unit: 'fraction',
  range: { exclusiveMinimum: 0, exclusiveMaximum: 1 },
  minimumSample: null,
  direction: 'LOWER_IS_BETTER',
  nullWhen: 'the trader is not eligible',
  source: 'methodology §4',
  shape: 'LIST',
} as const satisfies MetricDefinition

/**
 * (rank − 0.5) / n for a rank from 1 (best) to n: near 0 at the top, near 1 at the bottom, 0.5 for a trader alone.
 * Null when rank is null (not eligible). Throws a RangeError for a rank that is not one of 1 to n.
 */
export function percentile(rank: number | null, n: number): number | null {
  if (rank === null) return null
  if (!Number.isInteger(rank) || rank < 1 || rank > n) {
    throw new RangeError(`A rank among ${n} lies between 1 and ${n}, not at ${rank}`)
  }
  return (rank - 0.5) / n
}

/** The middle of some numbers: the mean of the middle two where their number is even; null without any. */
export function medianOf(values: Iterable<number>): number | null {
  const sorted = new Float64Array(values).sort()
  const middle = sorted[sorted.length >> 1]
  return middle === undefined ? null : (defined(sorted[(sorted.length - 1) >> 1]) + middle) / 2
}
