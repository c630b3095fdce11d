import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeout } from '../identity/with-timeout.ts'
import { createMemoryLimiter } from './memory-limiter.ts'
import type { RateLimiter, Verdict } from './rate-limit.ts'
import { connectLimiterRedis, createRedisLimiter } from './redis-limiter.ts'

/** Told when the shared limiter becomes unavailable, with the reason, and when it is back: once each. */
export interface LimiterWatch {
  onAway: (cause: unknown) => void
  onBack: () => void
}

/** What a limiter with a fallback is made of. */
export interface FallbackLimiterOptions extends LimiterWatch {
  /** Counts for all processes; rejects while it is unavailable. */
  shared: RateLimiter
  /** Counts for this process while the shared one is unavailable, by the same limits. */
  local: RateLimiter
  /** How long the shared limiter is left alone after a failure, in milliseconds. @default 500 */
  pause?: number
  /** Milliseconds from any start, never going back. @default performance.now */
  clock?: () => number
}

/** A limiter that knows whether its shared part is unavailable. */
export interface FallbackLimiter extends RateLimiter {
  /** True while this process counts alone. */
  readonly away: boolean
}

type Ask = (limiter: RateLimiter) => Promise<Verdict> | Verdict

/**
 * The shared limiter, and the same limit counted by this process while the shared one is unavailable: service goes on and
 * is never without a limit. Meanwhile one request in each pause tries the shared one, so it is back by itself and
 * the others never wait for it.
 */
export function createFallbackLimiter(options: FallbackLimiterOptions): FallbackLimiter {
  const { shared, local, onAway, onBack, pause = 500, clock = () => performance.now() } = options
  let away = false
  let tryAgainAt = 0
  const change = (isAway: boolean, tell: () => void) => {
    if (away === isAway) return
    away = isAway
    tell()
  }
  const tryShared = async (ask: Ask): Promise<Verdict> => {
    try {
      const verdict = await ask(shared)
      change(false, onBack)
      return verdict
    } catch (cause) {
      tryAgainAt = clock() + pause
      change(true, () => onAway(cause))
      return ask(local)
    }
  }
  const ask = (of: Ask): Promise<Verdict> | Verdict => {
    if (away && clock() < tryAgainAt) return of(local)
    // Claims this pause's only try before anything is awaited.
    if (away) tryAgainAt = clock() + pause
    return tryShared(of)
  }
  return {
    get away() {
      return away
    },
    hit: (caller, limit) => ask((limiter) => limiter.hit(caller, limit)),
    spend: (caller, cost, budget) => ask((limiter) => limiter.spend(caller, cost, budget)),
  }
}

/** A limiter that rejects where another answers too late. @param patience in milliseconds */
export function withPatience(limiter: RateLimiter, patience: number): RateLimiter {
  return {
    hit: async (...asked) => withTimeout(Promise.resolve(limiter.hit(...asked)), patience),
    spend: async (...asked) => withTimeout(Promise.resolve(limiter.spend(...asked)), patience),
  }
}

/** A limiter that holds a connection, or nothing, until it is closed. */
export interface OpenLimiter extends RateLimiter {
  close(): void
}

/** The longest that a request waits for Redis before this process decides alone, in milliseconds. */
const PATIENCE = 250
/** Timeout after which an answer is dropped. */
const GIVEN_UP = 5_000

/**
 * The limiter that the environment asks for: in memory, or shared by all processes through Redis with memory to fall
 * back on. Never fails: Redis may be unavailable from the start.
 * @param options.redisUrl `redis://` or `rediss://`; null: this process counts alone, always
 * @param options.startWithin how long the start waits for Redis, in milliseconds
 */
export async function openLimiter(
  options: LimiterWatch & { redisUrl: string | null; startWithin?: number },
): Promise<OpenLimiter> {
  const { redisUrl, onAway, onBack, startWithin = 2_000 } = options
  const local = createMemoryLimiter()
  if (redisUrl === null) return { hit: local.hit, spend: local.spend, close: () => undefined }
  // Every failure that matters shows in a hit; the connection reports each of its attempts.
  const redis = connectLimiterRedis(redisUrl, { onError: () => undefined, timeoutMs: GIVEN_UP })
  const ready = new Promise((resolve) => redis.once('ready', resolve))
  await Promise.race([ready, sleep(startWithin, undefined, { ref: false })])
  const shared = withPatience(createRedisLimiter(redis), PATIENCE)
  const limiter = createFallbackLimiter({ shared, local, onAway, onBack })
  return { hit: limiter.hit, spend: limiter.spend, close: () => redis.disconnect() }
}
