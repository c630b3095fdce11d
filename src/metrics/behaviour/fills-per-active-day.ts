import type { MetricDefinition } from '../metric-definition.ts'
import { ratioOf } from '../running-sum.ts'

export const FILLS_PER_ACTIVE_DAY = {
  id: 'fillsPerActiveDay',
  title: 'Fills per active day',
  formula: 'Fills divided by the UTC days with at least one fill.',
  unit: 'ratio',
  range: { minimum: 1 },
  minimumSample: { count: 1, of: 'fills' },
  direction: 'NEUTRAL',
  nullWhen: 'the trader has no fills',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** Returns the mean number of fills on a day with a fill, 1 or more; null without such a day. */
export function fillsPerActiveDay(fills: number, activeDays: number): number | null {
  return ratioOf(fills, activeDays)
}

export const HOUR_HISTOGRAM = {
  id: 'hourHistogram',
  title: 'Fills by hour',
  formula: 'Number of fills in each hour of the UTC day.',
  unit: 'count',
  range: '24 counts, midnight first',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
  shape: 'LIST',
} as const satisfies MetricDefinition
