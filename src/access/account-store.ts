import type { Seconds } from '../ledger/quantities.ts'
import type { AccountTier } from './tier.ts'

/** Somebody with a tier: owns API keys, and is the user whose bearer token has the name as `sub`. */
export interface Account {
  id: number
  /** Unique, 1 to 255 characters. */
  name: string
  tier: AccountTier
}

/** An API key as it is kept: nothing in it opens a door. */
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
}

/** What is given to make a key. */
export interface NewApiKey {
  accountId: number
  hash: Buffer
  name: string
  prefix: string
  /** Null: never expires. */
  expiresAt: Seconds | null
}

/** Accounts and API keys, as identity needs them; the tables are the store's. */
export interface AccountStore {
  /** Throws a CommandError if the name is taken. */
  createAccount(name: string, tier: AccountTier): Promise<Account>
  /** The account with its new tier; null if there is none of that name. */
  setTier(name: string, tier: AccountTier): Promise<Account | null>
  /** Null if there is none of that name; names are compared byte by byte. */
  accountByName(name: string): Promise<Account | null>
  insertKey(key: NewApiKey): Promise<ApiKeyRow>
  /** The key and the account that owns it, in one read, expired and revoked keys too; null if unknown. */
  keyByHash(hash: Buffer): Promise<{ key: ApiKeyRow; account: Account } | null>
  /** The account's keys, oldest first, expired and revoked ones too. */
  listKeys(accountId: number): Promise<ApiKeyRow[]>
  /** Revokes one of the account's keys at once; false if it has no such key, or it was revoked before. */
  revokeKey(accountId: number, keyId: number, at: Seconds): Promise<boolean>
  /** Ends one of the account's keys at a time, never later than it would have ended: a rotation's grace. */
  expireKey(accountId: number, keyId: number, at: Seconds): Promise<boolean>
  /** Notes a use; never moves the time back. */
  touchKey(keyId: number, lastUsedAt: Seconds): Promise<void>
}
