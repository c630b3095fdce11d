import { type Config, loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { completeInRounds, METADATA_KINDS } from '../../jobs/complete-in-rounds.ts'
import { watchWhales } from '../../jobs/news.ts'
import { sealWhenDue } from '../../jobs/seal-when-due.ts'
import type { ReadingReport } from '../../sources/append-blocks.ts'
import type { CompleteMetadataOptions } from '../../sources/http/complete-metadata.ts'
import type { Database } from '../../store/engine/database.ts'
import type { CommandContext } from '../command-context.ts'
import type { PrintOptions } from '../options.ts'
import { counted } from '../refusals.ts'

/** Printed after an import. */
export const PUBLISH_IT = 'Run `pequod refresh` to publish it.'

/** Options of the steps after blocks were read. */
export interface FinishOptions extends PrintOptions {
  /** Fetch missing metadata from the configured APIs. @default true */
  metadata?: boolean
  signal: AbortSignal
}

/** The result of reading; `next` is the first unread block, for sources with block numbers. */
export type FinishedIngest = ReadingReport & { next?: number; markets?: number }

/**
 * Runs after blocks were read, from a node, a portal or files: fetches metadata, detects alerts, seals settled fills,
 * and prints the report. Throws a CommandError if any log was refused.
 */
export async function finishIngest(
  context: CommandContext,
  db: Database,
  report: FinishedIngest,
  options: FinishOptions,
): Promise<void> {
  const sources = metadataSources(context.env, loadConfig(context.env), options)
  if (sources) await completeAfter(context, db, { ...sources, signal: options.signal })
  await watchWhales(context, db, { afterFirstRefresh: true })
  await sealWhenDue(context, db)
  tell(context, report, options)
}

/** The blocks are stored already, so an API failure only prints one line. */
async function completeAfter(
  { screen }: CommandContext,
  db: Database,
  options: CompleteMetadataOptions,
): Promise<void> {
  const { counts, failure } = await completeInRounds(db, options)
  for (const kind of METADATA_KINDS) {
    const { asked, answered } = counts[kind]
    if (asked > 0) screen.note(`${kind}: found ${answered} of ${asked} that were missing`)
  }
  if (failure !== null)
    screen.warn(`Metadata is missing: ${failure instanceof Error ? failure.message : String(failure)}`)
}

function tell(context: CommandContext, report: FinishedIngest, options: PrintOptions): void {
  const skipped = [...report.skipped.values()].reduce((sum, count) => sum + count, 0)
  const setAside = [...report.setAside.values()].reduce((sum, count) => sum + count, 0)
  const { next, markets } = report
  if (options.json)
    context.screen.printJson({
      ...report,
      setAside: Object.fromEntries(report.setAside),
      skipped: Object.fromEntries(report.skipped),
    })
  else
    context.screen.print(
      `${countText(report.events)} new events, ${countText(report.repeated)} repeated, ` +
        `${report.refused} logs refused, ${setAside} set aside, ${skipped} skipped${markets ? `, ${counted(markets, 'market')}` : ''}${next === undefined ? '' : `; the next block is ${next}`}.`,
    )
  for (const [reason, count] of report.setAside)
    context.screen.note(`Set aside because no market has the position: ${reason} (${countText(count)}).`)
  if (report.events + (markets ?? 0) > 0) context.screen.note(PUBLISH_IT)
  if (report.refused > 0)
    throw new CommandError(`${report.refused} logs refused; everything else was imported.`)
}

/** The metadata APIs; null for an unused API. */
export interface MetadataSources {
  /** Metadata of markets and their tokens. */
  gammaUrl: string | null
  /** Traders' names. */
  dataApiUrl: string | null
}

/**
 * The metadata APIs that the environment sets. Defaults do not count: reading the chain contacts no other service
 * unasked. Null if none is set, or if metadata was declined.
 */
export function metadataSources(
  env: NodeJS.ProcessEnv,
  { gammaUrl, dataApiUrl }: Config,
  { metadata = true }: { metadata?: boolean },
): MetadataSources | null {
  const sources = {
    gammaUrl: env.GAMMA_URL?.trim() ? gammaUrl : null,
    dataApiUrl: env.DATA_API_URL?.trim() ? dataApiUrl : null,
  }
  return metadata && (sources.gammaUrl ?? sources.dataApiUrl) !== null ? sources : null
}
