import { createStreamSlots, type SlotLimits } from '../access/limits/stream-slots.ts'
import { meets, type Tier } from '../access/tier.ts'
import type { Database } from '../store/engine/database.ts'
import { newestStandingCutoff } from '../store/snapshot/stored-snapshots.ts'
import { createEventFeed, type EventFeed, type FeedCutoff } from './event-feed.ts'
import { createProgressFeed, type ProgressFeed } from './progress-feed.ts'
import { createStandingFeed, type StandingFeed } from './standing-feed.ts'

/** The feeds of a process: each tier reads those of its clock. */
export interface EventFeeds {
  of(tier: Tier): EventFeed
  /** The same of events with their signs: up to the newest snapshot that the tier may know. */
  signed(tier: Tier): EventFeed
  standings(tier: Tier): StandingFeed
  /** The progress of long runs. */
  progress: ProgressFeed
  close(): Promise<void>
}

export interface EventFeedsOptions {
  db: Database
  /** The cutoff of the public snapshot, null while there is none; with `isLive` everybody is live. */
  publicCutoff(): Promise<FeedCutoff | null>
  /** The id of the newest snapshot that a tier may know, null while there is none. */
  newestSnapshot(tier: Tier): Promise<number | null>
  /** True where there is no delay. @default false */
  isLive?: boolean
  limits?: SlotLimits
  onError?(error: unknown): void
}

/** A look is one row by its key: on SQLite in this process, else in another one. */
const POLL_MS = { sqlite: 25, postgres: 50 } as const

/** Makes the feeds; they read nothing without subscribers. */
export function createEventFeeds(options: EventFeedsOptions): EventFeeds {
  const { db, publicCutoff, newestSnapshot, isLive = false, limits } = options
  const { onError = () => undefined } = options
  const shared = { db, pollMs: POLL_MS[db.dialect], onError, slots: createStreamSlots(limits) }
  const live = createEventFeed(shared)
  const late = isLive ? live : createEventFeed({ ...shared, cutoff: publicCutoff })
  const published = createEventFeed({ ...shared, cutoff: newestStandingCutoff, isSigned: true })
  const publicOnes = isLive ? published : createEventFeed({ ...shared, cutoff: publicCutoff, isSigned: true })
  const [livePlaces, latePlaces] = (['PRO', 'ANONYMOUS'] as const).map((tier) =>
    createStandingFeed({ current: () => newestSnapshot(tier), slots: shared.slots, onError }),
  ) as [StandingFeed, StandingFeed]
  const progress = createProgressFeed(shared.slots)
  return {
    progress,
    of: (tier) => (meets(tier, 'PRO') ? live : late),
    signed: (tier) => (meets(tier, 'PRO') ? published : publicOnes),
    standings: (tier) => (meets(tier, 'PRO') ? livePlaces : latePlaces),
    async close() {
      progress.close()
      livePlaces.close()
      latePlaces.close()
      await Promise.all([live, late, published, publicOnes].map((feed) => feed.close()))
    },
  }
}
