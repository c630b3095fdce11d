import type { Seconds } from '../../ledger/quantities.ts'
import type { AccountStore, ApiKeyRow, KeyBound, NewApiKey, RotatedKey } from './account-store.ts'
import { createApiKeySecret } from './api-key.ts'

/** A key as its owner gets it: `key` is shown this once, the row is what is kept. */
export interface IssuedKey {
  key: string
  row: ApiKeyRow
}

/** A key that replaces another one, shown this once. */
export interface ReissuedKey extends RotatedKey {
  key: string
}

/** Which key is replaced, and for how long it stays valid beside the new one. */
export interface Reissue extends KeyBound {
  accountId: number
  keyId: number
  /** When the replaced key ends; now or earlier: immediately. */
  graceUntil: Seconds
  /** When the new key ends; null: when the replaced one would have. @default null */
  expiresAt?: Seconds | null
}

/** Makes a key of an account, or a link where a path is given. Throws a PequodError FORBIDDEN beyond the bound. */
export async function issueKey(
  store: AccountStore,
  { mostValid, path = null, ...owned }: KeyBound & Omit<NewApiKey, 'hash' | 'prefix'>,
): Promise<IssuedKey> {
  const { key, hash, prefix } = createApiKeySecret(path === null ? 'key' : 'link')
  const bound = mostValid === undefined ? {} : { mostValid }
  return { key, row: await store.insertKey({ ...owned, path, hash, prefix }, bound) }
}

/**
 * Makes a key in the place of a valid one, with its name; both are valid until the grace time ends. Null if the
 * account has no such key, or it is not valid any more. Throws a PequodError FORBIDDEN beyond the bound.
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
