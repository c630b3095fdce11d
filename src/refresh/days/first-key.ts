import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { FILLS, MOVEMENTS } from '../../store/tables.ts'

const lookUps = (table: typeof FILLS | typeof MOVEMENTS) => ({
  lastKey: statement((from) => from(table).max('key as key')),
  keyFrom: statement((from, { middle }: { middle: number }) =>
    from(table).select('key', 'time').where('key', '>=', middle).orderBy('key').limit(1),
  ),
})
const LOOK_UPS = { fills: lookUps(FILLS), movements: lookUps(MOVEMENTS) }

/**
 * The key from which on a table of the ledger holds the chain's events at or after a time; beyond every key where it
 * holds none. Keys grow with time, so it is found by halving: some fifty look-ups, however long the ledger.
 */
export async function firstKeySince(tx: Sql, table: 'fills' | 'movements', time: Seconds): Promise<number> {
  const { lastKey, keyFrom } = LOOK_UPS[table]
  const newest = await lastKey.get(tx)
  let low = 0
  let high = (newest?.key ?? -1) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await keyFrom.get(tx, { middle })
    if (row && row.time < time) low = row.key + 1
    else high = middle
  }
  return low
}
