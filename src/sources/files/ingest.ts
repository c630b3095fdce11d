import { CommandError } from '../../errors.ts'
import type { MarketInfo, SourceRecord } from '../../ledger/event.ts'
import { createFillBatcher, type FillBatch } from '../../ledger/fill-batch.ts'
import type { Address } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { type BatchReport, createLedgerWriter, type LedgerBatch } from '../../store/ingest/ledger-writer.ts'
import type { Refusal } from '../field-checks.ts'
import { type EventLinesBatch, readEventLines } from './event-lines.ts'
import { readGamma } from './gamma.ts'

export interface IngestOptions {
  /** Event lines: stop at the first line that cannot be used, and leave the store as it was. @default false */
  strict?: boolean
  /** Activity only: the file is polymarket.com's History CSV of this wallet. @default an answer of the Data API */
  wallet?: Address
  /** See {@link LedgerWriterOptions}. */
  simulated?: boolean
  mostPositions?: number
  /** Called from time to time with the progress. */
  onProgress?(progress: { bytes: number; rows: number }): void
  /** Called with each refused line or row. */
  onRefusal?(refusal: Refusal): void
}

export interface IngestReport {
  /** Ledger events that were new. */
  events: number
  /** Ledger events that existed already. */
  repeated: number
  /** Markets and traders imported. */
  markets: number
  traders: number
  /** Lines or rows that could not be used. */
  refused: number
  /** Rows of the Data API that become no event, by type. */
  skipped: Map<string, number>
}

export function emptyReport(): IngestReport {
  return { events: 0, repeated: 0, markets: 0, traders: 0, refused: 0, skipped: new Map() }
}

/** Lines between two commits: more of them take memory and gain nothing (bench/write/ingest.ts). */
const COMMIT_LINES = 50_000

/**
 * Imports ledger events, one JSON object a line. Invalid lines are reported and skipped; with `strict` the first of
 * them ends the import, and nothing of the source is kept.
 */
export async function ingestEventLines(
  db: Database,
  source: Parameters<typeof readEventLines>[0],
  options: IngestOptions = {},
): Promise<IngestReport> {
  const report = emptyReport()
  const writer = createLedgerWriter(db, options)
  const batches = readEventLines(source)[Symbol.asyncIterator]()
  try {
    for (let ended = false; !ended; ) {
      ended = await writer.transaction(async (append) => {
        const first = report.events + report.repeated
        for (;;) {
          const { done, value } = await batches.next()
          if (done) return true
          const refuse = (refusal: Refusal) => takeRefusal(refusal, report, options)
          value.refusals.forEach(refuse)
          const result = await append(ledgerBatchOf(value, report))
          result.clashes.forEach(refuse)
          refusedMarkets(result, marketRowsOf(value), report).forEach(refuse)
          report.events += result.events
          report.repeated += result.repeated
          options.onProgress?.({ bytes: value.bytes, rows: value.lines })
          if (!options.strict && report.events + report.repeated - first >= COMMIT_LINES) return false
        }
      })
    }
  } finally {
    await batches.return?.(undefined)
  }
  return report
}

function takeRefusal(refusal: Refusal, report: IngestReport, options: IngestOptions): void {
  report.refused++
  if (options.strict)
    throw new CommandError(`line ${refusal.line}: ${refusal.reason}; nothing was kept (--strict)`)
  options.onRefusal?.(refusal)
}

/** The refusals of markets that name tokens of other conditions; they count as refused, not as markets. */
export function refusedMarkets(
  { refusedLinks }: Pick<BatchReport, 'refusedLinks'>,
  rows: readonly { market: MarketInfo; row: number }[],
  report: { markets: number },
): Refusal[] {
  const lineOf = new Map(rows.map(({ market, row }) => [market.condition as string, row]))
  report.markets -= refusedLinks.length
  return refusedLinks.map(({ condition, reason }) => ({ line: lineOf.get(condition) ?? 0, reason }))
}

function marketRowsOf({ records }: Pick<EventLinesBatch, 'records'>) {
  return records.flatMap(({ record, line }) =>
    record.kind === 'MARKET' ? [{ market: record, row: line }] : [],
  )
}

/** Sorts a stretch of lines into what the ledger takes. */
function ledgerBatchOf(batch: Pick<EventLinesBatch, 'fills' | 'records'>, report: IngestReport): LedgerBatch {
  const markets = batch.records.flatMap(({ record }) => (record.kind === 'MARKET' ? [record] : []))
  const traders = batch.records.flatMap(({ record }) => (record.kind === 'TRADER' ? [record] : []))
  report.markets += markets.length
  report.traders += traders.length
  const apiEvents = batch.records.flatMap(({ record }) =>
    'time' in record && record.block === null
      ? [{ event: record, identity: Buffer.from(record.row ?? '', 'hex') }]
      : [],
  )
  const movements = batch.records.flatMap(({ record, line }) =>
    'time' in record && record.block !== null && record.kind !== 'FILL' ? [{ movement: record, line }] : [],
  )
  return { fills: batch.fills, movements, apiEvents, markets, traders }
}

/** Records of a batch when they come from a program. */
const RECORDS_BATCH = 25_000

/** Takes in records that a program makes, such as the demo world's, in one transaction. */
export async function ingestRecords(
  db: Database,
  records: Iterable<SourceRecord>,
  options: IngestOptions = {},
): Promise<IngestReport> {
  const report = emptyReport()
  const writer = createLedgerWriter(db, options)
  await writer.transaction(async (append) => {
    let rows = 0
    for (const batch of batchesOf(records)) {
      rows += (batch.fills?.count ?? 0) + batch.records.length
      const result = await append(ledgerBatchOf(batch, report))
      const wrong = refusedMarkets(result, marketRowsOf(batch), report)
      for (const refusal of [...result.clashes, ...wrong]) takeRefusal(refusal, report, options)
      report.events += result.events
      report.repeated += result.repeated
      options.onProgress?.({ bytes: 0, rows })
    }
  })
  return report
}

function* batchesOf(records: Iterable<SourceRecord>): Generator<Pick<EventLinesBatch, 'fills' | 'records'>> {
  const batcher = createFillBatcher()
  let others: EventLinesBatch['records'] = []
  let row = 0
  const take = (): { fills: FillBatch | null; records: EventLinesBatch['records'] } => {
    const taken = { fills: batcher.size > 0 ? batcher.take() : null, records: others }
    others = []
    return taken
  }
  for (const record of records) {
    row++
    if (record.kind === 'FILL' && record.block !== null) batcher.add(record, row)
    else others.push({ record, line: row })
    if (batcher.size + others.length >= RECORDS_BATCH) yield take()
  }
  yield take()
}

/** Takes in market metadata of Gamma; the file as a whole, or nothing of it. */
export async function ingestGamma(
  db: Database,
  path: string,
  options: IngestOptions = {},
): Promise<IngestReport> {
  const report = emptyReport()
  const writer = createLedgerWriter(db, options)
  await writer.transaction(async (append) => {
    let rows = 0
    for await (const batch of readGamma(path)) {
      for (const refusal of batch.refusals) takeRefusal(refusal, report, options)
      const result = await append({ markets: batch.markets.map(({ market }) => market) })
      report.markets += batch.markets.length
      for (const refusal of refusedMarkets(result, batch.markets, report))
        takeRefusal(refusal, report, options)
      rows += batch.markets.length
      options.onProgress?.({ bytes: batch.bytes, rows })
    }
  })
  return report
}
