import type { Seconds } from '../ledger/quantities.ts'
import type { AccountStore, ApiKeyRow, KeyBound, NewApiKey, RotatedKey } from './account-store.ts'
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
