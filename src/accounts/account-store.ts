import type { Seconds } from '../ledger/quantities.ts'
import { isPlainText } from '../text.ts'

export type AccountTier = 'FREE' | 'PRO'

/** A user with a tier: owns API keys, and is the `sub` of bearer tokens by its name. */
export interface Account {
  id: number
  /** Unique, 1 to 255 characters. */
  name: string
  tier: AccountTier
}

/** A stored API key, or the token of a signed link; nothing in it grants access. */
export interface ApiKeyRow {
  id: number
  accountId: number
  /** The SHA-256 of the key, 32 bytes, unique. */
  hash: Buffer
  /** The owner's label for it. */
  name: string
  /** The key's first characters, for lists. */
  prefix: string
  createdAt: Seconds
  /** The key is refused from this time on; null: never. */
  expiresAt: Seconds | null
  /** Null if not revoked. */
  revokedAt: Seconds | null
  /** The last use, to the minute; null: never used. */
  lastUsedAt: Seconds | null
  /** The only path and query that a signed link opens; null: an API key. */
  path: string | null
}

export interface NewApiKey {
  accountId: number
  hash: Buffer
  name: string
  prefix: string
  /** Null: never expires. */
  expiresAt: Seconds | null
  /** The path of a signed link. @default null: an API key */
  path?: string | null
}

export interface KeyRotation {
  accountId: number
  keyId: number
  hash: Buffer
  prefix: string
  /** The end of the replaced key, unless it expires earlier. */
  graceUntil: Seconds
  /** The end of the new key; null: that of the replaced one. */
  expiresAt: Seconds | null
}

/** The new key, and the replaced one with the end of its grace time. */
export interface RotatedKey {
  created: ApiKeyRow
  replaced: ApiKeyRow
}

/** A limit on an account's keys or links. */
export interface KeyBound {
  /** Most valid keys of its kind, the new one included. @default no limit */
  mostValid?: number
}

/** Accounts and API keys for identity; the store owns the tables. */
export interface AccountStore {
  /** Throws a CommandError if the name is taken. */
  createAccount(name: string, tier: AccountTier): Promise<Account>
  /** The account with its new tier; null for an unknown name. */
  setTier(name: string, tier: AccountTier): Promise<Account | null>
  /** Null for an unknown name; names are compared byte by byte. */
  accountByName(name: string): Promise<Account | null>
  /** Null for an unknown number. */
  accountById(id: number): Promise<Account | null>
  /** The account of that name, created at FREE if it does not exist. Throws a CommandError for an invalid name. */
  ensureAccount(name: string): Promise<Account>
  /**
   * Makes a key, and deletes keys that ended long ago: see `account-keys.ts`. Throws a PequodError FORBIDDEN above the
   * limit, also with concurrent creations.
   */
  insertKey(key: NewApiKey, bound?: KeyBound): Promise<ApiKeyRow>
  /**
   * Makes a key with the name of a valid one and ends that one, atomically. Null if the account has no such valid key;
   * throws a PequodError FORBIDDEN above the limit.
   */
  rotateKey(rotation: KeyRotation, bound?: KeyBound): Promise<RotatedKey | null>
  /** The key and its account, in one read, expired and revoked keys included; null if unknown or deleted. */
  keyByHash(hash: Buffer): Promise<{ key: ApiKeyRow; account: Account } | null>
  /** The account's keys, oldest first, with expired and revoked ones until they are deleted. */
  listKeys(accountId: number): Promise<ApiKeyRow[]>
  /** Revokes one of the account's keys immediately; false if it has no such key, or it was revoked before. */
  revokeKey(accountId: number, keyId: number, at: Seconds): Promise<boolean>
  /** Records a use; never moves the time back. */
  touchKey(keyId: number, lastUsedAt: Seconds): Promise<void>
}

/** Maximum characters; the same limit applies to a token's subject. */
const MAX_LENGTH = 255

/**
 * The problem with an account's name, as a sentence, or null. Names come from people and tokens: a text that could not
 * be typed, shown or stored alike on both engines is refused.
 */
export function accountNameProblem(name: string): string | null {
  if (name === '' || [...name].length > MAX_LENGTH)
    return `An account name has 1 to ${MAX_LENGTH} characters.`
  // A lone surrogate is stored as U+FFFD: two names would become one account.
  if (!isPlainText(name) || name.trim() !== name)
    return 'An account name has no control characters and no space at either end.'
  return null
}
