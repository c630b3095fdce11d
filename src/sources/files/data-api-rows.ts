import { CommandError } from '../../errors.ts'
import { type Refusal, Refused, refusedField } from '../field-checks.ts'
import { nearMiss, refuseNearMiss } from '../near-miss.ts'
import { csvRows } from './csv-rows.ts'
import { type ApiRow, dataApiRow, type RawRow, SKIPPED_TYPES } from './data-api-row.ts'
import { jsonRows } from './json-rows.ts'
import { openFile } from './open-file.ts'

export type { ApiRow } from './data-api-row.ts'

/** Some rows of a Data API file, in order. */
export interface ApiRowsBatch {
  rows: ApiRow[]
  refusals: Refusal[]
  /** Rows of this batch that became no event, by their type; they are in `rows` with record null. */
  skipped: Map<string, number>
  /** Bytes read so far in total. */
  bytes: number
}

/** Distinguishes the files of one endpoint. */
interface Endpoint {
  name: 'activity' | 'trades'
  /** CSV columns that must be there; a list of names where either will do. */
  columns: (string | string[])[]
  /** The row's type; throws Refused for a row of another endpoint. */
  typeOf(raw: RawRow): string
}

const TIME_COLUMN = ['timestamp', 'time']

const ACTIVITY: Endpoint = {
  name: 'activity',
  columns: [TIME_COLUMN, 'type', 'size', 'usdcSize', 'price', 'side', 'asset', 'proxyWallet', 'conditionId'],
  typeOf(raw) {
    if (typeof raw.type === 'string' && raw.type !== '') return raw.type.toUpperCase()
    throw refusedField('type', raw.type, 'the type of the activity (rows without one are read as trades)')
  },
}

const TRADES: Endpoint = {
  name: 'trades',
  columns: [TIME_COLUMN, 'size', 'price', 'side', 'asset', 'proxyWallet', 'conditionId'],
  typeOf(raw) {
    if (raw.type === undefined || raw.type === '' || raw.type === 'TRADE') return 'TRADE'
    throw refusedField('type', raw.type, 'TRADE (a file with other types is read as activity)')
  },
}

/**
 * Reads a file of the Data API's `/activity`: a JSON array, JSON objects one a line, or CSV with a header, recognized by
 * content. Throws a CommandError naming the path where the file cannot be read, lacks a column, or is cut short.
 */
export function readActivity(path: string): AsyncGenerator<ApiRowsBatch> {
  return readRows(path, ACTIVITY)
}

/** Reads a file of the Data API's `/trades`; formats and errors as {@link readActivity}. Every row is a fill. */
export function readTrades(path: string): AsyncGenerator<ApiRowsBatch> {
  return readRows(path, TRADES)
}

async function* readRows(path: string, endpoint: Endpoint): AsyncGenerator<ApiRowsBatch> {
  const { chunks } = await openFile(path)
  const [isJson, whole] = await sniffed(chunks)
  const runs = isJson
    ? jsonRows(whole, path)
    : csvRows(whole, path, (columns) => checkHeader(columns, endpoint, path))
  for await (const { rows, bytes } of runs) {
    const [first] = rows
    if (isJson && first?.row === 1) refuseNearMiss(first.value, endpoint.name, path)
    yield batchOf(rows, endpoint, bytes)
  }
}

/** Whether the first byte that is not a space starts JSON, and the chunks with that byte included again. */
async function sniffed(chunks: AsyncIterable<Buffer>): Promise<[boolean, AsyncIterable<Buffer>]> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  const head: Buffer = first.done ? Buffer.alloc(0) : first.value
  const whole = async function* () {
    try {
      yield head
      yield* { [Symbol.asyncIterator]: () => iterator }
    } finally {
      await iterator.return?.()
    }
  }
  return [/^\uFEFF?\s*[[{]/.test(head.toString('utf8', 0, 4096)), whole()]
}

function checkHeader(columns: string[], endpoint: Endpoint, path: string): void {
  const has = (names: string | string[]) => [names].flat().some((name) => columns.includes(name))
  const spoken = (names: string | string[]) => [names].flat().join(' or ')
  const missing = endpoint.columns.filter((names) => !has(names)).map(spoken)
  if (missing.length === 0) return
  const other = nearMiss(columns, endpoint.name)
  if (other !== null) throw new CommandError(`${path} ${other}`)
  const needed = endpoint.columns.map(spoken).join(', ')
  throw new CommandError(`${path} lacks the column ${missing.join(', ')}: ${endpoint.name} need ${needed}.`)
}

function batchOf(
  rows: { value: RawRow | Refused; row: number }[],
  endpoint: Endpoint,
  bytes: number,
): ApiRowsBatch {
  const batch: ApiRowsBatch = { rows: [], refusals: [], skipped: new Map(), bytes }
  for (const { value, row } of rows) {
    try {
      if (value instanceof Refused) throw value
      const read = dataApiRow(value, endpoint.typeOf(value), row)
      batch.rows.push(read)
      for (const reason of read.leftOut) batch.refusals.push({ line: row, reason })
      if (SKIPPED_TYPES.has(read.type)) batch.skipped.set(read.type, (batch.skipped.get(read.type) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      batch.refusals.push({ line: row, reason: error.message })
    }
  }
  return batch
}
