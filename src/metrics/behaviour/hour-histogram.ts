import type { MetricDefinition } from '../metric-definition.ts'

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
