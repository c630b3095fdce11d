import { loadConfig } from '../../config/config.ts'
import { ingestBlocks } from '../../sources/ingest-chain.ts'
import { newestBlock } from '../../sources/rpc/follow-head.ts'
import { chainOptions, endSignal, openNode } from '../chain-node.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal, UsageError } from '../exit-status.ts'
import type { PrintOptions } from '../options.ts'
import { withStore } from '../with-store.ts'
import { finishIngest } from './finish-ingest.ts'

export interface IngestRpcOptions extends PrintOptions {
  from: number
  /** @default the newest block less {@link SAFE_DEPTH} */
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
export async function ingestFromNode(context: CommandContext, options: IngestRpcOptions): Promise<void> {
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
