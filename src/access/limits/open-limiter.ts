import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import {
  COST_WINDOW_SECONDS,
  costVerdict,
  createMemoryLimiter,
  type RateLimiter,
  type Verdict,
  verdict,
  WINDOW_SECONDS,
} from './rate-limit.ts'

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

const WINDOW_MICROS = WINDOW_SECONDS * 1_000_000
const COST_WINDOW_MICROS = COST_WINDOW_SECONDS * 1_000_000

/**
 * One caller's allowed hits as a list of times, oldest first. Redis runs a script whole before anything else, so no two
 * requests can both see the last free place. The server's clock, in microseconds: the processes' own may differ. Times
 * are written as text by format, since Lua's own text of a number that large drops digits. A refused hit does not
 * extend the expiry: even if the clock is set back, the list expires a window after its last hit.
 */
const HIT_SCRIPT = `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local used = redis.call('LLEN', KEYS[1])
if used < limit then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000) + 1)
  return {1, limit - used - 1, window, 0}
end
local newest = tonumber(redis.call('LINDEX', KEYS[1], -1))
local deciding = tonumber(redis.call('LINDEX', KEYS[1], used - limit))
return {0, 0, newest + window - now, deciding + window - now}
`

/**
 * A caller's cost bucket as the time when it is empty again, in microseconds: see `rate-limit.ts`. The key expires
 * when the bucket is empty.
 */
const SPEND_SCRIPT = `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local wanted, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local used = math.min(window, math.max(0, tonumber(redis.call('GET', KEYS[1]) or now) - now))
if used + wanted > window then return {0, used} end
used = used + wanted
redis.call('SET', KEYS[1], string.format('%.0f', now + used), 'PX', math.ceil(used / 1000) + 1)
return {1, used}
`

declare module 'ioredis' {
  interface Redis {
    limiterHit(key: string, limit: number, window: number): Promise<number[]>
    limiterSpend(key: string, wanted: number, window: number): Promise<number[]>
  }
}

/**
 * A connection for the limiter: nothing is queued while Redis is unavailable and every answer has a short timeout, so
 * no request is held up; it reconnects for as long as it takes. A starting service waits for `ready` first, or its own
 * process counts the first requests; `disconnect()` ends it.
 * @param url `redis://` or `rediss://`
 * @param options.onError called with every failure; its text may contain the address and must not reach callers
 * @param options.timeoutMs timeout of an answer, in milliseconds
 */
export function connectLimiterRedis(
  url: string,
  { onError, timeoutMs = 250 }: { onError: (error: Error) => void; timeoutMs?: number },
): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
    scripts: {
      limiterHit: { lua: HIT_SCRIPT, numberOfKeys: 1 },
      limiterSpend: { lua: SPEND_SCRIPT, numberOfKeys: 1 },
    },
  })
  redis.on('error', onError)
  return redis
}

/**
 * The exact sliding-window limiter that all processes share: one script call per request on the server's clock; keys
 * expire a window after their last allowed hit. Rejects when Redis does not answer: see {@link createFallbackLimiter}.
 * @param redis of {@link connectLimiterRedis}
 */
export function createRedisLimiter(redis: Redis, { prefix = 'pequod:hits:' } = {}): RateLimiter {
  return {
    async hit(caller, limit) {
      const reply = await redis.limiterHit(prefix + caller, limit, WINDOW_MICROS)
      const [allowed, remaining, empty, next] = numbers(reply, 4)
      return verdict(allowed === 1, limit, remaining, empty / 1_000_000, next / 1_000_000)
    },
    async spend(caller, cost, budget) {
      const wanted = Math.ceil((cost / budget) * COST_WINDOW_MICROS)
      const reply = await redis.limiterSpend(`${prefix}cost:${caller}`, wanted, COST_WINDOW_MICROS)
      const [allowed, used] = numbers(reply, 2)
      return costVerdict(allowed === 1, budget, used / 1_000_000, wanted / 1_000_000)
    },
  }
}

/** A script's reply. */
function numbers(reply: unknown, count: 2 | 4): [number, number, number, number] {
  const [first = 0, second = 0, third = 0, fourth = 0] = Array.isArray(reply) ? reply.map(Number) : []
  if (Array.isArray(reply) && reply.length === count) return [first, second, third, fourth]
  throw new Error(`Redis answered the limiter with something other than ${count} numbers`)
}
