import type { MicroUsd } from '../../ledger/quantities.ts'
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

/** A trader's cumulative profit at one moment, in micro-dollars. */
export interface MarkedPnl {
  readonly realized: MicroUsd
  readonly unrealized: MicroUsd
}

/**
 * Returns the marked profit of a window in exact micro-dollars: the profit at the cutoff less that at the
 * close of the day before the window. `before` is null for the period `all` and for a trader who started
 * later.
 */
export function pnl(atCutoff: MarkedPnl, before: MarkedPnl | null): MicroUsd {
  const now = atCutoff.realized + atCutoff.unrealized
  return before === null ? now : now - (before.realized + before.unrealized)
}
