import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '../../config/config.ts'
import { countText } from '../../formats.ts'
import { keepMetadata } from '../../jobs/complete-in-rounds.ts'
import type { JobContext } from '../../jobs/job-context.ts'
import { retractNews, watchWhales } from '../../jobs/news.ts'
import { publishSteadily } from '../../jobs/publish-steadily.ts'
import { type ChainReport, type FollowOptions, followChain } from '../../sources/ingest-chain.ts'
import type { ChainClient } from '../../sources/rpc/chain-client.ts'
import { newestBlock } from '../../sources/rpc/follow-head.ts'
import type { Database, StoreAddress } from '../../store/engine/database.ts'
import { type HeldLock, takeFollowerLock } from '../../store/engine/locks.ts'
import { isUnreachable } from '../../store/engine/store-failures.ts'
import { ChainPlaceMoved } from '../../store/ledger/chain-knowledge.ts'
import { chainOptions, endSignal, openNode } from '../chain-node.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal } from '../exit-status.ts'
import { withStore } from '../with-store.ts'
import { type MetadataSources, metadataSources } from './finish-ingest.ts'

export interface FollowCommandOptions {
  /** The first block of an empty ledger. @default the newest block */
  from?: number
  /** Number of blocks after a block before it is read. */
  confirmations: number
  /** Compute and publish a snapshot as blocks come. @default true */
  refresh?: boolean
  /** Minimum seconds between two snapshots. */
  refreshEvery: number
  /** Fetch missing metadata from the configured APIs. @default true */
  metadata?: boolean
}

/** A node that recovers is asked again within four seconds; an outage of more than half a minute ends the command. */
const PATIENCE = { attempts: 24, maxMs: 4_000 }

/**
 * `pequod follow`: reads confirmed blocks, undoes blocks that a reorg removes, publishes snapshots and fetches metadata
 * meanwhile, until it is stopped. Of several on one store, one works, and the others wait to take over. Throws a
 * CommandError if the node cannot be used or stops answering.
 */
export async function follow(context: CommandContext, options: FollowCommandOptions): Promise<void> {
  const config = loadConfig(context.env)
  const signal = endSignal(terminationSignal())
  try {
    const client = await openNode(config, signal, PATIENCE)
    const from = options.from ?? (await newestBlock(client, signal))
    const sources = metadataSources(context.env, config, options)
    await withStore(
      context,
      ({ db }) =>
        whileSoleFollower(context, config.database, signal, async (lost) => {
          const until = AbortSignal.any([signal, lost])
          const report = await followInto(context, db, { ...options, client, from, signal: until, sources })
          if (!lost.aborted) tellEnd(context, report)
        }),
      // With a publisher, its thread does this.
      { checkpoints: options.refresh === false },
    )
  } catch (error) {
    // Stopped before there was anything to follow, which is no failure.
    if (!signal.aborted || error !== signal.reason) throw error
  }
}

interface Following extends FollowCommandOptions {
  client: ChainClient
  from: number
  signal: AbortSignal
  sources: MetadataSources | null
}

async function followInto(context: CommandContext, db: Database, options: Following): Promise<ChainReport> {
  const { client, from, confirmations, sources } = options
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const { database: address, whaleDelayMinutes: delayMinutes } = loadConfig(context.env)
  const publisher =
    options.refresh === false
      ? null
      : publishSteadily(context, db, {
          address,
          delayMinutes,
          everyMs: options.refreshEvery * 1_000,
        })
  const onKnown = () => publisher?.soon()
  const metadata = sources && keepMetadata(context, db, { ...sources, signal, onKnown })
  context.screen.note(`Following the chain, ${confirmations} blocks behind its head.`)
  // Publishes the blocks that a previous follower read before it died.
  publisher?.soon()
  try {
    return await followChain(db, {
      ...chainOptions(context, client, signal),
      from,
      confirmations,
      async onChange(change) {
        tellChange(context, change)
        publisher?.soon()
        await watchWhales(context, db)
      },
      // Alerts must be detected before an undo, so that the alerts' chain does not depend on its timing.
      beforeUndo: async () => void (await watchWhales(context, db)),
      onUndo: retractNews,
    })
  } finally {
    // Also after a node failure: both use the store, which closes next.
    ended.abort()
    await metadata
    await publisher?.end()
  }
}

function tellEnd({ screen }: CommandContext, { next, events }: ChainReport): void {
  screen.print(`Stopped before block ${next}; ${countText(events)} new events.`)
}

function tellChange(
  { screen }: CommandContext,
  change: Parameters<NonNullable<FollowOptions['onChange']>>[0],
): void {
  if (change.kind === 'REORG')
    screen.note(`Chain reorganization: rolled back block ${change.from} and later.`)
  else screen.note(`Block ${change.to}: ${countText(change.report.events)} events so far.`)
}

/** Milliseconds between two attempts of a waiting process to get the lock. */
const ASK_EVERY_MS = 1_000

/**
 * Runs `work` while this process holds the lock on following the chain into the store. It waits while another process
 * holds the lock; if this one loses the lock, `work`'s signal aborts, and it waits again. Returns when `work` does by
 * itself, or the signal aborts. Rejects as `work` does while the lock is held and the store available.
 */
export async function whileSoleFollower(
  { screen }: JobContext,
  address: StoreAddress,
  signal: AbortSignal,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  let lock = await takeFollowerLock(address)
  if (lock === null)
    screen.note('Another process is following the chain into this store: waiting to take over.')
  for (;;) {
    lock ??= await waitForLock(address, signal)
    if (lock === null) return
    const isOver = await runHolding(lock, work)
    if (isOver || signal.aborted) return
    lock = null
    screen.warn('Another process has taken over following: waiting to take over again.')
    await pause(signal)
  }
}

/**
 * False if the work ended because the lock was lost. A store that becomes unavailable cuts the lock's connection and
 * those of the work in any order; in either order the lock is lost.
 */
async function runHolding(lock: HeldLock, work: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
  try {
    await work(lock.lost)
    return !lock.lost.aborted
  } catch (error) {
    if (lock.lost.aborted || error instanceof ChainPlaceMoved || isUnreachable(error)) return false
    throw error
  } finally {
    await lock.release()
  }
}

/** Null when the signal aborts. Waits for an unavailable store, which was there before. */
async function waitForLock(address: StoreAddress, signal: AbortSignal): Promise<HeldLock | null> {
  while (!signal.aborted) {
    const lock = await takeFollowerLock(address).catch(() => null)
    if (lock !== null) return lock
    await pause(signal)
  }
  return null
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined)
}
