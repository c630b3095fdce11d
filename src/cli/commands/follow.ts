import { loadConfig } from '../../config/config.ts'
import { countText } from '../../formats.ts'
import { keepMetadata } from '../../jobs/complete-in-rounds.ts'
import { retractNews, watchWhales } from '../../jobs/news.ts'
import { publishSteadily } from '../../jobs/publish-steadily.ts'
import { whileSoleFollower } from '../../jobs/while-sole-follower.ts'
import { type ChainReport, type FollowOptions, followChain } from '../../sources/ingest-chain.ts'
import type { ChainClient } from '../../sources/rpc/chain-client.ts'
import { newestBlock } from '../../sources/rpc/follow-head.ts'
import type { Database } from '../../store/engine/database.ts'
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
