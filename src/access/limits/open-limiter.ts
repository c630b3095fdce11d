import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeout } from '../identity/with-timeout.ts'
import { createFallbackLimiter } from './fallback-limiter.ts'
import { connectLimiterRedis } from './limiter-redis.ts'
import { createMemoryLimiter } from './memory-limiter.ts'
import type { RateLimiter } from './rate-limit.ts'
import { createRedisLimiter } from './redis-limiter.ts'

/** What the service's limiter is made of. */
export interface OpenLimiterOptions {
  /** `redis://` or `rediss://`; null: this process counts alone, always. */
  redisUrl: string | null
  /** Called once with the reason when Redis becomes unavailable and this process begins to count alone. */
  onAway: (cause: unknown) => void
  /** Called once when Redis is back. */
  onBack: () => void
  /** How long the start waits for Redis, in milliseconds. @default 2000 */
  startWithin?: number
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
 */
export async function openLimiter(options: OpenLimiterOptions): Promise<OpenLimiter> {
  const { redisUrl, onAway, onBack, startWithin = 2_000 } = options
  const local = createMemoryLimiter()
  if (redisUrl === null) return { hit: local.hit, spend: local.spend, close: () => undefined }
  // Every failure that matters shows in a hit; the connection reports each of its attempts.
  const redis = connectLimiterRedis(redisUrl, { onError: () => undefined, timeoutMs: GIVEN_UP })
  const ready = new Promise((resolve) => redis.once('ready', resolve))
  await Promise.race([ready, sleep(startWithin, undefined, { ref: false })])
  const inRedis = createRedisLimiter(redis)
  const shared: RateLimiter = {
    hit: async (...asked) => withTimeout(Promise.resolve(inRedis.hit(...asked)), PATIENCE),
    spend: async (...asked) => withTimeout(Promise.resolve(inRedis.spend(...asked)), PATIENCE),
  }
  const limiter = createFallbackLimiter({ shared, local, onAway, onBack })
  return { hit: limiter.hit, spend: limiter.spend, close: () => redis.disconnect() }
}
