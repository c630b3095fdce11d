import { setTimeout as sleep } from 'node:timers/promises'
import { createMemoryLimiter, type RateLimiter, type Verdict } from './rate-limit.ts'
import { connectLimiterRedis, createRedisLimiter } from './redis-limiter.ts'

/** Called when the shared limiter becomes unavailable, with the reason, and when it recovers, once each. */
export interface LimiterWatch {
  onAway: (cause: unknown) => void
  onBack: () => void
}

export interface FallbackLimiterOptions extends LimiterWatch {
  /** Counts for all processes; rejects while it is unavailable. */
  shared: RateLimiter
  /** Counts for this process while the shared one is unavailable, by the same limits. @default a new one */
  local?: RateLimiter
  /** The longest that a request waits for the shared one, in milliseconds. @default as long as it takes */
  patience?: number
  /** How long the shared limiter is left alone after a failure, in milliseconds. @default 500 */
  pause?: number
  /** Milliseconds from any start, monotonic. @default performance.now */
  clock?: () => number
}

/** A limiter that knows whether its shared part is away, so that this process counts alone. */
export type FallbackLimiter = RateLimiter & { readonly away: boolean }

type Ask = (limiter: RateLimiter) => Promise<Verdict> | Verdict

/**
 * Uses the shared limiter, and a local one with the same limit while the shared one is unavailable, so that no request
 * goes unlimited. Meanwhile one request in each pause tries the shared one, so that it recovers by itself and the
 * others never wait for it.
 */
export function createFallbackLimiter(options: FallbackLimiterOptions): FallbackLimiter {
  const { shared, local = createMemoryLimiter(), patience, onAway, onBack } = options
  const { pause = 500, clock = () => performance.now() } = options
  let away = false
  let tryAgainAt = 0
  const change = (isAway: boolean, tell: () => void) => {
    if (away === isAway) return
    away = isAway
    tell()
  }
  const tryShared = async (ask: Ask): Promise<Verdict> => {
    try {
      const asked = Promise.resolve(ask(shared))
      const verdict = await (patience === undefined ? asked : withTimeout(asked, patience))
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
    // Claims this pause's only attempt before anything is awaited.
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

/** Parts that the time is waited in. */
const PARTS = 5

/**
 * The answer, or a rejection when it takes longer. A stall of this process or machine must not count as the other side's:
 * however long, it counts as one part of the time, and data already on the socket when the time is over still counts.
 * @param milliseconds how long the answer may take
 */
export function withTimeout<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${milliseconds} ms`))
    let left = PARTS
    const timer = setTimeout(() => {
      left--
      // Immediates run after sockets were read, timers before.
      if (left === 0) setImmediate(late)
      else timer.refresh()
    }, milliseconds / PARTS)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** A limiter that may hold a connection until it is closed. */
export interface OpenLimiter extends RateLimiter {
  close(): void
}

/** Milliseconds that a request waits for Redis before this process decides on its own. */
const PATIENCE = 250
/** Timeout after which an answer is dropped. */
const GIVEN_UP = 5_000

/**
 * Opens the configured limiter: in memory, or shared by all processes through Redis with memory as the fallback. Never
 * fails, since Redis may be unavailable from the start.
 * @param options.redisUrl `redis://` or `rediss://`; null: this process always counts on its own
 * @param options.startWithin milliseconds that the start waits for Redis
 */
export async function openLimiter(
  options: LimiterWatch & { redisUrl: string | null; startWithin?: number },
): Promise<OpenLimiter> {
  const { redisUrl, onAway, onBack, startWithin = 2_000 } = options
  const local = createMemoryLimiter()
  if (redisUrl === null) return { hit: local.hit, spend: local.spend, close: () => undefined }
  // A relevant failure shows in a hit; the connection reports each of its attempts.
  const redis = connectLimiterRedis(redisUrl, { onError: () => undefined, timeoutMs: GIVEN_UP })
  const ready = new Promise((resolve) => redis.once('ready', resolve))
  await Promise.race([ready, sleep(startWithin, undefined, { ref: false })])
  const shared = createRedisLimiter(redis)
  const { hit, spend } = createFallbackLimiter({ shared, local, patience: PATIENCE, onAway, onBack })
  return { hit, spend, close: () => redis.disconnect() }
}
