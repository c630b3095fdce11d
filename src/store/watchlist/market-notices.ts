import type { Seconds } from '../../ledger/quantities.ts'
import { ALERT_OUTBOX } from '../alerts/alert-delivery-tables.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { chainKey } from '../ledger/place.ts'
import { awaitLooks } from './market-news.ts'
import { MARKET_FOLLOWS, MARKET_NOTICES } from './watchlist-tables.ts'

/** Notes by which fills followers were told. */
export async function noteMarketNotices(
  tx: Sql,
  notices: readonly { id: string; time: Seconds; key: number }[],
): Promise<void> {
  const columns = {
    id: notices.map(({ id }) => id),
    time: notices.map(({ time }) => time),
    key: notices.map(({ key }) => key),
  }
  await tx.insertNew(MARKET_NOTICES, columns, notices.length)
}

const DROP_WAITING = statement((from, { key }: { key: number }) =>
  from(ALERT_OUTBOX)
    .where('waiting', '<>', 0)
    .whereIn('alert_id', from(MARKET_NOTICES).select('id').where('key', '>=', key) as never)
    .delete(),
)
const DROP_NOTICES = statement((from, { key }: { key: number }) =>
  from(MARKET_NOTICES).where('key', '>=', key).delete(),
)
const DISARM = statement((from, { key }: { key: number }) =>
  from(MARKET_FOLLOWS).where('place_key', '>=', key).update({ place_key: null, place_time: null }),
)
const FORGET = statement((from, { before }: { before: Seconds }) =>
  from(MARKET_NOTICES).where('time', '<', before).delete(),
)

/**
 * Takes back what rests on fills of a block or after it and is not sent yet, in the transaction that takes the fills back.
 * Levels that they changed are armed again by the price that was before.
 */
export async function retractMarketNotices(tx: Sql, block: number): Promise<void> {
  const key = chainKey(block, 0)
  await awaitLooks(tx)
  for (const statement of [DROP_WAITING, DROP_NOTICES, DISARM]) await statement.run(tx, { key })
}

/** Forgets the fills of notices before a time. */
export async function forgetMarketNotices(sql: Sql, before: Seconds): Promise<void> {
  await FORGET.run(sql, { before })
}
