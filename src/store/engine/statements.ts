import type { Sql } from './database.ts'
import type { Column, ColumnType, Merge, Table } from './table-types.ts'

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
