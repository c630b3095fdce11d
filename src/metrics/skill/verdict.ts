import { defined } from '../../checks.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { MINIMUM_STAKED_UNITS } from './decided-units.ts'
import type { Interval } from './intervals.ts'

/** Below it a q-value counts as evidence of skill. */
export const LOW_Q = 0.05

export const VERDICT = {
  id: 'verdict',
  title: 'Verdict',
  formula: `SKILLED with a q-value below ${LOW_Q} and the edge's interval above 0; UNSKILLED with the interval below 0; else CANNOT_TELL, always under 30 decided units with a cost.`,
  unit: 'label',
  range: 'SKILLED, UNSKILLED or CANNOT_TELL',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §5',
  labels: ['SKILLED', 'UNSKILLED', 'CANNOT_TELL'],
} as const satisfies MetricDefinition

export type Verdict = (typeof VERDICT)['labels'][number]

/** The evidence: units with a cost, the q-value of the edge, and its bootstrap interval. */
export interface SkillEvidence {
  /** Decided units with a cost. */
  readonly units: number
  /** Null if the trader was in no family of tests. */
  readonly q: number | null
  readonly interval: Interval | null
}

/**
 * Returns the verdict: CANNOT_TELL under 30 units or without an interval. An interval that touches 0 is no
 * evidence.
 */
export function verdict({ units, q, interval }: SkillEvidence): Verdict {
  if (units < MINIMUM_STAKED_UNITS || interval === null) return 'CANNOT_TELL'
  if (interval[1] < 0) return 'UNSKILLED'
  return q !== null && q < LOW_Q && interval[0] > 0 ? 'SKILLED' : 'CANNOT_TELL'
}

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
