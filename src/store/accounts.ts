import type { Account, AccountStore, ApiKeyRow } from '../access/account-store.ts'
import type { AccountTier } from '../access/tier.ts'
import { CommandError } from '../errors.ts'
import type { Database, Sql } from './database.ts'

interface StoredAccount {
  id: number
  name: string
  tier: AccountTier
}

interface StoredKey {
  id: number
  account_id: number
  hash: Buffer
  name: string
  prefix: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

/** The store's accounts: what identity needs, and what the command line lists. */
export interface AccountDirectory extends AccountStore {
  /** Every account, by name. */
  listAccounts(): Promise<Account[]>
}

/** What {@link createAccountStore} may be told. */
export interface AccountStoreOptions {
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
}

const ACCOUNT = 'id, name, tier'
const KEY = 'id, account_id, hash, name, prefix, created_at, expires_at, revoked_at, last_used_at'
const KEY_WITH_OWNER =
  `SELECT ${KEY.replaceAll(/\w+/g, 'k.$&')}, a.name AS owner, a.tier AS tier ` +
  'FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.hash = ?'

/** Accounts and API keys in the database, on either engine. A failure of the database comes through as it is. */
export function createAccountStore(db: Database, options: AccountStoreOptions = {}): AccountDirectory {
  const { clock = Date.now } = options
  return { ...accountsIn(db), ...keysIn(db, clock) }
}

function accountsIn(db: Database) {
  return {
    listAccounts: () => db.all<StoredAccount>(`SELECT ${ACCOUNT} FROM accounts ORDER BY name`),
    async createAccount(name: string, tier: AccountTier): Promise<Account> {
      checkName(name)
      const text = `INSERT INTO accounts (name, tier) VALUES (?, ?) ON CONFLICT (name) DO NOTHING RETURNING ${ACCOUNT}`
      const account = await db.transaction((tx) => tx.get<StoredAccount>(text, [name, tier]))
      if (account === undefined)
        throw new CommandError(`There is an account named ${JSON.stringify(name)} already.`)
      return account
    },
    async setTier(name: string, tier: AccountTier): Promise<Account | null> {
      const text = `UPDATE accounts SET tier = ? WHERE name = ? RETURNING ${ACCOUNT}`
      return (await db.transaction((tx) => tx.get<StoredAccount>(text, [tier, name]))) ?? null
    },
    async accountByName(name: string): Promise<Account | null> {
      // PostgreSQL takes no NUL in text, and no name holds one.
      if (name.includes('\0')) return null
      const text = `SELECT ${ACCOUNT} FROM accounts WHERE name = ?`
      return (await db.get<StoredAccount>(text, [name])) ?? null
    },
  }
}

function keysIn(db: Database, clock: () => number): Omit<AccountStore, keyof ReturnType<typeof accountsIn>> {
  return {
    async insertKey(key) {
      const createdAt = Math.floor(clock() / 1_000)
      const values = [key.accountId, key.hash, key.name, key.prefix, createdAt, key.expiresAt]
      const text =
        'INSERT INTO api_keys (account_id, hash, name, prefix, created_at, expires_at) ' +
        `VALUES (?, ?, ?, ?, ?, ?) RETURNING ${KEY}`
      return db.transaction(async (tx) => {
        await requireAccount(tx, key.accountId)
        const row = await tx.get<StoredKey>(text, values)
        if (row === undefined) throw new Error('the new key was not stored')
        return keyOf(row)
      })
    },
    async keyByHash(hash) {
      const row = await db.get<StoredKey & { owner: string; tier: AccountTier }>(KEY_WITH_OWNER, [hash])
      if (row === undefined) return null
      return { key: keyOf(row), account: { id: row.account_id, name: row.owner, tier: row.tier } }
    },
    async listKeys(accountId) {
      const text = `SELECT ${KEY} FROM api_keys WHERE account_id = ? ORDER BY id`
      return (await db.all<StoredKey>(text, [accountId])).map(keyOf)
    },
    async revokeKey(accountId, keyId, at) {
      const text = 'UPDATE api_keys SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at IS NULL'
      return (await db.run(text, [at, keyId, accountId])) > 0
    },
    async expireKey(accountId, keyId, at) {
      const earlier = 'CASE WHEN expires_at <= ? THEN expires_at ELSE ? END'
      const text = `UPDATE api_keys SET expires_at = ${earlier} WHERE id = ? AND account_id = ?`
      return (await db.run(text, [at, at, keyId, accountId])) > 0
    },
    async touchKey(keyId, lastUsedAt) {
      const text =
        'UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)'
      await db.run(text, [lastUsedAt, keyId, lastUsedAt])
    },
  }
}

/** Names come from people and tokens: whatever could not be typed, shown or stored alike on both engines is refused. */
function checkName(name: string): void {
  if (name === '' || [...name].length > 255)
    throw new CommandError('An account name has 1 to 255 characters.')
  if (/\p{Cc}/u.test(name) || name.trim() !== name)
    throw new CommandError('An account name has no control characters and no space at either end.')
}

async function requireAccount(tx: Sql, id: number): Promise<void> {
  if ((await tx.get('SELECT id FROM accounts WHERE id = ?', [id])) !== undefined) return
  throw new CommandError(`There is no account number ${id} for this key.`)
}

function keyOf(row: StoredKey): ApiKeyRow {
  return {
    id: row.id,
    accountId: row.account_id,
    hash: row.hash,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}
