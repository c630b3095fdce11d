import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectLimiterRedis,
  createFallbackLimiter,
  createRedisLimiter,
} from '../../../src/access/limits/open-limiter.ts'
import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'
import { type RedisServer, redisTests, startRedis } from '../support/redis-server.ts'
import { mostInAnyWindow } from '../support/sliding-window-model.ts'

const ignore = () => {}

describe.skipIf(!redisTests)('the Redis limiter', () => {
  let server: RedisServer
  let redis: Redis
  let caller = 0
  const nextCaller = () => `key:${++caller}`

  beforeAll(async () => {
    server = await startRedis()
    // Patient: these tests are about what Redis answers, not how soon.
    redis = connectLimiterRedis(server.url, { onError: ignore, timeoutMs: 20_000 })
    await once(redis, 'ready')
  })
  afterAll(async () => {
    redis?.disconnect()
    await server?.close()
  })

  test('allows exactly the limit of 1,000 concurrent requests', async () => {
    const limiter = createRedisLimiter(redis)
    const name = nextCaller()
    // Enough for all of them to fall into one window however slow the machine is.
    await redis.rpush(`pequod:hits:${name}`, ...Array(5).fill('9000000000000000'))
    const verdicts = await Promise.all(Array.from({ length: 1_000 }, () => limiter.hit(name, 15)))
    const allowed = verdicts.filter((verdict) => verdict.allowed)
    expect(allowed).toHaveLength(10)
    expect(allowed.map(({ remaining }) => remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })

  test('takes exactly the budget of 100 concurrent costs, and restores it evenly', async () => {
    const limiter = createRedisLimiter(redis)
    const name = nextCaller()
    // A minute's hundredth of this budget exceeds the duration of these tests.
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => limiter.spend(name, 100, 1_000)))
    const allowed = verdicts.filter((verdict) => verdict.allowed)
    expect(allowed.length).toBeGreaterThanOrEqual(10)
    expect(allowed.length).toBeLessThanOrEqual(13)
    const refused = verdicts.find((verdict) => !verdict.allowed)
    expect(refused?.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(6)
    expect(await redis.pttl(`pequod:hits:cost:${name}`)).toBeLessThanOrEqual(60_002)
  })

  test('allows exactly the limit in a full window of the server’s clock', async () => {
    const limiter = createRedisLimiter(redis, { prefix: 'exact:' })
    const name = nextCaller()
    const kept = new Set<string>()
    let refused = 0
    while (refused === 0 || kept.size < 10) {
      const { allowed } = await limiter.hit(name, 5)
      if (!allowed) refused++
      for (const time of await redis.lrange(`exact:${name}`, 0, -1)) kept.add(time)
      await sleep(10)
    }
    expect(mostInAnyWindow([...kept].map(Number), 1_000_000)).toBe(5)
  })

  test('returns what is left and a wait after which a request is allowed', async () => {
    const limiter = createRedisLimiter(redis)
    const name = nextCaller()
    // Sent together, so that the server receives all three in one window however slow this process is.
    const [first, second, refused] = await Promise.all([1, 2, 3].map(() => limiter.hit(name, 2)))
    expect(first).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 1, retryAfterSeconds: null })
    expect(second?.remaining).toBe(0)
    expect(refused).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 })
    await sleep(1_010)
    expect((await limiter.hit(name, 2)).allowed).toBe(true)
  })

  test('expires its keys, and loads a flushed script again', async () => {
    const limiter = createRedisLimiter(redis)
    const name = nextCaller()
    await limiter.hit(name, 5)
    await redis.script('FLUSH')
    expect((await limiter.hit(name, 5)).remaining).toBe(3)
    expect(await redis.pttl(`pequod:hits:${name}`)).toBeLessThanOrEqual(1_001)
    await sleep(1_100)
    expect(await redis.exists(`pequod:hits:${name}`)).toBe(0)
  })

  test('shares one limit between two processes', async () => {
    const name = nextCaller()
    await redis.rpush(`pequod:hits:${name}`, ...Array(3).fill('9000000000000000'))
    const script = new URL('../support/limiter-process.ts', import.meta.url).pathname
    const children = [0, 1].map(() => spawn(process.execPath, [script, server.url, name, '10', '30']))
    const lines = children.map((child) => createInterface(child.stdout)[Symbol.asyncIterator]())
    for (const line of lines) expect((await line.next()).value).toBe('ready')
    for (const child of children) child.stdin.write('go\n')
    const allowed = await Promise.all(lines.map(async (line) => Number((await line.next()).value)))
    expect(allowed.reduce((sum, count) => sum + count)).toBe(7)
  })
})

describe.skipIf(!redisTests)('the Redis limiter while Redis is unavailable', () => {
  test('keeps the same limit in the process, warns once, and returns to Redis by itself', async () => {
    const server = await startRedis()
    const redis = connectLimiterRedis(server.url, { onError: ignore, timeoutMs: 20_000 })
    await once(redis, 'ready')
    const said: string[] = []
    const limiter = createFallbackLimiter({
      shared: createRedisLimiter(redis),
      local: createMemoryLimiter({ clock: () => 0 }),
      onAway: () => said.push('away'),
      onBack: () => said.push('back'),
      pause: 50,
    })
    try {
      expect((await limiter.hit('shared', 5)).remaining).toBe(4)
      await server.stop()
      const alone = await Promise.all(Array.from({ length: 200 }, () => limiter.hit('alone', 5)))
      expect(alone.filter(({ allowed }) => allowed)).toHaveLength(5)
      expect([limiter.away, said]).toEqual([true, ['away']])
      await server.start()
      await expect.poll(async () => (await limiter.hit('again', 5)) && limiter.away).toBe(false)
      expect(said).toEqual(['away', 'back'])
      expect(await redis.exists('pequod:hits:again')).toBe(1)
    } finally {
      redis.disconnect()
      await server.close()
    }
  })

  test('delays no request for long when Redis hangs', async () => {
    const server = await startRedis()
    const redis = connectLimiterRedis(server.url, { onError: ignore })
    await once(redis, 'ready')
    const limiter = createFallbackLimiter({
      shared: createRedisLimiter(redis),
      local: createMemoryLimiter(),
      onAway: ignore,
      onBack: ignore,
      pause: 50,
    })
    try {
      server.freeze(true)
      const started = performance.now()
      expect((await limiter.hit('a', 5)).allowed).toBe(true)
      expect(performance.now() - started).toBeLessThan(30_000)
      expect(limiter.away).toBe(true)
      await limiter.hit('a', 5)
      server.freeze(false)
      await expect.poll(async () => (await limiter.hit('b', 5)) && limiter.away).toBe(false)
    } finally {
      redis.disconnect()
      await server.close()
    }
  })
})
