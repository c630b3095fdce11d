import type { ErrorCode } from '../errors.ts'
import type { Day } from '../ledger/quantities.ts'
import type { StoreAddress } from '../store/store.ts'

/** What the thread that computes a day is started with. */
export interface AsOfTask {
  address: StoreAddress
  day: Day
}

/** What it tells at its end: that the day is published, or why it cannot be. */
export type AsOfNews =
  | { type: 'published' }
  | { type: 'failure'; code: ErrorCode; sentence: string; retryAfter: number | null }
