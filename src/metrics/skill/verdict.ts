import type { MetricDefinition } from '../metric-definition.ts'
import { MINIMUM_STAKED_UNITS } from './decided-units.ts'
import type { Interval } from './wilson-interval.ts'

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
