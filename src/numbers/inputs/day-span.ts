import type { Day } from '../../ledger/quantities.ts'

/** Days, both included. */
export interface DaySpan {
  /** @default the first */
  since?: Day
  upTo: Day
}
