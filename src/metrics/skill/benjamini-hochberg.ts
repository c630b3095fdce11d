import { defined } from '../../checks.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { MINIMUM_STAKED_UNITS } from './decided-units.ts'

export const EDGE_Q_VALUE = {
  id: 'edgeQValue',
  title: 'Edge, q-value',
  formula:
    'The p-value adjusted by Benjamini and Hochberg over all traders with a p-value at the cutoff: the expected share of false positives among all traders called skilled at this value.',
  unit: 'probability',
  range: { minimum: 0, maximum: 1 },
  minimumSample: { count: MINIMUM_STAKED_UNITS, of: 'decided units with a cost' },
  direction: 'LOWER_IS_BETTER',
  nullWhen: null,
  source: 'methodology §5',
} as const satisfies MetricDefinition

/**
 * Returns the q-values of one family of tests, in the order of its p-values: min over p ≥ own of p · n /
 * (number of values ≤ p), at most 1. The caller omits traders without a p-value. Throws a RangeError for a
 * p-value outside [0, 1]. Benjamini and Hochberg 1995, doi:10.1111/j.2517-6161.1995.tb02031.x.
 */
export function benjaminiHochberg(pValues: ArrayLike<number>): Float64Array {
  const p = Float64Array.from(pValues)
  const outside = p.find((value) => !(value >= 0 && value <= 1))
  if (outside !== undefined) throw new RangeError(`A p-value lies between 0 and 1, not at ${outside}`)
  const ascending = Uint32Array.from(p, (_, i) => i).sort((a, b) => defined(p[a]) - defined(p[b]))
  const q = new Float64Array(p.length)
  let least = 1
  for (let rank = p.length; rank >= 1; rank -= 1) {
    const place = defined(ascending[rank - 1])
    least = Math.min(least, (defined(p[place]) * p.length) / rank)
    q[place] = least
  }
  return q
}
