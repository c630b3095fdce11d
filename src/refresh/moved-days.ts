import type { Day } from '../ledger/quantities.ts'
import { PERIODS } from '../metrics/periods.ts'

/** The days from the one after `after` up to and including `upTo`. */
export interface DaySpan {
  after: Day
  upTo: Day
}

/**
 * Days whose place among the moments differs between two cutoffs: those that a window's start or end passes, for the
 * windows at the cutoffs and at the closes of the days before them. What happened on any other day is in the same
 * windows as before.
 * @param from the day of the earlier cutoff
 * @param to the day of the later one
 */
export function movedDays(from: Day, to: Day): DaySpan[] {
  const lengths = new Set([0, ...PERIODS.map(({ days }) => days ?? 0)])
  return [...lengths].map((length) => ({ after: from - 1 - length, upTo: to - length }))
}
