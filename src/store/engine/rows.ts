import type { Sql } from './database.ts'
import {
  type Camel,
  type Column,
  type ColumnsOf,
  camel,
  type Merge,
  type Table,
  type Written,
} from './table-types.ts'

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
