import { once } from 'node:events'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectLimiterRedis, createRedisLimiter } from '../../../src/access/limits/open-limiter.ts'
import { createMemoryLimiter, type RateLimiter } from '../../../src/access/limits/rate-limit.ts'
import type { Caller } from '../../../src/access/tier.ts'
import type { SnapshotReader } from '../../../src/store/snapshot/snapshot-reader.ts'
import { type RedisServer, redisTests, startRedis } from '../../access/support/redis-server.ts'
import { asker, callerOf } from '../support/ask.ts'
import { plantWorld } from '../support/planted-world.ts'
import { newStore, publish, readerOf } from '../support/published-store.ts'

const aliases = (count: number, args: string) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: traders(${args}) { edges { node { address } } }`).join(' ')} }`

describe('a limit on a costly field', () => {
  let store: Awaited<ReturnType<typeof newStore>>
  let redisServer: RedisServer | null = null
  let redis: Redis | null = null
  beforeAll(async () => {
    store = await newStore()
    await publish(store.db, plantWorld(5))
    if (!redisTests) return
    redisServer = await startRedis()
    redis = connectLimiterRedis(redisServer.url, { onError: () => undefined, timeoutMs: 20_000 })
    await once(redis, 'ready')
  })
  afterAll(async () => {
    redis?.disconnect()
    await redisServer?.close()
    await store.remove()
  })

  /** Asks, and counts the searches that reached the store. */
  async function ask(source: string, limiter: RateLimiter, caller: Caller) {
    const reader = readerOf(store.db)
    let searches = 0
    const counting: typeof reader = {
      ...reader,
      search(...args) {
        searches++
        return reader.search(...args)
      },
    }
    const { errors = [] } = await asker(store.db, counting, limiter)(source, {}, caller)
    return { searches, errors }
  }
  const fivePerSecond = (name: string): Caller => ({ ...callerOf('FREE'), limiterKey: name, limit: 5 })

  test('searches exactly 5 of 100 aliases at a limit of 5, and names a wait for the others', async () => {
    const limiter = createMemoryLimiter({ clock: () => 0 })
    const { searches, errors } = await ask(
      aliases(100, 'where: { query: "a" }'),
      limiter,
      fivePerSecond('key:1'),
    )
    expect(searches).toBe(5)
    expect(errors[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: 1,
      http: { status: 429, headers: { 'Retry-After': '1' } },
    })
    expect(errors[0]?.message).toMatch(/^The limit for traders is 5 calls per second/)
  })

  test.skipIf(!redisTests)('works in Redis too', async () => {
    if (redis === null) throw new Error('no Redis')
    // Three hits that never leave the window: however slow the machine is, all calls fall into one.
    await redis.rpush('pequod:hits:field:traders:key:2', ...Array(3).fill('9000000000000000'))
    const caller = { ...fivePerSecond('key:2'), limit: 8 }
    const { searches, errors } = await ask(
      aliases(100, 'where: { query: "a" }'),
      createRedisLimiter(redis),
      caller,
    )
    expect(searches).toBe(5)
    expect(errors[0]?.extensions.code).toBe('RATE_LIMITED')
  })

  test('counts each caller separately, over requests, and frees a call a second later', async () => {
    let now = 0
    const limiter = createMemoryLimiter({ clock: () => now })
    const search = aliases(3, 'where: { query: "a" }')
    expect((await ask(search, limiter, fivePerSecond('key:1'))).searches).toBe(3)
    expect((await ask(search, limiter, fivePerSecond('key:1'))).searches).toBe(2)
    expect((await ask(search, limiter, fivePerSecond('key:2'))).searches).toBe(3)
    now = 1_000
    expect((await ask(search, limiter, fivePerSecond('key:1'))).errors).toEqual([])
  })

  test('applies to computed leaderboards, and to no others', async () => {
    let orders = 0
    const reader: SnapshotReader = {
      ...readerOf(store.db),
      order: async () => {
        orders++
        return null
      },
    }
    const limiter = createMemoryLimiter({ clock: () => 0 })
    const boards = (args: string) =>
      `{ ${Array.from({ length: 8 }, (_, n) => `a${n}: leaderboard(id: "pnl-7d"${args}) { entries { totalCount } }`).join(' ')} }`
    const ask = asker(store.db, reader, limiter)
    const { errors = [] } = await ask(boards(', category: SPORTS'), {}, fivePerSecond('key:1'))
    expect(orders).toBe(5)
    expect(errors[0]?.extensions.code).toBe('RATE_LIMITED')
    expect((await ask(boards(''), {}, fivePerSecond('key:1'))).errors).toBeUndefined()
    expect(orders).toBe(13)
  })

  test('does not count other fields', async () => {
    const limiter = createMemoryLimiter({ clock: () => 0 })
    for (const args of ['first: 1', 'first: 1, where: { query: "" }', 'first: 1, where: { query: null }']) {
      const { searches, errors } = await ask(aliases(20, args), limiter, fivePerSecond('key:1'))
      expect([searches, errors]).toEqual([20, []])
    }
  })
})
