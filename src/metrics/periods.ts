import type { Day } from '../ledger/quantities.ts'

/** The periods of every board and profile: their name in GraphQL, on the wire, in the store, and their length. */
export const PERIODS = [
  { name: 'DAYS_7', wire: '7d', code: 1, days: 7, title: '7 days' },
  { name: 'DAYS_30', wire: '30d', code: 2, days: 30, title: '30 days' },
  { name: 'DAYS_90', wire: '90d', code: 3, days: 90, title: '90 days' },
  { name: 'ALL', wire: 'all', code: 0, days: null, title: 'all time' },
] as const

export type PeriodDefinition = (typeof PERIODS)[number]
export type Period = PeriodDefinition['name']
/** A period's name on the wire (`7d`). */
export type PeriodWire = PeriodDefinition['wire']

/** The definition of a period by its GraphQL name. */
export function periodNamed(name: Period): PeriodDefinition {
  return PERIODS.find((period) => period.name === name) ?? PERIODS[3]
}

/**
 * The last day before a period's window, whose close is what the window's PnL is counted from.
 * The window of N days at a cutoff is the cutoff's UTC day and the N − 1 days before it; null for all time.
 */
export function dayBeforeWindow(period: PeriodDefinition, cutoffDay: Day): Day | null {
  return period.days === null ? null : cutoffDay - period.days
}
