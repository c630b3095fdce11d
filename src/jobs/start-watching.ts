import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { interruptibleSleep } from '../delivery/interruptible-sleep.ts'
import type { ReadTop } from '../follows/follow.ts'
import { watchLedger, watchSnapshots } from '../follows/watch.ts'
import type { Database } from '../store/engine/database.ts'

/** A repeated job. */
export interface SteadyLook {
  look(): Promise<unknown>
  everyMs: number
  log: FastifyBaseLogger
  /** Logged after a failure; the next run tries again. */
  failure: string
}

/**
 * Repeats a job, with a pause after each run.
 * @returns ends it, after a running one
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

export interface StartWatchingOptions {
  db: Database
  /** Free accounts are notified this much later than Pro accounts. */
  delayMinutes: number
  log: FastifyBaseLogger
  /** Milliseconds between two polls of the ledger; the newest snapshot is looked up every fourth time. @default 250 */
  everyMs?: number
  /** Answers followed screens. @default they wait for another process */
  readTop?: ReadTop
  /** The clock that makes events public and old. */
  clock: Clock
}

/**
 * Notifies followers of their wallets and markets as events arrive, and of their leaderboards, screens and smart money's stances
 * with each snapshot. The ledger's writer and the publisher do not wait for it, and any number of processes may run it.
 * @returns ends it, after running jobs
 */
export function startWatching(options: StartWatchingOptions): () => Promise<void> {
  const { db, delayMinutes, log, clock, readTop, everyMs = 250 } = options
  const end = [
    lookSteadily({
      look: () => watchLedger(db, { now: clock(), delayMinutes }),
      everyMs,
      log,
      failure: 'new events could not be checked for followers; retrying',
    }),
    lookSteadily({
      look: () => watchSnapshots(db, { now: clock(), delayMinutes, readTop }),
      everyMs: 4 * everyMs,
      log,
      failure: 'new snapshots could not be checked for followers; retrying',
    }),
  ]
  return async () => {
    await Promise.all(end.map((one) => one()))
  }
}
