import type { ErrorCode } from '../../errors.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { StoreAddress } from '../../store/engine/store-address.ts'
import type { StandingsAsked } from '../../store/snapshot/read-as-of.ts'

/** What the thread that computes a day is started with. */
export interface AsOfTask {
  address: StoreAddress
  day: Day
  /** The standings to compute for a snapshot of that day; null for the snapshot itself. */
  standings: StandingsAsked | null
}

/** Its result: the day is published, or why it cannot be. */
export type AsOfReply =
  | { type: 'published' }
  | { type: 'failure'; code: ErrorCode; sentence: string; retryAfter: number | null }
