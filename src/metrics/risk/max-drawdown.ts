import type { MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { drawdownAfter, NO_DRAWDOWN } from './drawdown-state.ts'

export const MAX_DRAWDOWN = {
  id: 'maxDrawdown',
  title: 'Maximum drawdown',
  formula:
    "Largest fall of daily cumulative marked profit from an earlier peak to a later trough; the period's start, at 0, is the first peak.",
  unit: 'USD',
  range: { minimum: 0 },
  minimumSample: null,
  direction: 'LOWER_IS_BETTER',
  nullWhen: null,
  source: 'methodology §4',
} as const satisfies MetricDefinition

/**
 * Largest peak-to-trough fall in micro-dollars, 0 or more, of daily closes of profit counted from the window's
 * start, in day order. The window begins at 0, so a trader who only ever lost has fallen from there.
 */
export function maxDrawdown(dailyPnl: Iterable<MicroUsd>): MicroUsd {
  let state = NO_DRAWDOWN
  for (const pnl of dailyPnl) state = drawdownAfter(state, { pnl, capitalAtRisk: 0 })
  return state.worst
}
