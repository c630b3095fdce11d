import type { DuckDBConnection } from '@duckdb/node-api'
import type { Value } from '../engine/table-types.ts'

/** How a column is kept: `int` fits 32 bits, `big` 64, `tiny` 8. */
export type SegmentColumn = 'tiny' | 'int' | 'big' | 'text' | 'blob'

/** Columns by name, with their types. */
export type ColumnTypes = Readonly<Record<string, SegmentColumn>>

/** Many rows as columns of equal length. */
export type Columns = Record<string, ArrayLike<Value>>

const TYPES: Record<SegmentColumn, string> = {
  tiny: 'TINYINT',
  int: 'INTEGER',
  big: 'BIGINT',
  text: 'VARCHAR',
  blob: 'BLOB',
}
/** Rows of a chunk that DuckDB takes in. */
const CHUNK = 2_048

/**
 * Makes a temporary table of some rows.
 * @returns the SELECT of what is in it, by the columns' own types
 */
export async function createTableOf(
  connection: DuckDBConnection,
  table: string,
  columns: ColumnTypes,
  pages: AsyncIterable<Columns>,
): Promise<string> {
  const list = Object.entries(columns)
  // Numbers go in as doubles, exact below 2^53: a conversion to BigInt a value costs more than the cast.
  const types = list.map(([column, type]) => `${column} ${isNumber(type) ? 'DOUBLE' : TYPES[type]}`)
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${types.join(', ')})`)
  await appendRows(connection, table, columns, pages)
  const typed = list.map(([column, type]) => `CAST(${column} AS ${TYPES[type]}) AS ${column}`)
  return `SELECT ${typed.join(', ')} FROM ${table}`
}

/** Appends rows to a table whose columns are of these types, numbers as doubles. */
async function appendRows(
  connection: DuckDBConnection,
  table: string,
  columns: ColumnTypes,
  pages: AsyncIterable<Columns>,
): Promise<void> {
  const { BLOB, DOUBLE, VARCHAR, DuckDBDataChunk, blobValue } = await import('@duckdb/node-api')
  const appender = await connection.createAppender(table)
  const names = Object.keys(columns)
  const kinds = Object.values(columns).map((type) =>
    type === 'blob' ? BLOB : type === 'text' ? VARCHAR : DOUBLE,
  )
  for await (const page of pages) {
    const count = page[names[0] ?? '']?.length ?? 0
    for (let from = 0; from < count; from += CHUNK) {
      const size = Math.min(CHUNK, count - from)
      const chunk = DuckDBDataChunk.create(kinds, size)
      chunk.setColumns(
        names.map((name) =>
          Array.from({ length: size }, (_, i) => {
            const value = page[name]?.[from + i] ?? null
            return value instanceof Uint8Array ? blobValue(value) : value
          }),
        ),
      )
      appender.appendDataChunk(chunk)
    }
    appender.flushSync()
  }
  appender.closeSync()
}

function isNumber(type: SegmentColumn): boolean {
  return type !== 'text' && type !== 'blob'
}
