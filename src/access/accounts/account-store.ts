import type { Seconds } from '../../ledger/quantities.ts'
import type { AccountTier } from '../tier.ts'

/** Somebody with a tier: owns API keys, and is the user whose bearer token has the name as `sub`. */
export interface Account {
  id: number
  /** Unique, 1 to 255 characters. */
  name: string
  tier: AccountTier
}

/** An API key, or the token of a signed link, as it is kept: nothing in it opens a door. */
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
  /** From this time on the key is refused; null: never. */
  expiresAt: Seconds | null
  /** Null: not revoked. */
  revokedAt: Seconds | null
  /** When it was last used, to the minute; null: never. */
  lastUsedAt: Seconds | null
  /** The path and query that a signed link opens, and nothing else; null: an API key. */
  path: string | null
}

/** What is given to make a key. */
export interface NewApiKey {
  accountId: number
  hash: Buffer
  name: string
  prefix: string
  /** Null: never expires. */
  expiresAt: Seconds | null
  /** What a signed link opens. @default null: an API key */
  path?: string | null
}

/** What is given to put a key in another one's place. */
export interface KeyRotation {
  accountId: number
  /** The key that is replaced. */
  keyId: number
  hash: Buffer
  prefix: string
  /** When the replaced key ends, unless it ends before by itself. */
  graceUntil: Seconds
  /** When the new key ends; null: when the replaced one would have. */
  expiresAt: Seconds | null
}

/** A key that took another one's place, and that one with the end of its grace time. */
export interface RotatedKey {
  created: ApiKeyRow
  replaced: ApiKeyRow
}

/** A bound on the keys, or the links, that an account can have. */
export interface KeyBound {
  /** Most valid keys of its kind, the new one included. @default no limit */
  mostValid?: number
}

/** Accounts and API keys, as identity needs them; the tables are the store's. */
export interface AccountStore {
  /** Throws a CommandError if the name is taken. */
  createAccount(name: string, tier: AccountTier): Promise<Account>
  /** The account with its new tier; null if there is none of that name. */
  setTier(name: string, tier: AccountTier): Promise<Account | null>
  /** Null if there is none of that name; names are compared byte by byte. */
  accountByName(name: string): Promise<Account | null>
  /** Null if there is none of that number. */
  accountById(id: number): Promise<Account | null>
  /** The account of that name; made, at FREE, where there was none. Throws a CommandError for what cannot be a name. */
  ensureAccount(name: string): Promise<Account>
  /**
   * Makes a key, and forgets keys that ended long ago: see `forget-keys.ts`. Throws a PequodError FORBIDDEN beyond the
   * limit, also with concurrent creations.
   */
  insertKey(key: NewApiKey, bound?: KeyBound): Promise<ApiKeyRow>
  /**
   * Makes a key with the name of a valid one and ends that one, both or neither. Null if the account has no such key,
   * or it is not valid any more; throws a PequodError FORBIDDEN beyond the bound.
   */
  rotateKey(rotation: KeyRotation, bound?: KeyBound): Promise<RotatedKey | null>
  /** The key and the account that owns it, in one read, expired and revoked keys too; null if unknown or forgotten. */
  keyByHash(hash: Buffer): Promise<{ key: ApiKeyRow; account: Account } | null>
  /** The account's keys, oldest first, expired and revoked ones too while they are not forgotten. */
  listKeys(accountId: number): Promise<ApiKeyRow[]>
  /** Revokes one of the account's keys immediately; false if it has no such key, or it was revoked before. */
  revokeKey(accountId: number, keyId: number, at: Seconds): Promise<boolean>
  /** Notes a use; never moves the time back. */
  touchKey(keyId: number, lastUsedAt: Seconds): Promise<void>
}
