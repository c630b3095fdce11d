import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import { countFills } from './fills.ts'

/** Ledger events before a time. Reads every row: for what is done once a week. */
export async function countEventsBefore(sql: Sql, time: Seconds): Promise<number> {
  const movements = await sql.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM movements WHERE time < ?',
    [time],
  )
  return (movements?.count ?? 0) + (await countFills(sql, time))
}
