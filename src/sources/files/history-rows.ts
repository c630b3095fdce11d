import { CommandError } from '../../errors.ts'
import type { Address } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { marketsByQuestion, type QuestionedMarket } from '../../store/ledger/names.ts'
import { nearMiss } from '../near-miss.ts'
import { Refused } from '../refusal.ts'
import { apiText } from './api-row.ts'
import { type CsvRun, csvRows } from './csv-rows.ts'
import { SKIPPED_TYPES } from './data-api-row.ts'
import type { ApiRowsBatch } from './data-api-rows.ts'
import { historyRow, historyType } from './history-row.ts'
import { openFile } from './open-file.ts'

const COLUMNS = ['marketName', 'action', 'usdcAmount', 'tokenAmount', 'tokenName', 'timestamp', 'hash']

/**
 * Reads the History CSV that polymarket.com gives the owner of a wallet. The markets are those of the store whose question is
 * exactly the row's marketName. Throws a CommandError naming the path where the file cannot be read, is another, or is
 * cut short.
 */
export async function* readHistory(sql: Sql, path: string, owner: Address): AsyncGenerator<ApiRowsBatch> {
  const { chunks } = await openFile(path)
  const markets = new Map<string, QuestionedMarket[]>()
  for await (const { rows, bytes } of csvRows(chunks, path, (columns) => checkHeader(columns, path))) {
    const names = rows.flatMap(({ value }) => (value instanceof Refused ? [] : questionIn(value)))
    const unknown = [...new Set(names)].filter((name) => !markets.has(name))
    const found = unknown.length > 0 ? await marketsByQuestion(sql, unknown) : new Map()
    for (const name of unknown) markets.set(name, found.get(name) ?? [])
    yield batchOf(rows, bytes, { owner, marketsOf: (name) => markets.get(name) ?? [] })
  }
}

function checkHeader(columns: string[], path: string): void {
  const missing = COLUMNS.filter((name) => !columns.includes(name))
  if (missing.length === 0) return
  const other = missing.includes('marketName') ? nearMiss(columns, 'activity') : null
  if (other !== null) throw new CommandError(`${path} ${other}`)
  throw new CommandError(
    `${path} lacks the column ${missing.join(', ')} of polymarket.com's History CSV: omit --wallet for a response of /activity, which names its wallet.`,
  )
}

function questionIn(raw: Record<string, unknown>): string {
  return apiText(raw.marketName) ?? ''
}

function batchOf(
  rows: CsvRun['rows'],
  bytes: number,
  { owner, marketsOf }: { owner: Address; marketsOf(question: string): readonly QuestionedMarket[] },
): ApiRowsBatch {
  const batch: ApiRowsBatch = { rows: [], refusals: [], skipped: new Map(), bytes }
  for (const { value, row } of rows) {
    try {
      if (value instanceof Refused) throw value
      const type = historyType(value)
      if (SKIPPED_TYPES.has(type)) batch.skipped.set(type, (batch.skipped.get(type) ?? 0) + 1)
      else batch.rows.push(historyRow(value, { type, owner, row, markets: marketsOf(questionIn(value)) }))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      batch.refusals.push({ line: row, reason: error.message })
    }
  }
  return batch
}
