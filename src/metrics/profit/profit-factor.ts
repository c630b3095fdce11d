import type { MetricDefinition } from '../metric-definition.ts'
import { addTo, emptySum, exactTotal, ratioOf } from '../running-sum.ts'
import type { DecidedUnit } from '../skill/decided-units.ts'
import { isLoss, isProfit } from './win-rate.ts'

export const PROFIT_FACTOR = {
  id: 'profitFactor',
  title: 'Profit factor',
  formula:
    'Sum of the profits divided by the sum of the losses, over decided units with a profit or a loss of a cent or more.',
  unit: 'ratio',
  range: { minimum: 0 },
  minimumSample: { count: 1, of: 'decided units with a loss' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no unit made a loss of a cent or more',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/**
 * Returns Σ profits ÷ Σ losses over decided units, each of a cent or more; 0 or more, null when no unit made
 * a loss.
 */
export function profitFactor(units: readonly Pick<DecidedUnit, 'pnl'>[]): number | null {
  const gains = emptySum()
  const losses = emptySum()
  for (const { pnl } of units) {
    if (isProfit(pnl)) addTo(gains, pnl)
    else if (isLoss(pnl)) addTo(losses, -pnl)
  }
  return ratioOf(exactTotal(gains), exactTotal(losses))
}
