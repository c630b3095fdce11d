import { loadConfig } from '../config.ts'
import { CommandError } from '../errors.ts'
import type { CompleteMetadataOptions } from '../sources/http/complete-metadata.ts'
import { type ChainReport, ingestBlocks } from '../sources/ingest-chain.ts'
import type { Database } from '../store/database.ts'
import type { PrintOptions } from './accounts.ts'
import { chainOptions, endSignal, newestBlock, openNode } from './chain-node.ts'
import type { CommandContext } from './command-context.ts'
import { completeInRounds, METADATA_KINDS } from './complete-in-rounds.ts'
import { metadataSources } from './metadata-sources.ts'
import { timeLeft } from './time-left.ts'
import { untilAskedToEnd } from './until-asked-to-end.ts'
import { UsageError } from './usage-error.ts'
import { watchWhales } from './watch-whales.ts'
import { withStore } from './with-store.ts'

/** Which blocks are read. */
export interface IngestRpcOptions extends PrintOptions {
  from: number
  /** @default the newest block less {@link SAFE_DEPTH} */
  to?: number
  /** Ask the APIs that the environment names for what the ledger lacks afterwards. @default true */
  metadata?: boolean
}

/** Blocks this deep stay: a backfill does not look for reorganisations. */
const SAFE_DEPTH = 100

/**
 * `pequod ingest rpc`: reads blocks into the ledger, and goes on where it stopped when it is run again. Throws a
 * CommandError where the node cannot be used, and at the end when any log was refused.
 */
export async function ingestFromNode(context: CommandContext, options: IngestRpcOptions): Promise<void> {
  const config = loadConfig(context.env)
  const client = await openNode(config)
  const newest = await newestBlock(client)
  const to = options.to ?? newest - SAFE_DEPTH
  if (to > newest) throw new UsageError(`--to is ${to}, and the newest block is ${newest}.`)
  if (to < options.from) throw new UsageError(`--to is ${to}, before --from, which is ${options.from}.`)
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
      const sources = metadataSources(context.env, config, options)
      if (sources) await completeAfter(context, db, { ...sources, signal })
      await watchWhales(context, db, { afterFirstRefresh: true })
      tell(context, report, options)
    } finally {
      progress.stop()
    }
  })
}

/** The blocks are in, whatever becomes of this: an API that fails is told of in one line. */
async function completeAfter(
  { screen }: CommandContext,
  db: Database,
  options: CompleteMetadataOptions,
): Promise<void> {
  const { counts, failure } = await completeInRounds(db, options)
  for (const kind of METADATA_KINDS) {
    const { asked, answered } = counts[kind]
    if (asked > 0) screen.note(`${kind}: ${answered} of ${asked} that were missing are known now`)
  }
  if (failure !== null)
    screen.warn(`Metadata is missing: ${failure instanceof Error ? failure.message : String(failure)}`)
}

function tell(context: CommandContext, report: ChainReport, options: PrintOptions): void {
  const skipped = [...report.skipped.values()].reduce((sum, count) => sum + count, 0)
  const setAside = [...report.setAside.values()].reduce((sum, count) => sum + count, 0)
  if (options.json)
    context.screen.printJson({
      ...report,
      setAside: Object.fromEntries(report.setAside),
      skipped: Object.fromEntries(report.skipped),
    })
  else
    context.screen.print(
      `${report.events.toLocaleString('en')} new events, ${report.repeated.toLocaleString('en')} repeated, ` +
        `${report.refused} logs refused, ${setAside} set aside, ${skipped} passed over; the next block is ${report.next}.`,
    )
  for (const [reason, count] of report.setAside)
    context.screen.note(
      `Set aside, of positions that no market knows: ${reason} (${count.toLocaleString('en')}).`,
    )
  if (report.events > 0) context.screen.note('`pequod refresh` makes it visible.')
  if (report.refused > 0)
    throw new CommandError(`${report.refused} logs refused; everything else was taken in.`)
}
