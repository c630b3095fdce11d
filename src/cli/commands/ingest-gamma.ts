import { type Config, loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { type Counted, completeInRounds, METADATA_KINDS } from '../../jobs/complete-in-rounds.ts'
import { ingestMarkets } from '../../sources/http/fetch-markets.ts'
import type { Database } from '../../store/engine/database.ts'
import type { SubjectKind } from '../../store/ledger/metadata-requests.ts'
import { endSignal } from '../chain-node.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal, UsageError } from '../exit-status.ts'
import type { PrintOptions } from '../options.ts'
import { counted, createRefusals, type Refusals } from '../refusals.ts'
import { refuseDemoStore, withStore } from '../with-store.ts'
import { PUBLISH_IT } from './finish-ingest.ts'
import { ingestFiles } from './ingest.ts'

export interface IngestGammaOptions extends PrintOptions {
  /** Fetch only missing metadata of the ledger's markets, and the names of traders on leaderboards. @default false */
  missing?: boolean
}

/**
 * `pequod ingest gamma`: imports files as {@link ingestFiles} does, or without files reads the API. Throws a
 * CommandError without GAMMA_URL, after an API's final failure, and at the end if any object was refused; earlier
 * imports stay.
 */
export async function ingestGammaFrom(
  context: CommandContext,
  files: readonly string[],
  options: IngestGammaOptions,
): Promise<void> {
  if (files.length === 0) return ingestOverHttp(context, options)
  if (options.missing) throw new UsageError('--missing reads the API: omit the files.')
  return ingestFiles(context, 'gamma', files, options)
}

async function ingestOverHttp(context: CommandContext, options: IngestGammaOptions): Promise<void> {
  const config = loadConfig(context.env)
  // GAMMA_URL has a default, but a forgotten file name must not start reading the whole API.
  if (!context.env.GAMMA_URL?.trim())
    throw new UsageError(`Name a file, or set GAMMA_URL to read the API, as in GAMMA_URL=${config.gammaUrl}.`)
  const signal = endSignal(terminationSignal())
  await withStore(context, async ({ db }) => {
    await refuseDemoStore(db)
    if (options.missing) await fetchMissing(context, db, config, signal, options)
    else await fetchAll(context, db, config, signal, options)
  })
}

async function fetchAll(
  { screen }: CommandContext,
  db: Database,
  { gammaUrl }: Config,
  signal: AbortSignal,
  { json }: PrintOptions,
): Promise<void> {
  const progress = screen.progress({ label: 'Fetching markets', total: null, unit: 'markets' })
  const refusals = createRefusals()
  const onProgress = ({ markets }: { markets: number }) => progress.update(markets)
  try {
    const report = await ingestMarkets(db, { url: gammaUrl, signal, onProgress, onRefusal: refusals.note })
    progress.stop()
    if (json) screen.printJson({ markets: report.markets, refused: report.refused })
    else
      screen.print(
        `${countText(report.markets)} market${report.markets === 1 ? '' : 's'}, ${report.refused} refused`,
      )
    if (report.markets > 0) screen.note(PUBLISH_IT)
  } finally {
    progress.stop()
    refusals.lines('Gamma').forEach(screen.warn)
  }
  refuseRefusals(refusals)
}

async function fetchMissing(
  { screen }: CommandContext,
  db: Database,
  { gammaUrl, dataApiUrl }: Config,
  signal: AbortSignal,
  { json }: PrintOptions,
): Promise<void> {
  const { counts, refusals, failure } = await completeInRounds(db, { gammaUrl, dataApiUrl, signal })
  if (json) screen.printJson(counts)
  else for (const kind of METADATA_KINDS) screen.print(sentence(kind, counts[kind]))
  if (METADATA_KINDS.some((kind) => counts[kind].answered > 0)) screen.note(PUBLISH_IT)
  const grouped = createRefusals()
  refusals.forEach(grouped.note)
  grouped.lines('Gamma').forEach(screen.warn)
  if (failure !== null) throw failure
  refuseRefusals(grouped)
}

function sentence(kind: SubjectKind, { asked, answered }: Counted): string {
  return `${kind}: found ${countText(answered)} of ${countText(asked)} that were missing`
}

function refuseRefusals(refusals: Refusals): void {
  if (refusals.count() > 0)
    throw new CommandError(`${counted(refusals.count(), 'object')} refused; everything else was imported.`)
}
