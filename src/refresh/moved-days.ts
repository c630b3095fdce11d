import type { Day } from '../ledger/quantities.ts'
import { PERIODS } from '../metrics/periods.ts'
import { FORESIGHT_DELAY } from './read-trader-records.ts'

/** The days from the one after `after` up to and including `upTo`. */
export interface DaySpan {
  after: Day
  upTo: Day
}

/**
 * Days whose place among the moments differs between two cutoffs: those that a window's start or end passes, for the
 * windows at the cutoffs and at the closes of the days before them. What happened on any other day is in the same
 * windows as before. A window's first day counts too: what was held before it is at risk on it where it has no close of
 * its own; and so does the day whose foresight is now complete.
 * @param from the day of the earlier cutoff
 * @param to the day of the later one
 */
export function movedDays(from: Day, to: Day): DaySpan[] {
  const periods = PERIODS.flatMap(({ days }) => days ?? [])
  const lengths = new Set([0, FORESIGHT_DELAY, ...periods, ...periods.map((days) => days - 1)])
  return [...lengths].map((length) => ({ after: from - 1 - length, upTo: to - length }))
}
