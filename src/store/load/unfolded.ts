import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { UNFOLDED_TOKENS } from './load-tables.ts'

const ANY = statement((from) => from(UNFOLDED_TOKENS).select('token_id').limit(1))
const COUNT = statement((from) =>
  from(UNFOLDED_TOKENS).select(from.raw<{ fills: number | null }>('CAST(SUM(fills) AS BIGINT) AS fills')),
)

/** Whether loaded fills are not in positions yet: a load was stopped, or is under way. */
export async function isUnfolded(sql: Sql): Promise<boolean> {
  return (await ANY.get(sql)) !== undefined
}

/** How many loaded fills are not in positions yet. */
export async function unfoldedFills(sql: Sql): Promise<number> {
  return (await COUNT.get(sql))?.fills ?? 0
}
