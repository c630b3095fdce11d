import type { Day } from '../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS, type PeriodDefinition } from '../metrics/periods.ts'

/** A period as seen from one cutoff, between two of the {@link Moments}. */
export interface Window {
  period: PeriodDefinition
  /** The moment that the window counts from, as an index; null for all time. */
  before: number | null
  /** The moment that it ends at, as an index. */
  end: number
}

/** The day closes at which a trader's holdings are valued: every number of a snapshot lies between two of them. */
export interface Moments {
  /** Ascending; the last is the cutoff's day. */
  days: readonly Day[]
  /** The periods at the cutoff. */
  windows: readonly Window[]
  /** The periods at the close of the day before: what a board's previous ranks are read from. */
  previous: readonly Window[]
}

/** The moments and windows of a cutoff on this day. */
export function momentsOf(cutoffDay: Day): Moments {
  const cutoffs = [cutoffDay, cutoffDay - 1]
  const starts = cutoffs.flatMap((cutoff) =>
    PERIODS.map((period) => dayBeforeWindow(period, cutoff) ?? cutoff),
  )
  const days = [...new Set([...cutoffs, ...starts])].sort((a, b) => a - b)
  const windowsAt = (cutoff: Day) =>
    PERIODS.map((period) => {
      const before = dayBeforeWindow(period, cutoff)
      return { period, before: before === null ? null : days.indexOf(before), end: days.indexOf(cutoff) }
    })
  return { days, windows: windowsAt(cutoffDay), previous: windowsAt(cutoffDay - 1) }
}
