import type { Sql } from '../../engine/database.ts'
import type { Table } from '../../engine/table-types.ts'
import type { Condition } from '../reads/terms.ts'
import { pastOf } from './past-tables.ts'

/** What holds for every row. */
export const ALWAYS: Condition = { text: 'TRUE', values: [] }

/** What is asked of a version. */
export interface KeptQuery {
  /** A SELECT's list that names the key's columns. */
  select: string
  /** Which rows are looked for: a condition on the key, or one that leaves none out whose live row was read. */
  within: Condition
  /** Which of these answer the question. @default all */
  matching?: Condition
  version: number
}

/** A row that has changed since a version, as it was. */
export interface Kept {
  /** 0: there was no such row. */
  present: number
  /** 0: it does not answer the question. */
  matches: number
}

/** Rows of a table that have changed since a pinned version, as they were: the content under the lowest pin from it on. */
export async function keptRows<Row>(
  sql: Sql,
  table: Table,
  { select, within, matching = ALWAYS, version }: KeptQuery,
): Promise<(Row & Kept)[]> {
  const { name } = pastOf(table)
  const isSame = table.key.map((column) => `e.${column} = h.${column}`).join(' AND ')
  return sql.all<Row & Kept>(
    `SELECT ${select}, h.present, CASE WHEN ${matching.text} THEN 1 ELSE 0 END AS matches FROM ${name} h ` +
      `WHERE (${within.text}) AND h.pin >= ? ` +
      `AND NOT EXISTS (SELECT 1 FROM ${name} e WHERE ${isSame} AND e.pin >= ? AND e.pin < h.pin)`,
    [...matching.values, ...within.values, version, version],
  )
}

/** Rows as they were: what was kept in place of what is there now. In no order where anything was kept. */
export function overlaid<Row extends object>(
  rows: readonly Row[],
  kept: readonly (Row & Kept)[],
  keyOf: (row: Row) => string,
): Row[] {
  if (kept.length === 0) return [...rows]
  const changed = new Set(kept.map(keyOf))
  const left = rows.filter((row) => !changed.has(keyOf(row)))
  for (const { present, matches, ...row } of kept)
    if (present === 1 && matches === 1) left.push(row as unknown as Row)
  return left
}
