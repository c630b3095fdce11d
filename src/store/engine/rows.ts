import type { Sql } from './database.ts'
import {
  type Camel,
  type Column,
  type ColumnsOf,
  type ColumnType,
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

/** Counts what a database was asked, for tests of a request's statement count. */
export interface StatementCounter {
  count: number
}

/** PostgreSQL's types of a list that is one value. */
export const ARRAY_TYPES: Record<ColumnType, string> = {
  int: 'bigint[]',
  text: 'text[]',
  blob: 'bytea[]',
  float: 'double precision[]',
}

/** SQL that is true where `expression` is one of a list; it takes one `?`. */
export function anyOf(dialect: Sql['dialect'], expression: string, type: ColumnType): string {
  return dialect === 'postgres'
    ? `${expression} = ANY(?::${ARRAY_TYPES[type]})`
    : `${expression} IN (SELECT value FROM json_each(?))`
}

/** `table (a, b, c)`: the head of an INSERT. */
export function insertColumns(table: Table, names: readonly string[]): string {
  return `${table.name} (${names.join(', ')})`
}

/**
 * The conflict clause for an existing key. Both engines share the syntax.
 * @param onlyIf a condition over `excluded` and the table; rows that miss it do not change
 */
export function upsertClause(
  table: Table,
  names: readonly string[],
  merge: Readonly<Record<string, Merge>>,
  onlyIf?: string,
): string {
  const sets = names
    .filter((name) => !table.key.includes(name))
    .map((name) => `${name} = ${mergedValue(table, name, merge[name])}`)
  return `ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${sets.join(', ')}${onlyIf ? ` WHERE ${onlyIf}` : ''}`
}

function mergedValue(table: Table, name: string, merge: Merge | undefined): string {
  const [there, given] = [`${table.name}.${name}`, `excluded.${name}`]
  if (merge === 'add') return `${there} + ${given}`
  return merge === 'min' ? `CASE WHEN ${there} < ${given} THEN ${there} ELSE ${given} END` : given
}

/** The column that can prove rows to be new: an integer that is the whole key. */
export function soleIntegerKey(table: Table): string | null {
  const [key, ...more] = table.key
  return key !== undefined && more.length === 0 && table.columns[key] === 'int' ? key : null
}

/**
 * How many of the first rows come after everything in the table, in ascending order: they are new without asking. A
 * follower's rows are nearly always so.
 * @param last the highest key in the table, or null where it is empty
 */
export function rowsAhead(keys: Column, count: number, last: number | null): number {
  let highest = last ?? Number.MIN_SAFE_INTEGER
  for (let i = 0; i < count; i++) {
    const key = Number(keys[i])
    if (key <= highest) return i
    highest = key
  }
  return count
}
