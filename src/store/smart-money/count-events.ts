import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'

/** Ledger events before a time. Reads every row: for what is done once a week. */
export async function countEventsBefore(sql: Sql, time: Seconds): Promise<number> {
  const row = await sql.get<{ events: number }>(
    'SELECT (SELECT COUNT(*) FROM fills WHERE time < ?) + (SELECT COUNT(*) FROM movements WHERE time < ?) AS events',
    [time, time],
  )
  return row?.events ?? 0
}
