import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../store/engine/database.ts'
import { publishAlerts } from '../whales/alerts/publish-alerts.ts'
import { lookSteadily } from './look-steadily.ts'

/** What letting alerts out needs of the service around it. */
export interface StartPublishingOptions {
  db: Database
  /** How late everybody sees what Pro callers see at once. */
  delayMinutes: number
  log: FastifyBaseLogger
  /** Milliseconds from one look to the next. @default 30000 */
  everyMs?: number
  /** The time by which the delay passes. */
  clock: Clock
}

/**
 * Lets alerts out as their delay passes, which it does though nothing comes to the ledger. Each is decided in a
 * transaction that locks the radar's state, so any number of processes may do this beside each other.
 * @returns ends it, behind a look that is under way
 */
export function startPublishing(options: StartPublishingOptions): () => Promise<void> {
  const { db, delayMinutes, log, clock, everyMs = 30_000 } = options
  return lookSteadily({
    look: () => publishAlerts(db, { now: clock(), delayMinutes }),
    ...{ everyMs, log, failure: 'whale alerts could not be released; retrying' },
  })
}
