import type { FastifyBaseLogger } from 'fastify'
import type { Counter } from 'prom-client'
import type { SecretBox } from '../accounts/secret-box.ts'
import type { Clock } from '../clock.ts'
import type { DeliveryConfig } from '../config/config.ts'
import { createDeliverer } from '../delivery/deliverer.ts'
import { interruptibleSleep } from '../delivery/interruptible-sleep.ts'
import type { DeliveryEffect } from '../delivery/record-outcome.ts'
import { createSenders } from '../delivery/senders/senders.ts'
import type { StandingReads } from '../delivery/standings.ts'
import { type SnapshotReads, watchLedger, watchSnapshots } from '../follows/watch.ts'
import { isRuleDue } from '../lab/forward/run-forward.ts'
import type { Database, StoreAddress } from '../store/engine/database.ts'
import { startThread, type Thread } from '../thread.ts'
import type { ForwardWorks } from './forward-worker.ts'

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
  /** Answers followed screens and filters of trades. @default they wait for another process */
  reads?: SnapshotReads
  /** The clock that makes events public and old. */
  clock: Clock
}

/**
 * Notifies followers of their wallets and markets as events arrive, and of their leaderboards, screens and smart money's stances
 * with each snapshot. The ledger's writer and the publisher do not wait for it, and any number of processes may run it.
 * @returns ends it, after running jobs
 */
export function startWatching(options: StartWatchingOptions): () => Promise<void> {
  const { db, delayMinutes, log, clock, reads, everyMs = 250 } = options
  const end = [
    lookSteadily({
      look: () => watchLedger(db, { now: clock(), delayMinutes }),
      everyMs,
      log,
      failure: 'new events could not be checked for followers; retrying',
    }),
    lookSteadily({
      look: () => watchSnapshots(db, { now: clock(), delayMinutes, ...reads }),
      everyMs: 4 * everyMs,
      log,
      failure: 'new snapshots could not be checked for followers; retrying',
    }),
  ]
  return async () => {
    await Promise.all(end.map((one) => one()))
  }
}

export interface StartDeliveryOptions {
  db: Database
  standings: StandingReads
  config: DeliveryConfig
  /** The origin of links in messages; null: no links. */
  publicUrl: string | null
  box: SecretBox
  metrics: { deliveries: Counter<'effect'> }
  log: FastifyBaseLogger
}

const EFFECTS: readonly DeliveryEffect[] = ['SENT', 'RETRIED', 'GIVEN_UP', 'PAUSED']

/**
 * Starts delivering whale alerts from the outbox; other processes may do so on the same store.
 * @returns ends it: deliveries in progress are finished, each within its timeout
 */
export function startDelivery(options: StartDeliveryOptions): () => Promise<void> {
  const { db, standings, config, publicUrl, box, metrics, log } = options
  const { keepsAll, webhookAllowPrivate: allowPrivate, origins, telegram, email, push } = config
  const senders = createSenders({ keepsAll, allowPrivate, origins, publicUrl, telegram, email, push })
  const ending = new AbortController()
  const count = (effect: DeliveryEffect, by = 1) =>
    metrics.deliveries.inc({ effect: effect.toLowerCase() }, by)
  // A series that is missing until its first event hides that event from a rate.
  for (const effect of EFFECTS) count(effect, 0)
  const ended = createDeliverer({
    db,
    senders,
    standings,
    box,
    retry: { onRecorded: count },
    onError: (error) => log.error(error, 'alerts could not be delivered; retrying'),
  }).start(ending.signal)
  return async () => {
    ending.abort()
    await ended
    senders.close()
  }
}

export interface StartForwardOptions {
  db: Database
  /** The store's address, for the thread. */
  address: StoreAddress
  log: FastifyBaseLogger
  clock: Clock
  /** Milliseconds between two looks for a rule that is due. @default 1000 */
  everyMs?: number
}

/**
 * Runs registered rules as the ledger grows, in a thread that is started for the first one. Any number of processes may.
 * @returns ends it: a run in progress is repeated by the next process
 */
export function startForward({
  db,
  address,
  log,
  clock,
  everyMs = 1_000,
}: StartForwardOptions): () => Promise<void> {
  let thread: Thread<ForwardWorks> | null = null
  const end = lookSteadily({
    async look() {
      while (await isRuleDue(db, clock())) {
        if (thread === null || thread.hasEnded)
          thread = startThread({ from: import.meta.url, file: 'forward-worker', data: address })
        await thread.ask('run', clock())
      }
    },
    everyMs,
    log,
    failure: 'registered rules could not be run; retrying',
  })
  return async () => {
    await thread?.kill()
    await end()
  }
}
