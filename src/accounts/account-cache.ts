import { LRUCache } from 'lru-cache'
import type { Account, AccountStore, ApiKeyRow } from './account-store.ts'

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
