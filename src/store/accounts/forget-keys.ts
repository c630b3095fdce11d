import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'

/** Days for which a key that has ended is told from an unknown one, and its owner sees when it was last used. */
const ENDED_KEPT_DAYS = 90
/** Ended keys of one account that are kept at most: whoever makes and revokes keys in a loop fills no store. */
const MOST_ENDED = 200

/**
 * Forgets the keys of all accounts that were revoked or expired so long ago. It reads the whole table, as long as there
 * are seldom new keys. The newest key stays whatever becomes of it: SQLite would give its number to the next one.
 * @returns how many there were
 */
export function forgetEndedKeys(sql: Sql, now: Seconds): Promise<number> {
  return sql.run(
    'DELETE FROM api_keys WHERE COALESCE(revoked_at, expires_at) <= ? AND id < (SELECT MAX(id) FROM api_keys)',
    [now - ENDED_KEPT_DAYS * DAY_SECONDS],
  )
}

/** Forgets what an account has of ended keys above {@link MOST_ENDED}, those that ended first. Runs behind the making of a key. */
export function forgetSurplusKeys(tx: Sql, accountId: number, now: Seconds): Promise<number> {
  return tx.run(
    'DELETE FROM api_keys WHERE id IN (SELECT id FROM api_keys ' +
      'WHERE account_id = ? AND (revoked_at IS NOT NULL OR expires_at <= ?) ' +
      `ORDER BY COALESCE(revoked_at, expires_at) DESC, id DESC LIMIT ${Number.MAX_SAFE_INTEGER} OFFSET ${MOST_ENDED})`,
    [accountId, now],
  )
}
