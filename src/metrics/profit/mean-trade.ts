import { MICRO } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { type ExactTotal, ratioOf } from '../running-sum.ts'

export const MEAN_TRADE = {
  id: 'meanTrade',
  title: 'Mean trade',
  formula: "Volume divided by the number of the trader's fills.",
  unit: 'USD',
  range: { minimum: 0 },
  minimumSample: { count: 1, of: 'fills' },
  direction: 'NEUTRAL',
  nullWhen: 'the trader has no fills',
  source: 'methodology §4',
  isDecimal: true,
} as const satisfies MetricDefinition

/** Mean dollars (not millionths) of a fill, from the volume in micro-dollars; null without fills. */
export function meanTrade(volume: ExactTotal, fills: number): number | null {
  const mean = ratioOf(volume, fills)
  return mean === null ? null : mean / MICRO
}
