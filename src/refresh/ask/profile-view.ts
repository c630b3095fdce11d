import { type Day, dayOf } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/periods.ts'
import type { Snapshot, StatsScope } from '../../store/snapshot/snapshot-reader.ts'
import type { Window } from '../inputs/valuation-days.ts'

/** A window between two of a view's valuation days. */
export interface ViewWindow extends Pick<Window, 'before' | 'end'> {
  /** The period's code; null for days that are no period. */
  period: number | null
  /** The day before it; null for all time. */
  dayBefore: Day | null
}

/** The days, windows and category of one profile of a trader: all periods of a snapshot are one view. */
export interface ProfileView {
  /** Unique among the views of a snapshot. */
  name: string
  /** The last day that counts. */
  day: Day
  /** The day closes that the windows lie between, ascending. */
  days: readonly Day[]
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
  const days = [...new Set([...starts.flatMap(({ dayBefore }) => dayBefore ?? []), day])].sort(
    (a, b) => a - b,
  )
  const windows = starts.map((start) => ({
    ...start,
    before: start.dayBefore === null ? null : days.indexOf(start.dayBefore),
    end: days.indexOf(day),
  }))
  return { name: JSON.stringify([name, category]), day, days, windows, category }
}
