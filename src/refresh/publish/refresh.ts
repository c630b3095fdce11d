import type { Day } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import type { Phase, TimedPhase } from './phase-clock.ts'
import { createPublisher } from './publisher.ts'

/** How a refresh is run. */
export interface RefreshOptions {
  /** Computes the answer as of this day's close beside the newest one. @default the newest event */
  asOf?: Day
  /** Computes everything again, even where the ledger has not changed. The answer is the same. @default false */
  full?: boolean
  /** Told of each part's progress. @default nobody */
  onPhase?: (phase: Phase) => void
}

/** What a refresh did. */
export interface RefreshResult {
  /** The snapshot that tells the answer, whether new or already there. */
  snapshot: number | null
  /** Traders with at least one event. */
  traders: number
  boards: number
  /** Traders that were counted; the others' numbers were known. */
  computed: number
  seconds: number
  phases: readonly TimedPhase[]
  /** True where the ledger has not changed since that snapshot: nothing was computed. */
  unchanged: boolean
}

/**
 * Computes one immutable snapshot of everything from the ledger's fact grain, and publishes it: what it is made from is of
 * one moment, and readers see the snapshot before, or this one whole. Whoever publishes one after the other keeps a
 * publisher (publish/publisher.ts), which reads everything but once.
 * @throws PequodError SERVICE_UNAVAILABLE where the ledger holds no events, BAD_USER_INPUT where it begins after `asOf`
 */
export function refresh(db: Database, options: RefreshOptions = {}): Promise<RefreshResult> {
  return createPublisher(db).publish(options)
}
