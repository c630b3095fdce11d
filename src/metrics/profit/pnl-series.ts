import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'

export const PNL_SERIES = {
  id: 'pnlSeries',
  title: 'Profit by day',
  formula:
    "One point per UTC day of the period with a trade or a changed mark: marked and realized profit since the period's start, and the day's volume.",
  unit: 'series',
  range: 'days in order, amounts in USD',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §4',
} as const satisfies MetricDefinition

/** One day's close: profit since the trader's first event, and what happened on the day. */
export interface DailyClose {
  readonly day: Day
  /** Realized plus unrealized since the first event, at the day's close. */
  readonly pnl: MicroUsd
  /** Realized since the first event, at the day's close. */
  readonly realizedPnl: MicroUsd
  /** Gross dollars of the day's fills. */
  readonly volume: MicroUsd
  /** Number of the day's fills. */
  readonly trades: number
}

/** One point of the series: profit since the window's start, and the day's volume. */
export interface PnlPoint {
  readonly day: Day
  readonly pnl: MicroUsd
  readonly realizedPnl: MicroUsd
  readonly volume: MicroUsd
}

/**
 * Returns the window's closes as points, in day order, in exact micro-dollars. Profit is counted from
 * `before` (the close of the day before the window, null for none), so the last point equals the window's
 * pnl. A day has no point if it has no trade and no change of profit, marked or realized.
 */
export function pnlSeries(
  closes: readonly DailyClose[],
  before: Pick<DailyClose, 'pnl' | 'realizedPnl'> | null,
): PnlPoint[] {
  const base = before ?? { pnl: 0, realizedPnl: 0 }
  const points: PnlPoint[] = []
  let last = base
  for (const close of closes) {
    const changed = close.pnl !== last.pnl || close.realizedPnl !== last.realizedPnl
    if (close.trades > 0 || changed) points.push(pointOf(close, base))
    last = close
  }
  return points
}

function pointOf(close: DailyClose, base: Pick<DailyClose, 'pnl' | 'realizedPnl'>): PnlPoint {
  return {
    day: close.day,
    pnl: close.pnl - base.pnl,
    realizedPnl: close.realizedPnl - base.realizedPnl,
    volume: close.volume,
  }
}
