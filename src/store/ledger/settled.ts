import { DAY_SECONDS, dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { newestHead } from '../snapshot/stored-snapshots.ts'
import { readLedgerState } from './ledger-state.ts'

/** Days before the newest event whose rows stay rows: reorganisations and late rows of APIs touch those. */
export const SETTLED_AFTER_DAYS = 3

/**
 * The second before which the ledger is settled, or null where it is empty. A snapshot that is shown counts part of its
 * last day's volumes by the store's rows (markets/volume-up-to.ts), so its day is never sealed.
 */
export async function settledBefore(sql: Sql, days: number): Promise<Seconds | null> {
  const { lastTime } = await readLedgerState(sql)
  if (lastTime === null) return null
  const shown = await newestHead(sql)
  const newest = dayOf(lastTime) - days
  return Math.min(newest, shown === undefined ? newest : dayOf(shown.cutoffTime)) * DAY_SECONDS
}
