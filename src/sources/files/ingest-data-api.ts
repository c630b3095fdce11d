import type { Database, Sql } from '../../store/engine/database.ts'
import type { Table } from '../../store/engine/table.ts'
import { apiIdentity } from '../../store/ingest/api-events.ts'
import { historyIdentity } from '../../store/ingest/history-rows.ts'
import { createLedgerWriter } from '../../store/ingest/ledger-writer.ts'
import type { ApiRow } from './data-api-row.ts'
import { readActivity, readTrades } from './data-api-rows.ts'
import { readHistory } from './history-rows.ts'
import { emptyReport, type IngestOptions, type IngestReport } from './ingest.ts'

/** Rows waiting for the whole file: only then are a row's twins counted and its place in time known. */
const STAGED = {
  name: 'staged_rows',
  key: ['row'],
  columns: { row: 'int', time: 'int', identity: 'text', payload: 'text' },
} as const satisfies Table

/** Rows that go to the ledger together. */
const PAGE = 20_000

/**
 * Takes in a file of the Data API. Its rows carry no log index: a row is known by its terms and by its number among
 * its identical twins within the file, so a file taken in twice, or two that overlap, add nothing. The whole file is
 * one transaction: when it is cut short, nothing of it is kept. With `wallet` the file is that wallet's History CSV.
 */
export async function ingestDataApi(
  db: Database,
  kind: 'activity' | 'trades',
  path: string,
  options: IngestOptions = {},
): Promise<IngestReport> {
  const report = emptyReport()
  const writer = createLedgerWriter(db)
  await writer.transaction(async (append, tx) => {
    await createStage(tx)
    await stage(tx, rowsOf(tx, kind, path, options), report, options)
    for await (const rows of stagedPages(tx)) {
      const result = await append(batchOf(rows))
      report.events += result.events
      report.repeated += result.repeated
      const lineOf = new Map<string | undefined, number>(
        rows.map(({ row }) => [(row.market ?? row.token)?.condition, row.row]),
      )
      const wrong = result.refusedLinks.map(({ condition, reason }) => ({
        line: lineOf.get(condition) ?? 0,
        reason,
      }))
      const refusals = [...result.clashes, ...wrong]
      report.refused += refusals.length
      for (const refusal of refusals) options.onRefusal?.(refusal)
      report.traders += new Set(rows.flatMap(({ row }) => row.trader?.address ?? [])).size
      report.markets += new Set(rows.flatMap(({ row }) => row.market?.condition ?? [])).size
    }
    await tx.run('DROP TABLE staged_rows')
  })
  return report
}

function rowsOf(tx: Sql, kind: 'activity' | 'trades', path: string, { wallet }: IngestOptions) {
  if (wallet !== undefined) return readHistory(tx, path, wallet)
  return kind === 'activity' ? readActivity(path) : readTrades(path)
}

async function createStage(tx: Sql): Promise<void> {
  const time = tx.dialect === 'sqlite' ? 'INTEGER' : 'bigint'
  const text = tx.dialect === 'sqlite' ? 'TEXT' : 'text COLLATE "C"'
  await tx.run('DROP TABLE IF EXISTS staged_rows')
  await tx.run(
    `CREATE TEMP TABLE staged_rows (row ${time} PRIMARY KEY, time ${time} NOT NULL, identity ${text} NOT NULL, payload ${text} NOT NULL)`,
  )
}

async function stage(
  tx: Sql,
  batches: ReturnType<typeof readActivity>,
  report: IngestReport,
  options: IngestOptions,
): Promise<void> {
  let count = 0
  for await (const batch of batches) {
    for (const refusal of batch.refusals) {
      report.refused++
      options.onRefusal?.(refusal)
    }
    for (const [type, rows] of batch.skipped) report.skipped.set(type, (report.skipped.get(type) ?? 0) + rows)
    const columns = {
      row: batch.rows.map((row) => row.row),
      time: batch.rows.map((row) => row.record?.time ?? 0),
      identity: batch.rows.map((row) => row.identity),
      payload: batch.rows.map((row) => JSON.stringify(row)),
    }
    await tx.insertNew(STAGED, columns, batch.rows.length)
    count += batch.rows.length
    options.onProgress?.({ bytes: batch.bytes, rows: count })
  }
}

interface StagedRow {
  row: ApiRow
  twin: number
}

/** The staged rows in the order of time, with each row's number among its twins. */
async function* stagedPages(tx: Sql): AsyncGenerator<StagedRow[]> {
  for (let after = 0; ; after += PAGE) {
    const rows = await tx.all<{ payload: string; twin: number }>(
      'SELECT payload, twin FROM (SELECT payload, ' +
        'ROW_NUMBER() OVER (PARTITION BY identity ORDER BY row) - 1 AS twin, ' +
        'ROW_NUMBER() OVER (ORDER BY time, row DESC) AS place FROM staged_rows) staged ' +
        'WHERE place > ? AND place <= ? ORDER BY place',
      [after, after + PAGE],
    )
    if (rows.length === 0) return
    yield rows.map(({ payload, twin }) => ({ row: JSON.parse(payload) as ApiRow, twin }))
  }
}

function batchOf(rows: readonly StagedRow[]) {
  return {
    markets: rows.flatMap(({ row }) => row.market ?? []),
    traders: rows.flatMap(({ row }) => row.trader ?? []),
    tokens: rows.flatMap(({ row }) => row.token ?? []),
    apiEvents: rows.flatMap(({ row: { record, source, identity, row }, twin }) => {
      if (record === null) return []
      const identify = source === 'HISTORY' ? historyIdentity : apiIdentity
      return [{ event: record, identity: identify(identity, twin), line: row }]
    }),
  }
}
