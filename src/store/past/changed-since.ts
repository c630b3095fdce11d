import type { Sql } from '../engine/database.ts'
import type { Table } from '../engine/table-types.ts'
import { pastOf } from './past-tables.ts'

/**
 * What of a table is not what it was at a pinned version: some columns of its rows as they were then, those of the key alone for
 * rows that are new. A row that went and came back the same is left out. Relies on the index of what is kept on `pin`.
 * @param version that of a snapshot that is still there
 */
export function changedSince<Row>(
  sql: Sql,
  table: Table,
  columns: readonly string[],
  version: number,
): Promise<Row[]> {
  const { name, key } = table
  const rest = Object.keys(table.columns).filter((column) => !key.includes(column))
  const isGone = `t.${key[0]} IS NULL`
  const isSame = key.map((column) => `t.${column} = h.${column}`).join(' AND ')
  const differs = [isGone, ...rest.map((column) => `t.${column} IS DISTINCT FROM h.${column}`)].join(' OR ')
  return sql.all<Row>(
    `SELECT DISTINCT ${columns.map((column) => `h.${column}`).join(', ')} FROM ${pastOf(table).name} h ` +
      `LEFT JOIN ${name} t ON ${isSame} WHERE h.pin >= ? AND CASE WHEN h.present = 0 THEN NOT ${isGone} ELSE ${differs} END`,
    [version],
  )
}
