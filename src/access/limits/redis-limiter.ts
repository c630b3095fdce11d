import { Redis } from 'ioredis'
import { COST_WINDOW_SECONDS, costVerdict, type RateLimiter, verdict, WINDOW_SECONDS } from './rate-limit.ts'

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
 * expire a window after their last allowed hit. Rejects when Redis does not answer: see `open-limiter.ts`.
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
