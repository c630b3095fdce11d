import { LRUCache } from 'lru-cache'
import { CommandError, PequodError } from '../errors.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { as, type Condition, statement } from '../store/engine/statement.ts'
import { FORGET_SURPLUS_KEYS, forgetEndedKeys } from './account-keys.ts'
import {
  type Account,
  type AccountStore,
  type AccountTier,
  type ApiKeyRow,
  accountNameProblem,
  type KeyBound,
  type KeyRotation,
  type NewApiKey,
} from './account-store.ts'
import { ACCOUNTS, API_KEYS } from './account-tables.ts'

/** The store's accounts: reads for identity, and lists for the command line. */
export interface AccountDirectory extends AccountStore {
  listAccounts(): Promise<Account[]>
  /** Sets a key's expiry; null for none. A revoked key stays revoked. */
  endKeyAt(keyId: number, at: Seconds | null): Promise<void>
}

const ACCOUNT = ['id', 'name', 'tier'] as const
const KEY = [
  'id',
  'account_id',
  'hash',
  'name',
  'prefix',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'path',
] as const

const ALL_ACCOUNTS = statement((from) =>
  from(ACCOUNTS)
    .select(...ACCOUNT)
    .orderBy('name'),
)
const ACCOUNT_BY_NAME = statement((from, { name }: { name: string }) =>
  from(ACCOUNTS)
    .select(...ACCOUNT)
    .where('name', name),
)
const ACCOUNT_BY_ID = statement((from, { id }: { id: number }) =>
  from(ACCOUNTS)
    .select(...ACCOUNT)
    .where('id', id),
)
const ADD_ACCOUNT = statement((from, { name, tier }: { name: string; tier: AccountTier }) =>
  from(ACCOUNTS).insert({ name, tier }).onConflict('name').ignore().returning(ACCOUNT),
)
const SET_TIER = statement((from, { name, tier }: { name: string; tier: AccountTier }) =>
  from(ACCOUNTS).where('name', name).update({ tier }).returning(ACCOUNT),
)
const LOCK_ACCOUNT = statement((from, { id }: { id: number }) =>
  from(ACCOUNTS)
    .where('id', id)
    .update({ tier: from.raw('tier') }),
)

const isValid = (keys: Condition<keyof typeof API_KEYS.columns>, { accountId, now }: OwnedAt) =>
  keys
    .where('account_id', accountId)
    .whereNull('revoked_at')
    .where((group) => group.whereNull('expires_at').orWhere('expires_at', '>', now))

interface OwnedAt {
  accountId: number
  now: Seconds
}

const COUNT_VALID_KEYS = statement((from, owned: OwnedAt) =>
  from(API_KEYS)
    .count('* as valid')
    .where((keys) => isValid(keys, owned))
    .whereNull('path'),
)
const COUNT_VALID_LINKS = statement((from, owned: OwnedAt) =>
  from(API_KEYS)
    .count('* as valid')
    .where((keys) => isValid(keys, owned))
    .whereNotNull('path'),
)
const KEY_WITH_OWNER = statement((from, { hash }: { hash: Uint8Array }) =>
  from(as(API_KEYS, 'k'))
    .join(as(ACCOUNTS, 'a'), 'a.id', 'k.account_id')
    .select(...KEY.map((name) => `k.${name}` as const), 'a.name as owner', 'a.tier')
    .where('k.hash', hash),
)
const KEYS_OF = statement((from, { accountId }: { accountId: number }) =>
  from(API_KEYS)
    .select(...KEY)
    .where('account_id', accountId)
    .orderBy('id'),
)
const ADD_KEY = statement(
  (
    from,
    key: Omit<NewApiKey, 'expiresAt' | 'path'> & Pick<ApiKeyRow, 'expiresAt' | 'path'> & { now: Seconds },
  ) =>
    from(API_KEYS)
      .insert({
        account_id: key.accountId,
        hash: key.hash,
        name: key.name,
        prefix: key.prefix,
        created_at: key.now,
        expires_at: key.expiresAt,
        path: key.path,
      })
      .returning(KEY),
)
// An update that changes nothing locks the row, so that two rotations cannot lengthen each other's grace.
const HOLD_VALID_KEY = statement((from, given: OwnedAt & { id: number }) =>
  from(API_KEYS)
    .where('id', given.id)
    .where((keys) => isValid(keys, given))
    .whereNull('path')
    .update({ expires_at: from.raw('expires_at') })
    .returning(KEY),
)
const REVOKE_KEY = statement((from, { accountId, id, at }: { accountId: number; id: number; at: Seconds }) =>
  from(API_KEYS)
    .where('id', id)
    .where('account_id', accountId)
    .whereNull('revoked_at')
    .update({ revoked_at: at }),
)
const END_KEY = statement((from, { id, at }: { id: number; at: Seconds | null }) =>
  from(API_KEYS).where('id', id).update({ expires_at: at }),
)
const TOUCH_KEY = statement((from, { id, at }: { id: number; at: Seconds }) =>
  from(API_KEYS)
    .where('id', id)
    .where((group) => group.whereNull('last_used_at').orWhere('last_used_at', '<', at))
    .update({ last_used_at: at }),
)

/** Accounts and API keys in the database, on either engine. Database failures propagate unchanged. */
export function createAccountStore(
  db: Database,
  { clock = Date.now }: { clock?: () => number } = {},
): AccountDirectory {
  return { ...accountsIn(db), ...keysIn(db, clock) }
}

function accountsIn(db: Database) {
  return {
    listAccounts: () => ALL_ACCOUNTS.all(db),
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
      return (await db.transaction((tx) => SET_TIER.get(tx, { name, tier }))) ?? null
    },
    accountByName: (name: string) => accountNamed(db, name),
    async accountById(id: number): Promise<Account | null> {
      return (await ACCOUNT_BY_ID.get(db, { id })) ?? null
    },
  }
}

async function insertAccount(tx: Sql, name: string, tier: AccountTier): Promise<Account | null> {
  const problem = accountNameProblem(name)
  if (problem !== null) throw new CommandError(problem)
  return (await ADD_ACCOUNT.get(tx, { name, tier })) ?? null
}

async function accountNamed(sql: Sql, name: string): Promise<Account | null> {
  // PostgreSQL takes no NUL in text, and no name holds one.
  if (name.includes('\0')) return null
  return (await ACCOUNT_BY_NAME.get(sql, { name })) ?? null
}

function keysIn(
  db: Database,
  clock: () => number,
): Omit<AccountDirectory, keyof ReturnType<typeof accountsIn>> {
  // Old keys are forgotten where keys are made, and before the insert: nothing may fail once a key exists.
  const making = async <T>(make: (tx: Sql, now: Seconds) => Promise<T>): Promise<T> => {
    const now = secondsOf(clock)
    await forgetEndedKeys(db, now)
    return db.transaction((tx) => make(tx, now))
  }
  return {
    insertKey: (key, bound = {}) => making((tx, now) => insertKey(tx, key, now, bound)),
    rotateKey: (rotation, bound = {}) => making((tx, now) => rotateKey(tx, rotation, now, bound)),
    async keyByHash(hash) {
      const row = await KEY_WITH_OWNER.get(db, { hash })
      if (row === undefined) return null
      const { owner, tier, ...key } = row
      return { key, account: { id: key.accountId, name: owner, tier } }
    },
    listKeys: (accountId) => KEYS_OF.all(db, { accountId }),
    async revokeKey(accountId, keyId, at) {
      return (await REVOKE_KEY.run(db, { accountId, id: keyId, at })) > 0
    },
    async endKeyAt(keyId, at) {
      await END_KEY.run(db, { id: keyId, at })
    },
    async touchKey(keyId, lastUsedAt) {
      await TOUCH_KEY.run(db, { id: keyId, at: lastUsedAt })
    },
  }
}

async function insertKey(tx: Sql, key: NewApiKey, now: Seconds, bound: KeyBound): Promise<ApiKeyRow> {
  await lockAccount(tx, key.accountId)
  const { path = null } = key
  await requireRoom(tx, { accountId: key.accountId, isLink: path !== null }, now, bound)
  const row = await ADD_KEY.get(tx, { ...key, path, now })
  if (row === undefined) throw new Error('the new key was not stored')
  await FORGET_SURPLUS_KEYS.run(tx, { accountId: key.accountId, now })
  return row
}

async function rotateKey(tx: Sql, rotation: KeyRotation, now: Seconds, bound: KeyBound) {
  const { accountId, keyId, graceUntil, hash, prefix } = rotation
  const old = await HOLD_VALID_KEY.get(tx, { id: keyId, accountId, now })
  if (old === undefined) return null
  const endsAt = Math.min(graceUntil, old.expiresAt ?? graceUntil)
  await END_KEY.run(tx, { id: keyId, at: endsAt })
  const expiresAt = rotation.expiresAt ?? old.expiresAt
  const created = await insertKey(tx, { accountId, hash, prefix, name: old.name, expiresAt }, now, bound)
  return { created, replaced: { ...old, expiresAt: endsAt } }
}

/**
 * Serializes the creation of one account's keys and follows, so that their limits hold.
 * @throws CommandError for an unknown account
 */
export async function lockAccount(tx: Sql, id: number): Promise<void> {
  if ((await LOCK_ACCOUNT.run(tx, { id })) > 0) return
  throw new CommandError(`No account has the number ${id}.`)
}

async function requireRoom(
  tx: Sql,
  { accountId, isLink }: { accountId: number; isLink: boolean },
  now: Seconds,
  { mostValid }: KeyBound,
): Promise<void> {
  if (mostValid === undefined) return
  const count = isLink ? COUNT_VALID_LINKS : COUNT_VALID_KEYS
  const valid = (await count.get(tx, { accountId, now }))?.valid ?? 0
  if (valid < mostValid) return
  throw new PequodError(
    'FORBIDDEN',
    `The limit is ${mostValid} valid ${isLink ? 'links' : 'API keys'}: revoke one you no longer need.`,
  )
}

function secondsOf(clock: () => number): Seconds {
  return Math.floor(clock() / 1_000)
}

export interface AccountCacheOptions {
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
  /** Milliseconds from any start, monotonic: setting the clock back must not extend a read. @default performance.now */
  elapsed?: () => number
  /** Called when recording a key's last use failed; nothing else is affected. @default ignored */
  onTouchFailed?: (cause: unknown) => void
}

/** Reads of the store that identity makes on every request, at most two seconds old. */
export interface AccountCache {
  /** The key of this hash and its account; null if unknown. */
  keyByHash(hash: Buffer): Promise<{ key: ApiKeyRow; account: Account } | null>
  accountByName(name: string): Promise<Account | null>
  /** Records that a key was used, to the minute, without making the caller wait. */
  touch(key: ApiKeyRow): void
}

/** Maximum keys, and maximum accounts. */
const MOST = 10_000
/** Milliseconds for which a read is valid, counted from its start. */
const FRESH = 2_000
/** Seconds between two records of a last use: a write for each request would cost more than the request. */
const TOUCH_EVERY = 60

/** Caches the promise, so that reads of one name run one at a time; a failed one is removed. */
export function remember<T>(
  cache: LRUCache<string, Promise<T>>,
  name: string,
  read: () => Promise<T>,
): Promise<T> {
  const known = cache.get(name)
  if (known !== undefined) return known
  const reading = read()
  cache.set(name, reading)
  reading.catch(() => {
    // A later read under the same name stays.
    if (cache.peek(name) === reading) cache.delete(name)
  })
  return reading
}

/**
 * Caches the store's reads for two seconds, so that a change of tier or a revocation applies everywhere within two
 * seconds and a busy key costs the store one read in that time. Misses are cached too, so that guesses do not reach the
 * store twice.
 */
export function createAccountCache(store: AccountStore, options: AccountCacheOptions = {}): AccountCache {
  const { clock = Date.now, elapsed = () => performance.now() } = options
  const { onTouchFailed = () => {} } = options
  // The library keeps a value until the end of its last millisecond.
  const limits = { max: MOST, ttl: FRESH - 1, ttlResolution: 0, perf: { now: elapsed } }
  const keys = new LRUCache<string, ReturnType<AccountStore['keyByHash']>>(limits)
  const accounts = new LRUCache<string, ReturnType<AccountStore['accountByName']>>(limits)
  const touched = new LRUCache<number, true>({ ...limits, ttl: TOUCH_EVERY * 1_000 - 1 })
  return {
    keyByHash: (hash) => remember(keys, hash.toString('base64'), () => store.keyByHash(hash)),
    accountByName: (name) => remember(accounts, name, () => store.accountByName(name)),
    touch(key) {
      const seconds = Math.floor(clock() / 1_000)
      const noted = key.lastUsedAt !== null && seconds - key.lastUsedAt < TOUCH_EVERY
      if (noted || touched.has(key.id)) return
      touched.set(key.id, true)
      store.touchKey(key.id, seconds).catch(onTouchFailed)
    },
  }
}
