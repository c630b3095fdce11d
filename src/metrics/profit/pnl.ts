import type { MetricDefinition } from '../metric-definition.ts'

/** Profit: one basis, marked, on every board and for every period. */
export const PNL = {
  id: 'pnl',
  title: 'Profit or loss',
  formula:
    'Realized plus unrealized profit at the cutoff, less the same at the close of the day before the period.',
  unit: 'USD',
  range: 'any amount',
  minimumSample: null,
  direction: 'HIGHER_IS_BETTER',
  nullWhen: null,
  source: 'methodology §3 and §4',
} as const satisfies MetricDefinition
