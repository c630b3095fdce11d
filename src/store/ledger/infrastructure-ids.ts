import type { Sql } from '../engine/database.ts'

/** Ids of the contracts among the traders, as the store marked them when it heard of them. They never own anything. */
export async function infrastructureIds(sql: Sql): Promise<Set<number>> {
  const rows = await sql.all<{ id: number }>('SELECT id FROM traders WHERE infrastructure = 1')
  return new Set(rows.map((row) => row.id))
}
