import type { Sql } from '../database.ts'
import { UNFOLDED_TOKENS } from './load-tables.ts'

/** Whether loaded fills are in no position yet: a load was stopped, or is under way. */
export async function isUnfolded(sql: Sql): Promise<boolean> {
  return (await sql.get(`SELECT token_id FROM ${UNFOLDED_TOKENS.name} LIMIT 1`)) !== undefined
}
