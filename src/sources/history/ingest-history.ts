import type { ContractSet } from '../../chain/contracts.ts'
import type { Database, StoreAddress } from '../../store/engine/database.ts'
import { createLedgerWriter } from '../../store/ingest/ledger-writer.ts'
import {
  emptyReading,
  type Reading,
  type ReadingOptions,
  type ReadingReport,
  recordSkipped,
} from '../append-blocks.ts'
import { addGammaObject, type GammaMarkets } from '../files/gamma.ts'
import { refusedMarkets } from '../files/ingest.ts'
import { openKnownChain } from '../known-chain.ts'
import { BlockDecoder } from '../rpc/block-events.ts'
import { appendUnplacedFills } from './append-unplaced-fills.ts'
import { redeemedLogs, resolvedLogs, setsLogs } from './ctf-rows.ts'
import { openFillLoad } from './fill-load.ts'
import { type FoundFile, findHistoryFiles } from './history-files.ts'
import { type HistoryTables, type MarketRow, openHistoryTables } from './history-tables.ts'
import type { Layout } from './layout.ts'
import { createLogAppender, firstBlockOf, type LogAppender, logBlocks } from './log-files.ts'
import {
  type HistoryFiles,
  type RowBlock,
  rowBlocks,
  type SortOptions,
  sortHistoryFiles,
} from './sort-files.ts'
import { filledTablesOf } from './stage-fills.ts'

/** Progress of one part of the work; parts run in sequence. */
export interface HistoryProgress {
  part: 'logs' | 'markets' | EventsPart | 'fills' | 'positions'
  /** In bytes of files for logs, in rows otherwise. */
  done: number
  total: number
  /** Logs, or rows, of this part so far. */
  rows: number
}

/** The files to read, limits and callbacks. */
export interface HistoryOptions extends ReadingOptions, SortOptions {
  paths: readonly string[]
  signal?: AbortSignal
  /** Approximate number of logs in one transaction of the store, which bounds memory and other writers' wait. @default 3000 */
  logsAWrite?: number
  /** Rows of Parquet files that are sorted together, about. @default 500000 */
  sortedRows?: number
  /** Rows of fills that are staged and loaded together, about. @default 5000000 */
  stretchRows?: number
  /** Where threads find the store. @default everything in this one */
  address?: StoreAddress
  onProgress?(progress: HistoryProgress): void
  /** Called before files are written that are removed again, with about how many bytes they take in the data folder. */
  onTemporaryFiles?(bytes: number): void
}

export interface HistoryReport extends ReadingReport {
  markets: number
}

/**
 * Imports downloaded history into the ledger: raw logs, and tables whose rows are turned back into their logs, through
 * the chain's own decoder. A repeated event counts once, so an interrupted import can be run again. The most complete
 * sources come first: logs, then market metadata, then single events.
 * @throws CommandError before anything is imported if a named file has an unknown layout, or a file that a layout needs
 * is missing
 */
export async function ingestHistory(db: Database, options: HistoryOptions): Promise<HistoryReport> {
  const found = await findHistoryFiles(options.paths)
  const tables = await openHistoryTables(db.duckdb, options.sortedRows)
  try {
    const files = await sortHistoryFiles(found, tables, options)
    const report: HistoryReport = { ...emptyReading(), markets: 0 }
    const known = await openKnownChain(db, options.contracts)
    const { contracts } = known
    const reading: Reading = { ...options, contracts, known, report }
    const { infrastructure } = contracts
    const writer = createLedgerWriter(db, { infrastructure, foldsLater: true })
    const decoder = new BlockDecoder(contracts, known.feeBipsOf)
    const { onProgress } = options
    const load = await openFillLoad(db, report, {
      ...options,
      contracts,
      onProgress: (part, done, total) => onProgress?.({ part, done, total, rows: done }),
    })
    try {
      const appender = createLogAppender(writer, decoder, {
        ...reading,
        ...options,
        contracts,
        takeFills: load.takeFills,
      })
      await takeLogFiles(files.get('LOGS') ?? [], appender, options)
      await takeMarkets(db, files, tables, { ...options, report })
      await appendEventRows(files, tables, appender, options)
      await load.takeTables(filledTablesOf(files))
      await load.finish()
    } finally {
      load.close()
    }
    await appendUnplacedFills(files, tables, createLedgerWriter(db, { infrastructure }), {
      ...options,
      contracts,
      report,
      onProgress: (done, total) => onProgress?.({ part: 'fills', done, total, rows: done }),
    })
    return report
  } finally {
    tables.close()
  }
}

/** A file's blocks can mean something else once those before them are known: files are read by their first block. */
async function takeLogFiles(
  files: readonly FoundFile[],
  appender: LogAppender,
  options: HistoryOptions,
): Promise<void> {
  const begun = await Promise.all(
    files.map(async (file) => ({ file, first: Number(await firstBlockOf(file)) })),
  )
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let before = 0
  let rows = 0
  if (total > 0) options.onProgress?.({ part: 'logs', done: 0, total, rows })
  for (const { file } of begun.sort((a, b) => a.first - b.first)) {
    for await (const { logs, refused, read } of logBlocks(file)) {
      await appender.take({ logs, refused })
      rows += logs.length
      options.onProgress?.({ part: 'logs', done: before + read, total, rows })
    }
    before += file.bytes
  }
  await appender.flush()
}

/** Markets that one transaction writes: nobody waits for long. */
const MARKETS_A_WRITE = 200

async function takeMarkets(
  db: Database,
  files: HistoryFiles,
  tables: HistoryTables,
  options: HistoryOptions & { report: HistoryReport },
): Promise<void> {
  const markets = files.get('MARKETS') ?? []
  if (markets.length === 0) return
  const { report } = options
  const writer = createLedgerWriter(db)
  const total = await tables.count(markets)
  let rows = 0
  options.onProgress?.({ part: 'markets', done: 0, total, rows })
  for await (const page of tables.markets(markets, files.get('EVENTS') ?? [])) {
    options.signal?.throwIfAborted()
    const batch: GammaMarkets = { markets: [], refusals: [] }
    for (const [i, row] of page.entries()) addGammaObject(batch, gammaObjectOf(row), i)
    const refused = batch.refusals.map(({ line, reason }) => ({
      tx: null,
      logIndex: null,
      reason: `market ${page[line]?.id}: ${reason}`,
    }))
    recordSkipped({ refused, skipped: new Map() }, options)
    report.markets += batch.markets.length
    for (let from = 0; from < batch.markets.length; from += MARKETS_A_WRITE) {
      const some = batch.markets.slice(from, from + MARKETS_A_WRITE)
      const given = some.map(({ market }) => market)
      const result = await writer.transaction((append) => append({ markets: given }))
      const wrong = refusedMarkets(result, some, report).map(({ line, reason }) => ({
        tx: null,
        logIndex: null,
        reason: `market ${page[line]?.id}: ${reason}`,
      }))
      recordSkipped({ refused: wrong, skipped: new Map() }, options)
    }
    rows += page.length
    options.onProgress?.({ part: 'markets', done: rows, total, rows })
  }
}

/** The market as Gamma itself writes it, from where the data set has it. */
function gammaObjectOf(row: MarketRow): Record<string, unknown> {
  const { condition, question, slug, outcomes, tokens, eventId, eventSlug, eventTitle, eventTags } = row
  const market = { conditionId: condition, question, slug, outcomes, clobTokenIds: tokens }
  if (eventId === null) return market
  return { ...market, events: [{ id: eventId, slug: eventSlug, title: eventTitle, tags: tagsOf(eventTags) }] }
}

/** Slugs as JSON; what is something else is left for the reader of Gamma to refuse. */
function tagsOf(text: string | null): unknown {
  if (text === null || text === '') return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map((slug: unknown) => ({ slug })) : list
  } catch {
    return text
  }
}

/** Parts of the import of tables with the conditional tokens' events. */
export type EventsPart = 'resolutions' | 'splits' | 'merges' | 'redemptions'

interface EventsOptions {
  contracts: ContractSet
  onProgress?(progress: { part: EventsPart; done: number; total: number; rows: number }): void
}

/** Takes tables of the conditional tokens' own events in: each row becomes the log that it was made from. */
async function appendEventRows(
  files: HistoryFiles,
  tables: HistoryTables,
  appender: LogAppender,
  { contracts, onProgress }: EventsOptions,
): Promise<void> {
  const of = (layout: Layout) => files.get(layout) ?? []
  const resolved = (layout: Layout, blocks: Parameters<HistoryTables['resolved']>[1]) =>
    rowBlocks(tables.resolved(of(layout), blocks), (rows) => resolvedLogs(rows, contracts))
  const sets = (layout: Layout, event: Parameters<typeof setsLogs>[1]) =>
    rowBlocks(tables.sets(of(layout)), (rows) => setsLogs(rows, event, contracts))
  const parts: [EventsPart, Layout, () => AsyncIterable<RowBlock>][] = [
    ['resolutions', 'RESOLUTIONS', () => resolved('RESOLUTIONS', of('BLOCKS'))],
    ['resolutions', 'RESOLVED', () => resolved('RESOLVED', null)],
    ['splits', 'SPLITS', () => sets('SPLITS', 'positionSplit')],
    ['merges', 'MERGES', () => sets('MERGES', 'positionsMerge')],
    [
      'redemptions',
      'REDEMPTIONS',
      () => rowBlocks(tables.redeemed(of('REDEMPTIONS')), (rows) => redeemedLogs(rows, contracts)),
    ],
  ]
  for (const [part, layout, blocks] of parts) {
    if (of(layout).length === 0) continue
    const total = await tables.count(of(layout))
    let rows = 0
    onProgress?.({ part, done: 0, total, rows })
    for await (const block of blocks()) {
      await appender.take(block)
      rows += block.rows
      onProgress?.({ part, done: rows, total, rows })
    }
    await appender.flush()
  }
}
