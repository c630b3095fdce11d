import { ALERT_OUTBOX } from '../alerts/alert-delivery-tables.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { MARKET_NOTICES, WALLET_NOTICES } from './watchlist-tables.ts'

/**
 * Drops the notices of a table that rest on events from a key on, and what waits to be sent of them.
 * @param keyColumn of the event that a notice rests on
 */
export function createNoticeDrop(
  notices: typeof WALLET_NOTICES | typeof MARKET_NOTICES,
  keyColumn: 'first_key' | 'key',
): (tx: Sql, key: number) => Promise<void> {
  const table = notices as typeof MARKET_NOTICES
  const column = keyColumn as 'key'
  const LOCK = statement((from, { key }: { key: number }) =>
    from(table).select('id').where(column, '>=', key).orderBy('id').forUpdate(),
  )
  const DROP_WAITING = statement((from, { key }: { key: number }) =>
    from(ALERT_OUTBOX)
      .where('waiting', '<>', 0)
      .whereIn('alert_id', from(table).select('id').where(column, '>=', key) as never)
      .delete(),
  )
  const DROP = statement((from, { key }: { key: number }) => from(table).where(column, '>=', key).delete())
  return async (tx, key) => {
    // Whoever is telling ends first: what they put into the outbox goes too.
    await LOCK.all(tx, { key })
    await DROP_WAITING.run(tx, { key })
    await DROP.run(tx, { key })
  }
}
