import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../src/server/http/create-logger.ts'
import { type RedisServer, redisTests, startRedis } from '../access/support/redis-server.ts'
import { expectFullWindows, watchHits } from '../access/support/watch-hits.ts'
import { closeServed, type Served, serveNothing } from './support/served-world.ts'

const NOTHING = '/v1/nothing'
const LIMIT = 15

describe.skipIf(!redisTests)('services that share a Redis', () => {
  let redis: RedisServer
  let first: Served
  let second: Served
  const lines: string[] = []
  beforeAll(async () => {
    redis = await startRedis()
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const env = { REDIS_URL: redis.url, RATE_LIMIT_ANONYMOUS: String(LIMIT) }
    first = await serveNothing({ env, parts: { logger: createLogger('info', sink) } })
    second = await serveNothing({ env })
  })
  afterAll(() => redis?.close())
  closeServed()

  /** The statuses of concurrent requests of one address. */
  const fire = async (apps: readonly FastifyInstance[], count: number, remoteAddress: string) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) => apps[n % apps.length]?.inject({ url: NOTHING, remoteAddress })),
    )
    return answers.map((answer) => answer?.statusCode)
  }
  const allowed = (statuses: readonly (number | undefined)[]) =>
    statuses.filter((status) => status === 404).length
  const metric = async () => {
    const { body } = await first.app.inject('/metrics')
    return /^pequod_rate_limiter_redis_away (\d)$/m.exec(body)?.[1]
  }
  const warnings = () => lines.filter((line) => line.includes('Redis is unavailable')).length

  test('allow exactly the limit of 1,000 concurrent requests at both', async () => {
    const watched = await watchHits(redis.url, 'address:10.0.0.1')
    const statuses = await fire([first.app, second.app], 1_000, '10.0.0.1')
    const hits = await watched.end()
    expect(allowed(statuses)).toBe(hits.length)
    expectFullWindows(hits, LIMIT)
  })

  test('keep the same limit alone while it is unavailable, warn once, and return to it by themselves', async () => {
    expect([await metric(), warnings()]).toEqual(['0', 0])
    await redis.stop()
    const statuses = await fire([first.app], 60, '10.0.0.2')
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect(allowed(statuses)).toBeGreaterThanOrEqual(LIMIT)
    expect([await metric(), warnings()]).toEqual(['1', 1])
    await fire([first.app], 20, '10.0.0.3')
    expect(warnings()).toBe(1)
    await redis.start()
    await expect
      .poll(
        async () => {
          await fire([first.app], 1, '10.0.0.4')
          return metric()
        },
        { interval: 100 },
      )
      .toBe('0')
    expect([warnings(), lines.filter((line) => line.includes('Redis is back')).length]).toEqual([1, 1])
  })

  test('start without it as well', async () => {
    const env = { REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_ANONYMOUS: '2' }
    const { app } = await serveNothing({ env })
    expect((await fire([app], 1, '10.0.0.5'))[0]).toBe(404)
  })
})
