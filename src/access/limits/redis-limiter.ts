import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { RateLimiter, Verdict } from './rate-limit.ts'
import { verdict, WINDOW_SECONDS } from './rate-limit.ts'

/** What a limiter in Redis may be told. */
export interface RedisLimiterOptions {
  /** Put before each caller's key. @default 'pequod:hits:' */
  prefix?: string
}

const WINDOW_MICROS = WINDOW_SECONDS * 1_000_000

/**
 * One caller's allowed hits as a list of times, oldest first. Redis runs a script whole before anything else, so no
 * two requests can both see the last free place. The server's clock, in microseconds: the processes' own may differ.
 * Times are written as text by format, since Lua's own text of a number that large drops digits. A refused hit
 * leaves the expiry alone: were the clock set back, the list is gone a window after its last hit nonetheless.
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
const HIT_SHA = createHash('sha1').update(HIT_SCRIPT).digest('hex')

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}

function readReply(reply: unknown, limit: number): Verdict {
  const numbers = Array.isArray(reply) ? reply.map(Number) : []
  const [allowed, remaining, empty, next] = numbers
  if (allowed === undefined || remaining === undefined || empty === undefined || next === undefined) {
    throw new Error('Redis answered the limiter with something else than four numbers')
  }
  return verdict(allowed === 1, limit, remaining, empty / 1_000_000, next / 1_000_000)
}

/**
 * The exact sliding-window limiter that all processes share: one script call a request on the server's clock; keys
 * expire a window after their last allowed hit. Rejects when Redis does not answer: see `fallback-limiter.ts`.
 */
export function createRedisLimiter(redis: Redis, options: RedisLimiterOptions = {}): RateLimiter {
  const prefix = options.prefix ?? 'pequod:hits:'
  return {
    async hit(caller, limit) {
      const key = prefix + caller
      const reply = await redis.evalsha(HIT_SHA, 1, key, limit, WINDOW_MICROS).catch((error: unknown) => {
        // The first call ever, or the first since Redis was restarted: sending the text also keeps it.
        if (isNoScript(error)) return redis.eval(HIT_SCRIPT, 1, key, limit, WINDOW_MICROS)
        throw error
      })
      return readReply(reply, limit)
    },
  }
}
