import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../store/engine/database.ts'
import { watchWallets } from '../whales/watchlist/watch-wallets.ts'
import { lookSteadily } from './look-steadily.ts'

/** What watching followed wallets needs of the service around it. */
export interface StartWatchingOptions {
  db: Database
  /** How late free accounts hear what Pro accounts hear at once. */
  delayMinutes: number
  log: FastifyBaseLogger
  /** Milliseconds from one look to the next. @default 250 */
  everyMs?: number
  /** The time by which events become public and old. */
  clock: Clock
}

/**
 * Tells followers what their wallets decide, as it comes to the ledger. Whoever writes the ledger does not wait for it, and any
 * number of processes may do this beside each other.
 * @returns ends it, behind a look that is under way
 */
export function startWatching(options: StartWatchingOptions): () => Promise<void> {
  const { db, delayMinutes, log, clock, everyMs = 250 } = options
  return lookSteadily({
    look: () => watchWallets(db, { now: clock(), delayMinutes }),
    ...{ everyMs, log, failure: 'followed wallets could not be looked at; trying again' },
  })
}
