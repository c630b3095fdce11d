import type { Day } from '../../ledger/quantities.ts'
import { dayBeforeWindow, type PeriodDefinition } from '../../metrics/periods.ts'
import type { SeriesPoint } from '../../store/snapshot/snapshot-reader.ts'

/**
 * A period's part of an all-time series, in day order: profit counted from the close of the day before the period,
 * volume as it stands. A day without a point changed nothing, so the last point before the period is that close.
 */
export function seriesWindow(
  points: readonly SeriesPoint[],
  period: PeriodDefinition,
  cutoffDay: Day,
): readonly SeriesPoint[] {
  const before = dayBeforeWindow(period, cutoffDay)
  if (before === null) return points
  const first = points.findIndex((point) => point.day > before)
  if (first < 0) return []
  const base = points[first - 1]
  if (!base) return points
  return points.slice(first).map(({ day, pnl, realized, volume }) => ({
    day,
    pnl: pnl - base.pnl,
    realized: realized - base.realized,
    volume,
  }))
}
