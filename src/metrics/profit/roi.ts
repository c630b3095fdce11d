import type { MetricDefinition } from '../metric-definition.ts'
import { addTotals, type ExactTotal, ratioOf } from '../running-sum.ts'

/** Return on what was at work. */
export const ROI = {
  id: 'roi',
  title: 'Return on investment',
  formula:
    "Profit divided by the marked value held at the period's start plus the cost of buys and splits within it.",
  unit: 'fraction',
  range: 'any value, usually −1 or more',
  minimumSample: null,
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'nothing was held at the start and nothing bought',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/**
 * Return on investment as a fraction (0.25 is 25%), from totals in micro-dollars. Null when the value at the
 * window's start plus what was bought in it is 0 or less; less can only come from a conversion's negative basis,
 * carried at cost.
 */
export function roi(pnl: ExactTotal, startValue: ExactTotal, boughtInWindow: ExactTotal): number | null {
  return ratioOf(pnl, addTotals(startValue, boughtInWindow))
}
