import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'

/**
 * The key from which on a table of the ledger holds the chain's events at or after a time; beyond every key where it
 * holds none. Keys grow with time, so it is found by halving: some fifty look-ups, however long the ledger.
 */
export async function firstKeySince(tx: Sql, table: 'fills' | 'movements', time: Seconds): Promise<number> {
  const newest = await tx.get<{ key: number | null }>(`SELECT MAX(key) AS key FROM ${table}`)
  let low = 0
  let high = (newest?.key ?? -1) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await tx.get<{ key: number; time: number }>(
      `SELECT key, time FROM ${table} WHERE key >= ? ORDER BY key LIMIT 1`,
      [middle],
    )
    if (row && row.time < time) low = row.key + 1
    else high = middle
  }
  return low
}
