import { stat } from 'node:fs/promises'
import { CommandError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { watchWhales } from '../../jobs/news.ts'
import { sealWhenDue } from '../../jobs/seal-when-due.ts'
import type { Address } from '../../ledger/quantities.ts'
import {
  type IngestOptions,
  type IngestReport,
  ingestEventLines,
  ingestGamma,
} from '../../sources/files/ingest.ts'
import { ingestDataApi } from '../../sources/files/ingest-data-api.ts'
import type { FileKind } from '../../sources/near-miss.ts'
import type { Database } from '../../store/engine/database.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-status.ts'
import type { PrintOptions } from '../options.ts'
import { counted, createRefusals } from '../refusals.ts'
import { refuseDemoStore, withStore } from '../with-store.ts'
import { PUBLISH_IT } from './finish-ingest.ts'

export interface IngestCommandOptions extends PrintOptions {
  /** Event lines only: stop at the first invalid line, and keep nothing of that file. @default false */
  strict?: boolean
  /** Activity only: the files are History CSVs of this wallet. @default files are answers of the Data API */
  wallet?: Address
}

const STANDARD_INPUT = '-'

/**
 * `pequod ingest`: imports files, in order. An unreadable file ends it; earlier files stay. Throws a CommandError then,
 * and at the end if any line was refused.
 */
export async function ingestFiles(
  context: CommandContext,
  kind: FileKind,
  files: readonly string[],
  options: IngestCommandOptions,
): Promise<void> {
  refuseStandardInput(kind, files)
  await withStore(context, async ({ db }) => {
    await refuseDemoStore(db)
    const reports: { file: string; report: IngestReport }[] = []
    try {
      for (const file of files) {
        const report = await ingestFile(context, db, kind, file, options)
        reports.push({ file, report })
        if (!options.json) context.screen.print(`${nameOf(file)}: ${summary(report)}`)
      }
    } finally {
      if (options.json) context.screen.printJson({ files: reports.map(shownReport) })
      announce(context, reports)
    }
    await watchWhales(context, db, { afterFirstRefresh: true })
    await sealWhenDue(context, db)
    refuseRefusals(reports)
  })
}

function refuseStandardInput(kind: FileKind, files: readonly string[]): void {
  const times = files.filter((file) => file === STANDARD_INPUT).length
  if (times > 0 && kind !== 'events')
    throw new UsageError(`Standard input (-) works for events only: save the ${kind} in a file.`)
  if (times > 1) throw new UsageError('Standard input (-) can be named only once.')
}

async function ingestFile(
  context: CommandContext,
  db: Database,
  kind: FileKind,
  file: string,
  options: IngestCommandOptions,
): Promise<IngestReport> {
  const progress = context.screen.progress({ label: nameOf(file), total: await sizeOf(file), unit: 'rows' })
  const refusals = createRefusals()
  const ingestOptions: IngestOptions = {
    strict: options.strict ?? false,
    ...(options.wallet && { wallet: options.wallet }),
    onProgress: ({ bytes, rows }) => progress.update(bytes, { counted: rows }),
    onRefusal: refusals.note,
  }
  try {
    const report = await ingestSource(db, kind, file, ingestOptions)
    progress.finish()
    return report
  } catch (error) {
    throw named(error, file)
  } finally {
    // Clears the bar first, since both go to standard error.
    progress.stop()
    refusals.lines(nameOf(file)).forEach(context.screen.warn)
  }
}

function ingestSource(
  db: Database,
  kind: FileKind,
  file: string,
  options: IngestOptions,
): Promise<IngestReport> {
  if (kind === 'gamma') return ingestGamma(db, file, options)
  if (kind !== 'events') return ingestDataApi(db, kind, file, options)
  return ingestEventLines(db, file === STANDARD_INPUT ? { stream: process.stdin } : { path: file }, options)
}

/** Adds the file's name to a sentence that names only a line. */
function named(error: unknown, file: string): unknown {
  if (!(error instanceof CommandError) || !/^line \d/.test(error.message)) return error
  return new CommandError(`${nameOf(file)} ${error.message}`, { cause: error.cause })
}

function refuseRefusals(reports: readonly { report: IngestReport }[]): void {
  const refused = reports.reduce((sum, { report }) => sum + report.refused, 0)
  if (refused > 0)
    throw new CommandError(`${counted(refused, 'line')} refused; everything else was imported.`)
}

function announce(context: CommandContext, reports: readonly { report: IngestReport }[]): void {
  const changed = reports.some(({ report }) => report.events + report.markets + report.traders > 0)
  if (changed) context.screen.note(PUBLISH_IT)
}

function summary(report: IngestReport): string {
  const { events, repeated, refused, markets, traders, skipped } = report
  const parts = [
    `${counted(events, 'new event')}`,
    `${countText(repeated)} repeated`,
    `${countText(refused)} refused`,
  ]
  if (markets > 0) parts.push(counted(markets, 'market'))
  if (traders > 0) parts.push(counted(traders, 'trader'))
  for (const [type, rows] of skipped) parts.push(`${countText(rows)} ${type} skipped`)
  return parts.join(', ')
}

function shownReport({ file, report }: { file: string; report: IngestReport }) {
  return { file, ...report, skipped: Object.fromEntries(report.skipped) }
}

function nameOf(file: string): string {
  return file === STANDARD_INPUT ? 'standard input' : file
}

/** Null if the size is unknown; the reader explains an unreadable path. */
async function sizeOf(file: string): Promise<number | null> {
  if (file === STANDARD_INPUT) return null
  const status = await stat(file).catch(() => null)
  return status?.isFile() ? status.size : null
}
