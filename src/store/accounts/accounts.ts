import { accountNameProblem } from '../../access/accounts/account-name.ts'
import type {
  Account,
  AccountStore,
  ApiKeyRow,
  KeyBound,
  KeyRotation,
  NewApiKey,
} from '../../access/accounts/account-store.ts'
import type { AccountTier } from '../../access/tier.ts'
import { CommandError, PequodError } from '../../errors.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { forgetEndedKeys, forgetSurplusKeys } from './forget-keys.ts'

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
  /** Ends a key's validity at a time; null: it has no end. A revoked key stays revoked. */
  endKeyAt(keyId: number, at: Seconds | null): Promise<void>
}

/** What {@link createAccountStore} may be told. */
export interface AccountStoreOptions {
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
}

const ACCOUNT = 'id, name, tier'
const KEY = 'id, account_id, hash, name, prefix, created_at, expires_at, revoked_at, last_used_at'
/** Takes two values: the account, and the time. */
const VALID = 'account_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)'
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
      const account = await db.transaction((tx) => insertAccount(tx, name, tier))
      if (account === null) throw new CommandError(`An account named ${JSON.stringify(name)} already exists.`)
      return account
    },
    async ensureAccount(name: string): Promise<Account> {
      return db.transaction(async (tx) => {
        const account = (await insertAccount(tx, name, 'FREE')) ?? (await accountNamed(tx, name))
        if (account === null) throw new Error('the new account was not stored')
        return account
      })
    },
    async setTier(name: string, tier: AccountTier): Promise<Account | null> {
      const text = `UPDATE accounts SET tier = ? WHERE name = ? RETURNING ${ACCOUNT}`
      return (await db.transaction((tx) => tx.get<StoredAccount>(text, [tier, name]))) ?? null
    },
    accountByName: (name: string) => accountNamed(db, name),
    async accountById(id: number): Promise<Account | null> {
      return (await db.get<StoredAccount>(`SELECT ${ACCOUNT} FROM accounts WHERE id = ?`, [id])) ?? null
    },
  }
}

async function insertAccount(tx: Sql, name: string, tier: AccountTier): Promise<Account | null> {
  const problem = accountNameProblem(name)
  if (problem !== null) throw new CommandError(problem)
  const text = `INSERT INTO accounts (name, tier) VALUES (?, ?) ON CONFLICT (name) DO NOTHING RETURNING ${ACCOUNT}`
  return (await tx.get<StoredAccount>(text, [name, tier])) ?? null
}

async function accountNamed(sql: Sql, name: string): Promise<Account | null> {
  // PostgreSQL takes no NUL in text, and no name holds one.
  if (name.includes('\0')) return null
  return (await sql.get<StoredAccount>(`SELECT ${ACCOUNT} FROM accounts WHERE name = ?`, [name])) ?? null
}

function keysIn(
  db: Database,
  clock: () => number,
): Omit<AccountDirectory, keyof ReturnType<typeof accountsIn>> {
  // Keys grow in number here alone, so here they are forgotten; before, for nothing may fail once a key is made.
  const making = async <T>(make: (tx: Sql, now: Seconds) => Promise<T>): Promise<T> => {
    const now = secondsOf(clock)
    await forgetEndedKeys(db, now)
    return db.transaction((tx) => make(tx, now))
  }
  return {
    insertKey: (key, bound = {}) => making((tx, now) => insertKey(tx, key, now, bound)),
    rotateKey: (rotation, bound = {}) => making((tx, now) => rotateKey(tx, rotation, now, bound)),
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
    async endKeyAt(keyId, at) {
      await db.run('UPDATE api_keys SET expires_at = ? WHERE id = ?', [at, keyId])
    },
    async touchKey(keyId, lastUsedAt) {
      const text =
        'UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)'
      await db.run(text, [lastUsedAt, keyId, lastUsedAt])
    },
  }
}

async function insertKey(tx: Sql, key: NewApiKey, now: Seconds, bound: KeyBound): Promise<ApiKeyRow> {
  await lockAccount(tx, key.accountId)
  await requireRoom(tx, key.accountId, now, bound)
  const values = [key.accountId, key.hash, key.name, key.prefix, now, key.expiresAt]
  const text =
    'INSERT INTO api_keys (account_id, hash, name, prefix, created_at, expires_at) ' +
    `VALUES (?, ?, ?, ?, ?, ?) RETURNING ${KEY}`
  const row = await tx.get<StoredKey>(text, values)
  if (row === undefined) throw new Error('the new key was not stored')
  await forgetSurplusKeys(tx, key.accountId, now)
  return keyOf(row)
}

async function rotateKey(tx: Sql, rotation: KeyRotation, now: Seconds, bound: KeyBound) {
  const { accountId, keyId, graceUntil, hash, prefix } = rotation
  // An update that changes nothing: the row is read and held, so that two rotations cannot lengthen each other's grace.
  const found = `UPDATE api_keys SET expires_at = expires_at WHERE id = ? AND ${VALID} RETURNING ${KEY}`
  const old = await tx.get<StoredKey>(found, [keyId, accountId, now])
  if (old === undefined) return null
  const endsAt = Math.min(graceUntil, old.expires_at ?? graceUntil)
  await tx.run('UPDATE api_keys SET expires_at = ? WHERE id = ?', [endsAt, keyId])
  const expiresAt = rotation.expiresAt ?? old.expires_at
  const created = await insertKey(tx, { accountId, hash, prefix, name: old.name, expiresAt }, now, bound)
  return { created, replaced: keyOf({ ...old, expires_at: endsAt }) }
}

/** Keys of one account are made one after the other, so that a bound on them holds. */
async function lockAccount(tx: Sql, id: number): Promise<void> {
  if ((await tx.run('UPDATE accounts SET tier = tier WHERE id = ?', [id])) > 0) return
  throw new CommandError(`No account has the number ${id}.`)
}

async function requireRoom(tx: Sql, accountId: number, now: Seconds, { mostValid }: KeyBound): Promise<void> {
  if (mostValid === undefined) return
  const text = `SELECT CAST(COUNT(*) AS INTEGER) AS valid FROM api_keys WHERE ${VALID}`
  const valid = (await tx.get<{ valid: number }>(text, [accountId, now]))?.valid ?? 0
  if (valid < mostValid) return
  throw new PequodError(
    'FORBIDDEN',
    `The limit is ${mostValid} valid API keys: revoke one you no longer need.`,
  )
}

function secondsOf(clock: () => number): Seconds {
  return Math.floor(clock() / 1_000)
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
