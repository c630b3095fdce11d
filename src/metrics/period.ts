import type { Day } from '../ledger/quantities.ts'

/** The periods of boards and profiles, by their wire values. */
export const PERIODS = ['7d', '30d', '90d', 'all'] as const

/** A span of days that ends with the cutoff's day. */
export type Period = (typeof PERIODS)[number]

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const

/**
 * The first day of the period's window: the cutoff's day and the N − 1 days before it. Null for `all`, which has
 * no beginning. The marks to subtract are those at the close of the day before it.
 */
export function windowStart(period: Period, cutoffDay: Day): Day | null {
  return period === 'all' ? null : cutoffDay - DAYS[period] + 1
}
