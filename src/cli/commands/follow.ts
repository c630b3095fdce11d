import { loadConfig } from '../../config/config.ts'
import { keepMetadata } from '../../jobs/keep-metadata.ts'
import { publishSteadily } from '../../jobs/publish-steadily.ts'
import { retractNews } from '../../jobs/retract-news.ts'
import { watchWhales } from '../../jobs/watch-whales.ts'
import { whileSoleFollower } from '../../jobs/while-sole-follower.ts'
import type { ChainClient } from '../../sources/rpc/chain-client.ts'
import { newestBlock } from '../../sources/rpc/follow-head.ts'
import { type ChainReport, type FollowOptions, followChain } from '../../sources/rpc/ingest-chain.ts'
import type { Database } from '../../store/engine/database.ts'
import { chainOptions, endSignal, openNode } from '../chain-node.ts'
import type { CommandContext } from '../command-context.ts'
import { type MetadataSources, metadataSources } from '../metadata-sources.ts'
import { terminationSignal } from '../termination-signal.ts'
import { withStore } from '../with-store.ts'

/** How the head is followed. */
export interface FollowCommandOptions {
  /** Where to start when nothing has been read yet. @default the newest block */
  from?: number
  /** Blocks that must stand on a block before it is read. */
  confirmations: number
  /** Compute and publish a snapshot as blocks come. @default true */
  refresh?: boolean
  /** Seconds between two snapshots, at least. */
  refreshEvery: number
  /** Ask the APIs that the environment names for what the ledger lacks. @default true */
  metadata?: boolean
}

/** A node that is back is asked within four seconds; one that stays away for longer than half a minute ends it. */
const PATIENCE = { attempts: 24, maxMs: 4_000 }

/**
 * `pequod follow`: reads blocks as they are confirmed, undoes what the chain takes back, publishes snapshots, and asks
 * for metadata beside it all, until it is asked to end. Of several on one store, one does so, and the others wait to
 * take over. Throws a CommandError if the node cannot be used or stops answering.
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
      // Where there is a publisher, its thread does.
      { checkpoints: options.refresh === false },
    )
  } catch (error) {
    // Asked to end before there was anything to follow: it does, and that is no failure.
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
  const publisher =
    options.refresh === false
      ? null
      : publishSteadily(context, db, {
          address: loadConfig(context.env).database,
          everyMs: options.refreshEvery * 1_000,
        })
  const onKnown = () => publisher?.soon()
  const metadata = sources && keepMetadata(context, db, { ...sources, signal, onKnown })
  context.screen.note(`Following the chain, ${confirmations} blocks behind its head.`)
  // What the one before has read and not published, for it died between the two.
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
      // What is taken back must have been looked at, so that the alerts' chain does not depend on when it is.
      beforeUndo: async () => void (await watchWhales(context, db)),
      onUndo: retractNews,
    })
  } finally {
    // Also where the node stopped answering: both use the store, which is closed after this.
    ended.abort()
    await metadata
    await publisher?.end()
  }
}

function tellEnd({ screen }: CommandContext, { next, events }: ChainReport): void {
  screen.print(`Stopped before block ${next}; ${events.toLocaleString('en')} new events.`)
}

function tellChange(
  { screen }: CommandContext,
  change: Parameters<NonNullable<FollowOptions['onChange']>>[0],
): void {
  if (change.kind === 'REORG')
    screen.note(`Chain reorganization: rolled back block ${change.from} and later.`)
  else screen.note(`Block ${change.to}: ${change.report.events.toLocaleString('en')} events so far.`)
}
