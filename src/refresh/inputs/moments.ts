import type { Day } from '../../ledger/quantities.ts'
import type { PeriodDefinition } from '../../metrics/periods.ts'

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
}
