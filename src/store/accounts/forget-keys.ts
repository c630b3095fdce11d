import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { API_KEYS } from './account-tables.ts'

/** Days for which an ended key is kept: it is refused as ended, not as unknown, and its owner sees when it was last used. */
const ENDED_KEPT_DAYS = 90
/** Ended keys of one account that are kept at most: making and revoking keys in a loop fills no store. */
const MOST_ENDED = 200

const FORGET_ENDED = statement((from, { until }: { until: Seconds }) =>
  from(API_KEYS)
    .where(from.raw('COALESCE(revoked_at, expires_at) <= ?', [until]))
    .where('id', '<', from(API_KEYS).select(from.raw('MAX(id)')))
    .delete(),
)
const FORGET_SURPLUS = statement((from, { accountId, now }: { accountId: number; now: Seconds }) => {
  const ended = from(API_KEYS)
    .select('id')
    .where('account_id', accountId)
    .where((group) => group.whereNotNull('revoked_at').orWhere('expires_at', '<=', now))
  const surplus = ended
    .orderBy(from.raw('COALESCE(revoked_at, expires_at)'), 'desc')
    .orderBy('id', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(MOST_ENDED)
  return from(API_KEYS).whereIn('id', surplus).delete()
})

/**
 * Forgets the keys of all accounts that were revoked or expired so long ago. It reads the whole table, as long as there
 * are seldom new keys. The newest key stays whatever becomes of it: SQLite would give its number to the next one.
 * @returns how many there were
 */
export function forgetEndedKeys(sql: Sql, now: Seconds): Promise<number> {
  return FORGET_ENDED.run(sql, { until: now - ENDED_KEPT_DAYS * DAY_SECONDS })
}

/** Forgets what an account has of ended keys above {@link MOST_ENDED}, those that ended first. Runs behind the making of a key. */
export function forgetSurplusKeys(tx: Sql, accountId: number, now: Seconds): Promise<number> {
  return FORGET_SURPLUS.run(tx, { accountId, now })
}
