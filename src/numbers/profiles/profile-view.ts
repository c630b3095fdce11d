import { type Day, dayOf } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/periods.ts'
import type { Snapshot, StatsScope } from '../../store/snapshot/snapshot-reader.ts'
import { type Span, spansOf } from '../windows/windows-of.ts'

/** A window of a view. */
export interface ViewWindow {
  /** The period's code; null for days that are no period. */
  period: number | null
  /** The day before it; null for all time. */
  dayBefore: Day | null
  /** Its places among the view's closes. */
  span: Span
}

/** The days, windows and category of one profile of a trader: all periods of a snapshot are one view. */
export interface ProfileView {
  /** Unique among the views of a snapshot. */
  name: string
  /** The last day that counts. */
  day: Day
  /** The day closes that the windows lie between, and the close before the last day, ascending. */
  closes: readonly Day[]
  windows: readonly ViewWindow[]
  /** The only category that counts; null for all markets. */
  category: string | null
}

/** The view that a scope belongs to: all periods, or its own days, up to the snapshot's day. */
export function profileView(
  { cutoff }: Pick<Snapshot, 'cutoff'>,
  { window, category }: StatsScope,
): ProfileView {
  const last = dayOf(cutoff.time)
  if ('code' in window) {
    const starts = PERIODS.map((period) => ({
      period: period.code,
      dayBefore: dayBeforeWindow(period, last),
    }))
    return viewOf('periods', last, starts, category)
  }
  const day = Math.min(window.to, last)
  return viewOf(`${window.from} ${window.to}`, day, [{ period: null, dayBefore: window.from - 1 }], category)
}

/** Which of the view's windows a scope asks for. */
export function windowAt({ windows }: ProfileView, { window }: StatsScope): number {
  return windows.findIndex(({ period }) => period === ('code' in window ? window.code : null))
}

function viewOf(
  name: string,
  day: Day,
  starts: readonly Pick<ViewWindow, 'period' | 'dayBefore'>[],
  category: string | null,
): ProfileView {
  const days = starts.map(({ dayBefore }) => ({
    first: dayBefore === null ? null : dayBefore + 1,
    last: day,
  }))
  const { closes, spans } = spansOf(days, [day - 1])
  const windows = starts.map((start, i) => ({ ...start, span: spans[i] ?? { start: -1, end: -1 } }))
  return { name: JSON.stringify([name, category]), day, closes, windows, category }
}
