import type { MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { ratioOf } from '../running-sum.ts'
import { maxDrawdown } from './max-drawdown.ts'

/** The worst stretch, against what was at stake. */
export const MAX_DRAWDOWN_PCT = {
  id: 'maxDrawdownPct',
  title: 'Maximum drawdown, relative',
  formula:
    "Maximum drawdown divided by the period's peak capital at risk, the largest cost of open positions at a day's close, the close before the period included.",
  unit: 'fraction',
  range: { minimum: 0, note: '; above 1 if the losses of several days exceed the largest capital at risk' },
  minimumSample: null,
  direction: 'LOWER_IS_BETTER',
  nullWhen: "no position was open at any day's close, nor when the period began",
  source: 'methodology §4',
} as const satisfies MetricDefinition

/**
 * Maximum drawdown as a fraction of the peak capital at risk, 0 or more. Both series are daily closes in
 * micro-dollars: profit since the window's start, and the cost of open positions, that at the window's start first. Null when capital was never at risk.
 */
export function maxDrawdownPct(
  dailyPnl: Iterable<MicroUsd>,
  capitalAtRisk: Iterable<MicroUsd>,
): number | null {
  let peak = 0
  for (const capital of capitalAtRisk) if (capital > peak) peak = capital
  return ratioOf(maxDrawdown(dailyPnl), peak)
}
