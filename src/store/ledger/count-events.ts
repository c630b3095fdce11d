import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { countBefore } from './rows-and-segments.ts'

/** Ledger events before a time. Reads every row: for what is done once a week. */
export async function countEventsBefore(sql: Sql, time: Seconds): Promise<number> {
  return (await countBefore(sql, 'MOVEMENTS', time)) + (await countBefore(sql, 'FILLS', time))
}
