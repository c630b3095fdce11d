import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { watchLedger, watchSnapshots } from '../follows/watch.ts'
import type { Database } from '../store/engine/database.ts'
import { interruptibleSleep } from '../whales/delivery/interruptible-sleep.ts'

/** How a look is repeated. */
export interface SteadyLook {
  look(): Promise<unknown>
  everyMs: number
  log: FastifyBaseLogger
  /** Logged where a look failed; the next one tries again. */
  failure: string
}

/**
 * Looks again and again, each time so long after the look before ended.
 * @returns ends it, behind a look that is under way
 */
export function lookSteadily({ look, everyMs, log, failure }: SteadyLook): () => Promise<void> {
  const ending = new AbortController()
  const { sleep } = interruptibleSleep(ending.signal)
  const run = async () => {
    while (!ending.signal.aborted) {
      try {
        await look()
      } catch (error) {
        log.error(error, failure)
      }
      await sleep(everyMs)
    }
  }
  const ended = run()
  return async () => {
    ending.abort()
    await ended
  }
}

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
      look: () => watchLedger(db, { now: clock(), delayMinutes }),
      everyMs,
      log,
      failure: 'new events could not be checked for followers; retrying',
    }),
    lookSteadily({
      look: () => watchSnapshots(db, { now: clock(), delayMinutes }),
      everyMs: Math.max(everyMs, SNAPSHOT_MS),
      log,
      failure: 'new snapshots could not be checked for followers; retrying',
    }),
  ]
  return async () => {
    await Promise.all(end.map((one) => one()))
  }
}
