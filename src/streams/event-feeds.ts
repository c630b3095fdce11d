import { meets, type Tier } from '../access/tier.ts'
import type { Database } from '../store/engine/database.ts'
import { createEventFeed, type EventFeed, type FeedCutoff } from './event-feed.ts'
import { createStreamSlots, type SlotLimits } from './stream-slots.ts'

/** The feeds of a process: each tier reads the one of its clock. */
export interface EventFeeds {
  of(tier: Tier): EventFeed
  close(): Promise<void>
}

export interface EventFeedsOptions {
  db: Database
  /** The cutoff of the public snapshot, null while there is none; with `isLive` everybody is live. */
  publicCutoff(): Promise<FeedCutoff | null>
  /** True where there is no delay. @default false */
  isLive?: boolean
  /** @default by the engine */
  pollMs?: number
  limits?: SlotLimits
  onError?(error: unknown): void
}

/** A look is one row by its key: on SQLite in this process, else in another one. */
const POLL_MS = { sqlite: 25, postgres: 50 } as const

/** Makes the feeds; they read nothing without subscribers. */
export function createEventFeeds(options: EventFeedsOptions): EventFeeds {
  const { db, publicCutoff, isLive = false, pollMs = POLL_MS[db.dialect], limits } = options
  const { onError = () => undefined } = options
  const shared = { db, pollMs, onError, slots: createStreamSlots(limits) }
  const live = createEventFeed(shared)
  const late = isLive ? live : createEventFeed({ ...shared, cutoff: publicCutoff })
  return {
    of: (tier) => (meets(tier, 'PRO') ? live : late),
    async close() {
      await Promise.all([live.close(), late.close()])
    },
  }
}
