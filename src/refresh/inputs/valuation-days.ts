import type { Day } from '../../ledger/quantities.ts'
import type { PeriodDefinition } from '../../metrics/periods.ts'

/** A period at one cutoff, between two of the {@link ValuationDays}. */
export interface Window {
  period: PeriodDefinition
  /** Index of the valuation day that the window starts after; null for all time. */
  before: number | null
  /** Index of the valuation day that it ends at. */
  end: number
}

/** The day closes at which a trader's holdings are valued: every number of a snapshot lies between two of them. */
export interface ValuationDays {
  /** Ascending; the last is the cutoff's day. */
  days: readonly Day[]
}
