import { CommandError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { createLedgerWriter } from '../../store/ingest/ledger-writer.ts'
import type { StoreAddress } from '../../store/store.ts'
import {
  emptyReading,
  noteUntaken,
  type Reading,
  type ReadingOptions,
  type ReadingReport,
} from '../append-blocks.ts'
import { addGammaObject, type GammaMarkets } from '../gamma-object.ts'
import { openKnownChain } from '../known-chain.ts'
import { BlockDecoder } from '../rpc/block-events.ts'
import { FILLED_COLUMNS } from './filled-source.ts'
import { type FoundFile, findHistoryFiles } from './history-files.ts'
import { type HistoryTables, type MarketRow, openHistoryTables } from './history-tables.ts'
import { type Layout, layoutOf } from './layout.ts'
import { loadFilled } from './load-filled.ts'
import { firstBlockOf, logBlocks } from './log-files.ts'
import { resolvedLogs } from './raw-rows.ts'
import { rowBlocks } from './row-blocks.ts'
import type { FilledTables } from './stage-fills.ts'
import { createTaker, type Taker } from './take-logs.ts'

/** How far one part of the work is; parts come one after the other. */
export interface HistoryProgress {
  part: 'logs' | 'markets' | 'resolutions' | 'fills' | 'positions'
  /** In bytes of files for logs, in rows otherwise. */
  done: number
  total: number
  /** Logs, or rows, of this part so far. */
  rows: number
}

/** Which files are read, and who hears of it. */
export interface HistoryOptions extends ReadingOptions {
  paths: readonly string[]
  signal?: AbortSignal
  /** Logs of one transaction of the store, about: memory holds no more of them, and nobody waits for long. @default 5000 */
  logsAWrite?: number
  /** Rows of Parquet files that are sorted together, about. @default 500000 */
  sortedRows?: number
  /** Rows of fills that are staged and loaded together, about. @default 5000000 */
  stretchRows?: number
  /** Where threads find the store. @default everything in this one */
  address?: StoreAddress
  /** Told before anything is read which layouts there are, and how many files of each. */
  onLayouts?(layouts: ReadonlyMap<Layout, number>): void
  /** Told of files in folders that are not read, by the reason why not, as the end of a sentence. */
  onPassedOver?(reason: string, paths: readonly string[]): void
  onProgress?(progress: HistoryProgress): void
}

/** What taking history in did. */
export interface HistoryReport extends ReadingReport {
  markets: number
}

type Files = ReadonlyMap<Layout, FoundFile[]>

/**
 * Takes downloaded history into the ledger: raw logs, and tables whose rows become the logs that they were made from, through
 * the chain's own decoder. An event that is there already counts once, so what was stopped can be run again. What says most
 * comes first: logs, then what markets are, then events alone.
 * @throws CommandError before anything is taken in where a named file is of no layout, or what a layout needs is missing
 */
export async function ingestHistory(db: Database, options: HistoryOptions): Promise<HistoryReport> {
  const found = await findHistoryFiles(options.paths)
  const tables = await openHistoryTables(db.segments, options.sortedRows)
  try {
    const files = await sorted(found, tables, options)
    const report: HistoryReport = { ...emptyReading(), markets: 0 }
    const known = await openKnownChain(db, options.contracts)
    const { contracts } = known
    const reading: Reading = { ...options, contracts, known, report }
    const writer = createLedgerWriter(db, { infrastructure: contracts.infrastructure })
    const decoder = new BlockDecoder(contracts, known.feeBipsOf)
    const taker = createTaker(writer, decoder, { ...reading, ...options, contracts })
    await takeLogFiles(files.get('LOGS') ?? [], taker, options)
    await takeMarkets(db, files, tables, { ...options, report })
    await takeResolutions(files, tables, taker, options)
    const { onProgress } = options
    await loadFilled(db, await filledTables(files, tables), report, {
      ...options,
      contracts,
      onProgress: (part, done, total) => onProgress?.({ part, done, total, rows: done }),
    })
    return report
  } finally {
    tables.close()
  }
}

/** The files by their layout, once nothing is in the way of reading them all. */
async function sorted(
  found: readonly FoundFile[],
  tables: HistoryTables,
  options: HistoryOptions,
): Promise<Files> {
  const files = new Map<Layout, FoundFile[]>()
  const passedOver = new Map<string, string[]>()
  for (const file of found) {
    const layout = await layoutOfFile(file, tables)
    if (typeof layout === 'string') files.set(layout, [...(files.get(layout) ?? []), file])
    else if (file.named) throw new CommandError(`${file.path} ${layout.reason}.`)
    else passedOver.set(layout.reason, [...(passedOver.get(layout.reason) ?? []), file.path])
  }
  const [first] = passedOver
  if (files.size === 0 && first) throw new CommandError(`${first[1][0]} ${first[0]}.`)
  if (files.size === 0) throw new CommandError('There is no file to read.')
  const timed = (['TRADES', 'RESOLUTIONS'] as const).find((layout) => files.has(layout))
  const [untimed] = (timed && files.get(timed)) ?? []
  if (untimed && !files.has('BLOCKS'))
    throw new CommandError(`${untimed.path} does not say when its blocks were: name the folder "blocks" too.`)
  options.onLayouts?.(new Map([...files].map(([layout, { length }]) => [layout, length])))
  for (const [reason, paths] of passedOver) options.onPassedOver?.(reason, paths)
  return files
}

async function layoutOfFile(file: FoundFile, tables: HistoryTables): Promise<Layout | { reason: string }> {
  if (file.bytes === 0) return { reason: 'is empty' }
  if (file.packing === 'PARQUET' || /\.csv(?:\.gz|\.zst)?$/i.test(file.path)) {
    try {
      return layoutOf(await tables.columnsOf(file))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      return { reason: `is damaged, or no table (${error.message})` }
    }
  }
  const block = await firstBlockOf(file)
  return typeof block === 'number' ? 'LOGS' : block
}

/** A file's blocks can mean something else once those before them are known: files are read by their first block. */
async function takeLogFiles(
  files: readonly FoundFile[],
  taker: Taker,
  options: HistoryOptions,
): Promise<void> {
  const begun = await Promise.all(
    files.map(async (file) => ({ file, first: Number(await firstBlockOf(file)) })),
  )
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let before = 0
  let rows = 0
  for (const { file } of begun.sort((a, b) => a.first - b.first)) {
    for await (const { logs, refused, read } of logBlocks(file)) {
      await taker.take({ logs, refused })
      rows += logs.length
      options.onProgress?.({ part: 'logs', done: before + read, total, rows })
    }
    before += file.bytes
  }
  await taker.flush()
}

async function takeResolutions(
  files: Files,
  tables: HistoryTables,
  taker: Taker,
  options: HistoryOptions,
): Promise<void> {
  const resolutions = files.get('RESOLUTIONS') ?? []
  if (resolutions.length === 0) return
  const total = await tables.count(resolutions)
  let rows = 0
  const told = tables.resolved(resolutions, files.get('BLOCKS') ?? [])
  for await (const block of rowBlocks(told, (some) => resolvedLogs(some, options.contracts))) {
    await taker.take(block)
    rows += block.rows
    options.onProgress?.({ part: 'resolutions', done: rows, total, rows })
  }
  await taker.flush()
}

/** The tables of OrderFilled events, with their columns. */
async function filledTables(files: Files, tables: HistoryTables): Promise<FilledTables[]> {
  const found: FilledTables[] = []
  for (const layout of ['TRADES', 'ORDERS'] as const) {
    const list = []
    for (const file of files.get(layout) ?? [])
      list.push({ file, columns: await tables.columnsOf(file), of: FILLED_COLUMNS[layout] })
    const blocks = FILLED_COLUMNS[layout].time === null ? (files.get('BLOCKS') ?? []) : []
    if (list.length > 0) found.push({ layout, files: list, blocks })
  }
  return found
}

async function takeMarkets(
  db: Database,
  files: Files,
  tables: HistoryTables,
  options: HistoryOptions & { report: HistoryReport },
): Promise<void> {
  const markets = files.get('MARKETS') ?? []
  if (markets.length === 0) return
  const { report } = options
  const writer = createLedgerWriter(db)
  const total = await tables.count(markets)
  let rows = 0
  for await (const page of tables.markets(markets, files.get('EVENTS') ?? [])) {
    options.signal?.throwIfAborted()
    const batch: GammaMarkets = { markets: [], refusals: [] }
    for (const [i, row] of page.entries()) addGammaObject(batch, gammaObjectOf(row), i)
    const refused = batch.refusals.map(({ line, reason }) => ({
      tx: null,
      logIndex: null,
      reason: `market ${page[line]?.id}: ${reason}`,
    }))
    noteUntaken({ refused, skipped: new Map() }, options)
    if (batch.markets.length > 0)
      await writer.transaction((append) => append({ markets: batch.markets.map(({ market }) => market) }))
    report.markets += batch.markets.length
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
