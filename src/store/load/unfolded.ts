import type { Sql } from '../engine/database.ts'
import { UNFOLDED_TOKENS } from './load-tables.ts'

/** Whether loaded fills are not in positions yet: a load was stopped, or is under way. */
export async function isUnfolded(sql: Sql): Promise<boolean> {
  return (await sql.get(`SELECT token_id FROM ${UNFOLDED_TOKENS.name} LIMIT 1`)) !== undefined
}

/** How many loaded fills are not in positions yet. */
export async function unfoldedFills(sql: Sql): Promise<number> {
  const row = await sql.get<{ fills: number | null }>(
    `SELECT CAST(SUM(fills) AS BIGINT) AS fills FROM ${UNFOLDED_TOKENS.name}`,
  )
  return row?.fills ?? 0
}
