import type { MetricDefinition } from '../metric-definition.ts'

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
