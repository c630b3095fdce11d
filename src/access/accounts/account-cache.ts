import { BoundedCache } from '../identity/bounded-cache.ts'
import type { Account, AccountStore, ApiKeyRow } from './account-store.ts'

/** What the cache may be told. */
export interface AccountCacheOptions {
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
  /** Milliseconds from any start, never going back: a clock that is set back must not make a read last. @default performance.now */
  elapsed?: () => number
  /** The most keys, and the most accounts, that are held. @default 10000 */
  size?: number
  /** Told when a key's last use could not be noted; nothing else is lost. @default ignored */
  onTouchFailed?: (cause: unknown) => void
}

/** Reads of the store that identity makes on every request, at most two seconds old. */
export interface AccountCache {
  /** The key of this hash and its account as they are now; null if unknown. */
  keyByHash(hash: Buffer): Promise<{ key: ApiKeyRow; account: Account } | null>
  accountByName(name: string): Promise<Account | null>
  /** Notes that a key was used, to the minute, without making the caller wait. */
  touch(key: ApiKeyRow): void
}

/** How long a read is believed, in milliseconds, counted from before it was made. */
const FRESH = 2_000
/** Last use is noted this often, in seconds: a write for each request would cost more than the request. */
const TOUCH_EVERY = 60

/** One read at a time for each name: the promise is what is kept, and a failed one is forgotten. */
function remember<T>(
  cache: BoundedCache<Promise<T>>,
  name: string,
  now: number,
  read: () => Promise<T>,
): Promise<T> {
  const known = cache.get(name, now)
  if (known !== null) return known
  const reading = read()
  cache.set(name, reading, now + FRESH)
  reading.catch(() => cache.delete(name, reading))
  return reading
}

/**
 * Puts two seconds of memory before the store, so that a change of tier or a revocation holds everywhere within two
 * seconds and a busy key costs the store one read in that time. What is not there is remembered too: guessing does
 * not reach the store twice.
 */
export function createAccountCache(store: AccountStore, options: AccountCacheOptions = {}): AccountCache {
  const { clock = Date.now, elapsed = () => performance.now(), size = 10_000 } = options
  const { onTouchFailed = () => {} } = options
  const keys = new BoundedCache<ReturnType<AccountStore['keyByHash']>>(size)
  const accounts = new BoundedCache<ReturnType<AccountStore['accountByName']>>(size)
  const touched = new BoundedCache<true>(size)
  return {
    keyByHash: (hash) => remember(keys, hash.toString('base64'), elapsed(), () => store.keyByHash(hash)),
    accountByName: (name) => remember(accounts, name, elapsed(), () => store.accountByName(name)),
    touch(key) {
      const now = elapsed()
      const seconds = Math.floor(clock() / 1_000)
      const noted = key.lastUsedAt !== null && seconds - key.lastUsedAt < TOUCH_EVERY
      if (noted || touched.get(String(key.id), now) !== null) return
      touched.set(String(key.id), true, now + TOUCH_EVERY * 1_000)
      store.touchKey(key.id, seconds).catch(onTouchFailed)
    },
  }
}
