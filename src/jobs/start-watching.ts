import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../store/engine/database.ts'
import { watchBoards } from '../whales/watchlist/watch-boards.ts'
import { watchStances } from '../whales/watchlist/watch-stances.ts'
import { watchWallets } from '../whales/watchlist/watch-wallets.ts'
import { lookSteadily } from './look-steadily.ts'

/** What watching what is followed needs of the service around it. */
export interface StartWatchingOptions {
  db: Database
  /** How much later than Pro accounts free accounts are notified. */
  delayMinutes: number
  log: FastifyBaseLogger
  /** Milliseconds from one look to the next. @default 250 */
  everyMs?: number
  /** The time by which events become public and old. */
  clock: Clock
}

/** Milliseconds from one look for a new snapshot to the next, at most as often as the ledger is looked at. */
const SNAPSHOT_MS = 1_000

/**
 * Tells followers what their wallets and markets do, as it comes to the ledger, and how their leaderboards and smart money's
 * stances change, with each snapshot. Whoever writes the ledger or publishes does not wait for it, and any number of processes may do this beside each other.
 * @returns ends it, behind looks that are under way
 */
export function startWatching(options: StartWatchingOptions): () => Promise<void> {
  const { db, delayMinutes, log, clock, everyMs = 250 } = options
  const end = [
    lookSteadily({
      look: () => watchWallets(db, { now: clock(), delayMinutes }),
      ...{ everyMs, log, failure: 'followed wallets could not be checked; retrying' },
    }),
    lookSteadily({
      look: () => watchBoards(db, { now: clock(), delayMinutes }),
      ...{ everyMs: Math.max(everyMs, SNAPSHOT_MS), log },
      failure: 'followed leaderboards could not be checked; retrying',
    }),
    lookSteadily({
      look: () => watchStances(db, { now: clock(), delayMinutes }),
      ...{ everyMs: Math.max(everyMs, SNAPSHOT_MS), log },
      failure: 'stances in followed markets could not be checked; retrying',
    }),
  ]
  return async () => {
    await Promise.all(end.map((one) => one()))
  }
}
