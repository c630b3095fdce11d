import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { RateLimiter, Verdict } from './rate-limit.ts'
import { COST_WINDOW_SECONDS, costVerdict, verdict, WINDOW_SECONDS } from './rate-limit.ts'

/** Options of a limiter in Redis. */
export interface RedisLimiterOptions {
  /** Put before each caller's key. @default 'pequod:hits:' */
  prefix?: string
}

const WINDOW_MICROS = WINDOW_SECONDS * 1_000_000
const COST_WINDOW_MICROS = COST_WINDOW_SECONDS * 1_000_000

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

/**
 * A caller's cost bucket as the time, in microseconds, at which it is empty again: see `memory-limiter.ts`. The key expires when
 * the bucket is empty.
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

/** A script with the name that Redis keeps it under. */
interface Script {
  text: string
  sha: string
}

function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

const HIT = script(HIT_SCRIPT)
const SPEND = script(SPEND_SCRIPT)

async function call(redis: Redis, { text, sha }: Script, key: string, ...args: number[]): Promise<number[]> {
  const reply = await redis.evalsha(sha, 1, key, ...args).catch((error: unknown) => {
    // The first call ever, or the first since Redis was restarted: sending the text also keeps it.
    if (isNoScript(error)) return redis.eval(text, 1, key, ...args)
    throw error
  })
  return Array.isArray(reply) ? reply.map(Number) : []
}

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}

function readReply(numbers: readonly number[], limit: number): Verdict {
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
      return readReply(await call(redis, HIT, prefix + caller, limit, WINDOW_MICROS), limit)
    },
    async spend(caller, cost, budget) {
      const wanted = Math.ceil((cost / budget) * COST_WINDOW_MICROS)
      const reply = await call(redis, SPEND, `${prefix}cost:${caller}`, wanted, COST_WINDOW_MICROS)
      const [allowed, used] = reply
      if (allowed === undefined || used === undefined)
        throw new Error('Redis answered the limiter with something else than two numbers')
      return costVerdict(allowed === 1, budget, used / 1_000_000, wanted / 1_000_000)
    },
  }
}
