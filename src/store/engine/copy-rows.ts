import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { defined } from '../../checks.ts'
import { insertColumns } from './statements.ts'
import type { Column, Table, Value } from './table-types.ts'

/** Rows that are made into text at a time: what waits for the server stays small. */
const ROWS_AT_A_TIME = 1_000

/**
 * Appends the first `count` rows by COPY, which takes half the time of an INSERT.
 * @throws where one of the keys is there already: the transaction is then over
 */
export async function copyRows(
  client: pg.Client,
  table: Table,
  columns: Record<string, Column>,
  count: number,
): Promise<void> {
  const names = Object.keys(columns)
  const target = client.query(copyFrom(`COPY ${insertColumns(table, names)} FROM STDIN`))
  await pipeline(Readable.from(copyText(Object.values(columns), count)), target)
}

/** Rows in COPY's text format, some at a time. */
function* copyText(columns: readonly Column[], count: number): Generator<string> {
  for (let from = 0; from < count; from += ROWS_AT_A_TIME) {
    let text = ''
    const to = Math.min(count, from + ROWS_AT_A_TIME)
    for (let i = from; i < to; i++)
      text += `${columns.map((column) => cellText(defined(column[i]))).join('\t')}\n`
    yield text
  }
}

function cellText(value: Value): string {
  if (value === null) return '\\N'
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  return typeof value === 'string' ? value.replaceAll(/[\\\t\n\r]/g, escaped) : String(value)
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(character: string): string {
  return ESCAPES[character] ?? character
}
