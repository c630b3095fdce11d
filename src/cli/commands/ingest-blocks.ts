import { loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { retractNews, watchWhales } from '../../jobs/news.ts'
import { ingestBlocks, ingestPortal } from '../../sources/ingest-chain.ts'
import { newestBlock } from '../../sources/rpc/follow-head.ts'
import { chainOptions, endSignal, logOptions, openNode } from '../chain-node.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal, UsageError } from '../exit-status.ts'
import type { PrintOptions } from '../options.ts'
import { withStore } from '../with-store.ts'
import { finishIngest } from './finish-ingest.ts'

export interface IngestBlocksOptions extends PrintOptions {
  from: number
  /** @default the newest block less {@link SAFE_DEPTH}; of a portal, its newest final block */
  to?: number
  /** Fetch missing metadata from the configured APIs afterwards. @default true */
  metadata?: boolean
}

/** Blocks this deep are final: a backfill does not check for reorgs. */
const SAFE_DEPTH = 100

/**
 * `pequod ingest rpc`: reads blocks into the ledger; a repeated run resumes where it stopped. Throws a CommandError if
 * the node cannot be used, and at the end if any log was refused.
 */
export async function ingestFromNode(context: CommandContext, options: IngestBlocksOptions): Promise<void> {
  const config = loadConfig(context.env)
  const client = await openNode(config)
  const newest = await newestBlock(client)
  const to = options.to ?? newest - SAFE_DEPTH
  if (to > newest) throw new UsageError(`--to is ${to}, and the newest block is ${newest}.`)
  if (to < options.from) throw new UsageError(`--to is ${to}, before --from, which is ${options.from}.`)
  const signal = endSignal(terminationSignal())
  await withStore(context, async ({ db }) => {
    const progress = context.screen.progress({
      label: `Blocks ${options.from} to ${to}`,
      total: to - options.from + 1,
      unit: 'logs',
    })
    try {
      const report = await ingestBlocks(db, {
        ...chainOptions(context, client, signal),
        from: options.from,
        to,
        onProgress: ({ block, from, logs }) =>
          progress.update(block - options.from + 1, { counted: logs, from: from - options.from }),
      })
      progress.finish()
      await finishIngest(context, db, report, { ...options, signal })
    } finally {
      progress.stop()
    }
  })
}

/**
 * `pequod ingest portal`: reads final blocks from an SQD portal; a repeated run resumes where it stopped. Throws a
 * CommandError if the portal cannot be used, and at the end if any log was refused.
 */
export async function ingestFromPortal(context: CommandContext, options: IngestBlocksOptions): Promise<void> {
  const { portalUrl } = loadConfig(context.env)
  if (portalUrl === null)
    throw new CommandError('PORTAL_URL is not set: set it to a Polygon portal, as in PORTAL_URL=https://….')
  const { from, to = null } = options
  if (to !== null && to < from) throw new UsageError(`--to is ${to}, before --from, which is ${from}.`)
  const signal = endSignal(terminationSignal())
  await withStore(context, async ({ db }) => {
    const progress = context.screen.progress({
      label: `Blocks from ${from}${to === null ? '' : ` to ${to}`}`,
      total: to === null ? null : to - from + 1,
      unit: 'logs',
    })
    let first: number | null = null
    try {
      const report = await ingestPortal(db, {
        ...logOptions(context, signal),
        portal: { url: portalUrl, signal },
        from,
        to,
        onProgress({ block, logs }) {
          first ??= block
          progress.update(block - from + 1, { counted: logs, from: first - from })
        },
        beforeUndo: async () => void (await watchWhales(context, db)),
        onUndo: retractNews,
      })
      const isWhole = to === null || report.next > to
      if (isWhole) progress.finish()
      else progress.stop()
      if (!isWhole)
        context.screen.warn(`The portal has no final block ${report.next} yet: run this command again later.`)
      await finishIngest(context, db, report, { ...options, signal })
    } finally {
      progress.stop()
    }
  })
}
