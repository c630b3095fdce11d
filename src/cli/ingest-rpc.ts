import { loadConfig } from '../config.ts'
import { CommandError } from '../errors.ts'
import { type ChainReport, ingestBlocks } from '../sources/ingest-chain.ts'
import type { PrintOptions } from './accounts.ts'
import { chainOptions, endSignal, newestBlock, openNode } from './chain-node.ts'
import type { CommandContext } from './command-context.ts'
import { timeLeft } from './time-left.ts'
import { untilAskedToEnd } from './until-asked-to-end.ts'
import { withStore } from './with-store.ts'

/** Which blocks are read. */
export interface IngestRpcOptions extends PrintOptions {
  from: number
  /** @default the newest block less {@link SAFE_DEPTH} */
  to?: number
}

/** Blocks this deep stay: a backfill does not look for reorganisations. */
const SAFE_DEPTH = 100

/**
 * `pequod ingest rpc`: reads blocks into the ledger, and goes on where it stopped when it is run again. Throws a
 * CommandError where the node cannot be used, and at the end when any log was refused.
 */
export async function ingestFromNode(context: CommandContext, options: IngestRpcOptions): Promise<void> {
  const client = await openNode(loadConfig(context.env))
  const newest = await newestBlock(client)
  const to = options.to ?? newest - SAFE_DEPTH
  if (to > newest) throw new CommandError(`--to is ${to}, and the newest block is ${newest}.`)
  if (to < options.from) throw new CommandError(`--to is ${to}, before --from, which is ${options.from}.`)
  const signal = endSignal(untilAskedToEnd())
  await withStore(context, async ({ db }) => {
    const progress = context.screen.progress(`Blocks ${options.from} to ${to}`, to - options.from + 1)
    const start = performance.now()
    try {
      const report = await ingestBlocks(db, {
        ...chainOptions(context, client, signal),
        from: options.from,
        to,
        onProgress: ({ block, from, logs }) =>
          progress.update(block - options.from + 1, timeLeft(start, block - from + 1, to - block, logs)),
      })
      progress.stop()
      tell(context, report, options)
    } finally {
      progress.stop()
    }
  })
}

function tell(context: CommandContext, report: ChainReport, options: PrintOptions): void {
  const skipped = [...report.skipped.values()].reduce((sum, count) => sum + count, 0)
  if (options.json) context.screen.printJson({ ...report, skipped: Object.fromEntries(report.skipped) })
  else
    context.screen.print(
      `${report.events.toLocaleString('en')} new events, ${report.repeated.toLocaleString('en')} repeated, ` +
        `${report.refused} logs refused, ${skipped} passed over; the next block is ${report.next}.`,
    )
  if (report.events > 0) context.screen.note('`pequod refresh` makes it visible.')
  if (report.refused > 0)
    throw new CommandError(`${report.refused} logs refused; everything else was taken in.`)
}
