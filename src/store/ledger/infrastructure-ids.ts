import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { TRADERS } from '../tables.ts'

const INFRASTRUCTURE = statement((from) => from(TRADERS).select('id').where('infrastructure', 1))

/** Ids of the contracts among the traders, as the store marked them when they were first named. They never own anything. */
export async function infrastructureIds(sql: Sql): Promise<Set<number>> {
  const rows = await INFRASTRUCTURE.all(sql)
  return new Set(rows.map((row) => row.id))
}
