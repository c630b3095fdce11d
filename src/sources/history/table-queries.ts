import type { DuckDBConnection } from '@duckdb/node-api'
import { CommandError } from '../../errors.ts'
import { rowsOf as rowsOfChunk, sqlText } from '../../store/engine/duckdb.ts'

/** A column, and its type as DuckDB names it. */
export interface Column {
  name: string
  type: string
}

/** Columns as SQL, by the names that the readers of tables know them by. */
export type Renamed = Readonly<Record<string, string>>

/** A path as SQL that reads it, with its wildcard characters escaped. */
function pathText(path: string): string {
  return sqlText(path.replaceAll(/[*?[]/g, '[$&]'))
}

/** SQL after FROM for Parquet files of one table, with columns in any order. */
export function parquet(paths: readonly string[]): string {
  return `read_parquet([${paths.map(pathText).join(', ')}], union_by_name = true)`
}

/**
 * The text after FROM for files of one table: columns may come in any order, those of CSV are text, and other names are
 * mapped to the names that readers use.
 */
export function fromFiles(files: readonly ReadableFile[]): string {
  const alike = Map.groupBy(files, ({ packing, renamed }) => JSON.stringify([packing === 'PARQUET', renamed]))
  const parts = [...alike.values()].map((group) => {
    const [first] = group
    const columns = Object.entries(first?.renamed ?? {}).map(([name, value]) => `${value} AS ${quoted(name)}`)
    const paths = group.map(({ path }) => path)
    const table = first?.packing === 'PARQUET' ? parquet(paths) : csv(paths)
    return `SELECT ${columns.join(', ') || '*'} FROM ${table}`
  })
  return `(${parts.join(' UNION ALL BY NAME ')})`
}

export interface ReadableFile {
  path: string
  packing: string
  renamed?: Renamed
}

/** A column's name as SQL. */
export function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`
}

/** SQL after FROM for CSV files of one table; every column is text. */
function csv(paths: readonly string[]): string {
  return `read_csv([${paths.map(pathText).join(', ')}], header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', union_by_name = true)`
}

/** A column as text in lower case. */
export function text(column: string): string {
  return `lower(CAST(${column} AS VARCHAR))`
}

/** A statement that writes a query's rows into a Parquet file. */
export function copyTo(path: string, query: string, compression = 'uncompressed'): string {
  return `COPY (${query}) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION ${compression})`
}

/** Runs a statement. Throws a CommandError with what DuckDB says where a file cannot be read: it names the file. */
export async function run(connection: DuckDBConnection, statement: string): Promise<void> {
  try {
    await connection.run(statement)
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** All rows of a query; errors as those of {@link run}. */
export async function rowsOf<Row>(connection: DuckDBConnection, query: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages<Row>(connection, query)) rows.push(...page)
  return rows
}

/** The rows of a query, some thousand at a time; errors as those of {@link run}. */
export async function* pages<Row>(connection: DuckDBConnection, query: string): AsyncGenerator<Row[]> {
  try {
    const result = await connection.stream(query)
    const names = result.columnNames()
    for await (const chunk of result) {
      yield rowsOfChunk<Row>(names, chunk)
    }
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause: unknown): CommandError {
  const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
  return new CommandError(`A table cannot be read: ${reason}`, { cause })
}
