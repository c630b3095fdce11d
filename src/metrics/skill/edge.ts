import type { MetricDefinition } from '../metric-definition.ts'
import { addTo, emptySum, exactTotal, ratioOf } from '../running-sum.ts'
import type { UnitResult } from './decided-units.ts'

export const EDGE = {
  id: 'edge',
  title: 'Edge',
  formula: 'Sum of profit divided by the sum of cost, over decided units that cost something.',
  unit: 'fraction',
  range: 'any value, usually −1 or more',
  minimumSample: { count: 1, of: 'decided units with a cost' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no decided unit cost anything',
  source: 'methodology §5',
} as const satisfies MetricDefinition

/** Returns Σ pnl ÷ Σ cost over the decided units with a cost, a fraction; null without such a unit. */
export function edge(units: readonly UnitResult[]): number | null {
  const pnl = emptySum()
  const cost = emptySum()
  for (const unit of units) {
    if (unit.cost <= 0) continue
    addTo(pnl, unit.pnl)
    addTo(cost, unit.cost)
  }
  return ratioOf(exactTotal(pnl), exactTotal(cost))
}
