import type { MetricDefinition } from '../metric-definition.ts'
import { ratioOf } from '../ratio-of.ts'

/** How busy a day of trading is. */
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

/** Mean fills of a day that has any, 1 or more; null when there is none. */
export function fillsPerActiveDay(fills: number, activeDays: number): number | null {
  return ratioOf(fills, activeDays)
}
