import type { DecidedUnit } from './decided-units.ts'
import type { MetricDefinition } from './metric-definition.ts'
import { ratioOf } from './ratio-of.ts'
import { addTo, emptySum, exactTotal } from './running-sum.ts'

/** Gains for each dollar lost. */
export const PROFIT_FACTOR = {
  id: 'profitFactor',
  title: 'Profit factor',
  formula: 'Sum of the gains divided by the sum of the losses, over decided units.',
  unit: 'ratio',
  range: '0 or more',
  minimumSample: { count: 1, of: 'decided units with a loss' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no unit made a loss',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/** Σ gains ÷ Σ losses over decided units, 0 or more; null when no unit made a loss. */
export function profitFactor(units: readonly Pick<DecidedUnit, 'pnl'>[]): number | null {
  const gains = emptySum()
  const losses = emptySum()
  for (const { pnl } of units) addTo(pnl > 0 ? gains : losses, Math.abs(pnl))
  return ratioOf(exactTotal(gains), exactTotal(losses))
}
