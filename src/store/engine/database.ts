import type { Knex } from 'knex'
import type { DataOptions, DuckDb } from './duckdb.ts'
import {
  type Camel,
  type Column,
  type ColumnsOf,
  type ColumnType,
  camel,
  type Merge,
  type Table,
  type Value,
  type Written,
} from './table.ts'

/**
 * One interface to both engines. Rooms above write SQL once, with `?` for values; SQLite's driver prepares a text once
 * per connection and keeps it, PostgreSQL's sends it unnamed: names gained nothing in a bench of profiles. Lists go in
 * as one value through {@link Sql.isIn} and {@link Sql.list}, so a statement's text, and with it its plan, does not
 * depend on the number of ids.
 */

/** Statements on one connection, in or outside a transaction. */
export interface Sql {
  readonly dialect: 'sqlite' | 'postgres'
  /** The engine of the Parquet files beside the store. */
  readonly duckdb: DuckDb
  all<Row>(text: string, values?: readonly Value[]): Promise<Row[]>
  /** The first row of a query, or undefined. */
  get<Row>(text: string, values?: readonly Value[]): Promise<Row | undefined>
  /** Runs a statement; answers how many rows it changed. */
  run(text: string, values?: readonly Value[]): Promise<number>
  /** Inserts the rows that are not there yet; answers 1 for each row that was new, 0 for each that was there. */
  insertNew(table: Table, columns: Record<string, Column>, count: number): Promise<Uint8Array>
  /** Inserts rows, merging those whose key is there as `merge` says (columns not named are replaced). */
  upsert(
    table: Table,
    columns: Record<string, Column>,
    count: number,
    merge?: Readonly<Record<string, Merge>>,
    onlyIf?: string,
  ): Promise<void>
  /** Looks many keys up: for each, the named columns as a row, or undefined. */
  find(
    table: Table,
    by: readonly string[],
    keys: Record<string, Column>,
    count: number,
    select: readonly string[],
  ): Promise<(Value[] | undefined)[]>
  /**
   * Runs a one-row SELECT for each key; in `text`, `:name` is the key's value of that column.
   * @returns for each key its row, or undefined
   */
  findEach<Row>(
    types: Record<string, ColumnType>,
    keys: Record<string, Column>,
    count: number,
    text: string,
  ): Promise<(Row | undefined)[]>
  /** Deletes, for each key, the rows that match every comparison of `where` (column → operator). */
  deleteEach(
    table: Table,
    where: Readonly<Record<string, '=' | '>='>>,
    keys: Record<string, Column>,
    count: number,
  ): Promise<void>
  /** Sets columns to one value each, for each key in the rows that match every comparison of `where` and a condition. */
  updateEach(
    table: Table,
    set: Readonly<Record<string, number | null>>,
    where: Readonly<Record<string, '=' | '>='>>,
    keys: Record<string, Column>,
    count: number,
    onlyIf: string,
  ): Promise<void>
  /** SQL that is true where `expression` is one of a list; it takes one `?`, given by {@link Sql.list}. */
  isIn(expression: string, type: ColumnType): string
  /** A list as one value. */
  list(values: readonly (number | string)[]): Value
}

/** The store's connections: reads that see committed rows, and transactions, one at a time in this process. */
export interface Database extends Sql {
  /** Runs `work` in a transaction: all of it becomes visible together, or nothing if it throws. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  /** Runs reads of one moment, on a connection of their own; they block no writer, however long they take. */
  view<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Statements run on this database so far; tests compare it before and after a request. */
  readonly statementCount: number
  close(): Promise<void>
}

/** An engine's connections, and their owner, over which migrations run. */
export interface Engine extends Database {
  readonly knex: Knex
}

export type StoreAddress = ({ kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }) & {
  /** Where sealed events are. @default a folder beside the SQLite file, or `pequod-data` */
  data?: DataOptions | undefined
}

type Optional<T extends Table> = {
  [name in keyof ColumnsOf<T>]: null extends ColumnsOf<T>[name] ? name : never
}[keyof ColumnsOf<T>]

/** A row to write: nullable columns may be omitted, if every row of the call omits them. */
export type NewRow<T extends Table> = {
  readonly [name in Exclude<keyof ColumnsOf<T>, Optional<T>> as Camel<name>]: Written<ColumnsOf<T>[name]>
} & { readonly [name in Optional<T> as Camel<name>]?: Written<ColumnsOf<T>[name]> }

/** Inserts the rows that are not there yet; answers 1 for each row that was new, 0 for each that was there. */
export async function insert<T extends Table>(
  sql: Sql,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<Uint8Array> {
  return rows.length === 0 ? new Uint8Array() : sql.insertNew(table, columnsFrom(table, rows), rows.length)
}

/** Inserts rows, merging those whose key is there: see {@link Sql.upsert}. */
export async function upsert<T extends Table>(
  sql: Sql,
  table: T,
  rows: readonly NewRow<T>[],
  merge?: { readonly [name in keyof T['columns']]?: Merge },
  onlyIf?: string,
): Promise<void> {
  if (rows.length === 0) return
  await sql.upsert(table, columnsFrom(table, rows), rows.length, merge as Record<string, Merge>, onlyIf)
}

function columnsFrom<T extends Table>(table: T, rows: readonly NewRow<T>[]): Record<string, Column> {
  const columns: Record<string, Column> = {}
  for (const name of Object.keys(table.columns)) {
    const called = camel(name) as keyof NewRow<T>
    if (rows[0] !== undefined && called in rows[0]) columns[name] = rows.map((row) => row[called]) as Column
  }
  return columns
}

/** Counts what a database was asked, for tests of a request's statement count. */
export interface StatementCounter {
  count: number
}

/** Reads by name; each takes the connection first. */
type Reads = Record<string, (sql: Sql, ...rest: never[]) => unknown>

/** The same reads on one connection. */
type ReadsOn<Some extends Reads> = {
  readonly [name in keyof Some]: Some[name] extends (sql: Sql, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never
}

/** Returns the reads with their first argument given: a facade that adds nothing to a read names it here. */
export function readsOn<Some extends Reads>(sql: Sql, reads: Some): ReadsOn<Some> {
  return Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, (...rest: never[]) => read(sql, ...rest)]),
  ) as ReadsOn<Some>
}

/**
 * Rows page by page, in the order of a key, until a page is not full. An empty page comes only where there are no more rows.
 * @param size the most rows of a page
 * @param first the key before the first row
 * @param read reads the page behind a key; its rows have the key's columns
 */
export async function* pagesBehind<Row extends Key, Key>(
  size: number,
  first: Key,
  read: (last: Key) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Key | undefined = first; last !== undefined; ) {
    const rows: Row[] = await read(last)
    yield rows
    last = rows[size - 1]
  }
}
