import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisServer, redisTests, startRedis } from '../access/support/redis-server.ts'
import { expectFullWindows, watchHits } from '../access/support/watch-hits.ts'
import { runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { type RunningService, startService } from './support/running-service.ts'

const LIMIT = 15
describe.skipIf(!redisTests)('two processes that share a Redis and a store', () => {
  let redis: RedisServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let services: RunningService[] = []

  beforeAll(async () => {
    redis = await startRedis()
    folder = await temporaryFolder()
    const env = { REDIS_URL: redis.url, RATE_LIMIT_KEY: String(LIMIT), LOG_LEVEL: 'warn' }
    const options = { cwd: folder.path, env }
    services = [await startService([], options), await startService([], options)]
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end()))
    await redis?.close()
    await folder?.remove()
  })

  it('allow exactly the limit in each window of 1,000 concurrent requests with one key', async () => {
    const cwd = folder.path
    await runPequod(['accounts', 'create', 'ahab', '--tier', 'pro'], { cwd })
    const made = await runPequod(['keys', 'create', '--account', 'ahab', '--name', 'harpoon', '--json'], {
      cwd,
    })
    const { key, id } = JSON.parse(made.stdout) as { key: string; id: number }
    const watched = await watchHits(redis.url, `key:${id}`)
    const statuses = await Promise.all(
      Array.from({ length: 1_000 }, async (_, n) => {
        const response = await fetch(`${services[n % 2]?.url}/v1/leaderboard`, {
          headers: { 'x-api-key': key },
        })
        await response.arrayBuffer()
        return response.status
      }),
    )
    const hits = await watched.end()
    // The store is empty, so an admitted request gets the error that nothing has been computed yet.
    expect(Map.groupBy(statuses, (status) => status).get(503)).toHaveLength(hits.length)
    expect(new Set(statuses)).toEqual(new Set([503, 429]))
    expectFullWindows(hits, LIMIT)
  })
})
