import { DAY_SECONDS, type Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import type { AccountStore, ApiKeyRow, KeyBound, NewApiKey, RotatedKey } from './account-store.ts'
import { API_KEYS } from './account-tables.ts'
import { createApiKeySecret } from './api-key.ts'

/** A key as its owner gets it: `key` is shown only this once, the row is stored. */
export interface IssuedKey {
  key: string
  row: ApiKeyRow
}

/** A key that replaces another one, shown this once. */
export interface ReissuedKey extends RotatedKey {
  key: string
}

/** The key to replace, and its remaining validity beside the new one. */
export interface Reissue extends KeyBound {
  accountId: number
  keyId: number
  /** The end of the replaced key; now or earlier: immediately. */
  graceUntil: Seconds
  /** The end of the new key; null: that of the replaced one. @default null */
  expiresAt?: Seconds | null
}

/** Makes a key of an account, or a link if a path is given. Throws a PequodError FORBIDDEN above the limit. */
export async function issueKey(
  store: AccountStore,
  { mostValid, path = null, ...owned }: KeyBound & Omit<NewApiKey, 'hash' | 'prefix'>,
): Promise<IssuedKey> {
  const { key, hash, prefix } = createApiKeySecret(path === null ? 'key' : 'link')
  const bound = mostValid === undefined ? {} : { mostValid }
  return { key, row: await store.insertKey({ ...owned, path, hash, prefix }, bound) }
}

/**
 * Replaces a valid key by a new one with its name; both are valid until the grace time ends. Null if the account has no
 * such valid key. Throws a PequodError FORBIDDEN above the limit.
 */
export async function reissueKey(
  store: AccountStore,
  { mostValid, expiresAt = null, ...which }: Reissue,
): Promise<ReissuedKey | null> {
  const { key, hash, prefix } = createApiKeySecret()
  const bound = mostValid === undefined ? {} : { mostValid }
  const rotated = await store.rotateKey({ ...which, expiresAt, hash, prefix }, bound)
  return rotated && { key, ...rotated }
}

/**
 * Days for which an ended key is kept, so that it is refused as expired rather than unknown and its owner sees its last
 * use.
 */
const ENDED_KEPT_DAYS = 90
/** The most ended keys kept per account, so that a loop of making and revoking keys cannot fill the store. */
const MOST_ENDED = 200

const FORGET_ENDED = statement((from, { until }: { until: Seconds }) =>
  from(API_KEYS)
    .where(from.raw('COALESCE(revoked_at, expires_at) <= ?', [until]))
    .where('id', '<', from(API_KEYS).select(from.raw('MAX(id)')))
    .delete(),
)

/** Forgets an account's ended keys above {@link MOST_ENDED}, the earliest first. Runs after a key is made. */
export const FORGET_SURPLUS_KEYS = statement(
  (from, { accountId, now }: { accountId: number; now: Seconds }) => {
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
  },
)

/**
 * Forgets all accounts' keys that were revoked or expired more than {@link ENDED_KEPT_DAYS} days ago. Reads the whole
 * table, since new keys are rare. Keeps the newest key in any case: SQLite would reuse its number.
 * @returns the number of forgotten keys
 */
export function forgetEndedKeys(sql: Sql, now: Seconds): Promise<number> {
  return FORGET_ENDED.run(sql, { until: now - ENDED_KEPT_DAYS * DAY_SECONDS })
}
