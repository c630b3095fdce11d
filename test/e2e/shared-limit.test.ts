import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisServer, redisTests, startRedis } from '../access/redis-server.ts'
import { runPequod, temporaryFolder } from '../cli/run-pequod.ts'
import { type RunningService, startService } from './running-service.ts'

const LIMIT = 15
const WINDOW_MICROS = 1_000_000

/**
 * What Redis is asked to write into a list from now on; `end` answers once it holds everything that was asked before.
 * However slow the machine is, the server's own times tell which hits fell into one window.
 */
async function watchPushes(url: string) {
  const client = new Redis(url)
  const monitor = await client.monitor()
  const pushed: string[][] = []
  const ended = new Promise<void>((resolve) => {
    monitor.on('monitor', (_time: string, args: string[]) => {
      if (args[0] === 'RPUSH') pushed.push(args)
      if (args[0]?.toUpperCase() === 'ECHO') resolve()
    })
  })
  return async () => {
    await client.echo('the end')
    await ended
    monitor.disconnect()
    client.disconnect()
    return pushed
  }
}

describe.skipIf(!redisTests)('two processes that share a Redis and a store', () => {
  let redis: RedisServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let services: RunningService[] = []

  beforeAll(async () => {
    redis = await startRedis()
    folder = await temporaryFolder()
    const env = { REDIS_URL: redis.url, RATE_LIMIT_KEY: String(LIMIT), LOG_LEVEL: 'warn' }
    // Nobody is refused for having waited, however slow the machine is: that would be a 503 too.
    const options = { cwd: folder.path, env: { ...env, SHED_AFTER_MS: '60000' } }
    services = [await startService([], options), await startService([], options)]
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end()))
    await redis?.close()
    await folder?.remove()
  })

  it('let exactly the limit through in each window of 1,000 concurrent requests with one key', async () => {
    const cwd = folder.path
    await runPequod(['accounts', 'create', 'ahab', '--tier', 'pro'], { cwd })
    const made = await runPequod(['keys', 'create', '--account', 'ahab', '--name', 'harpoon', '--json'], {
      cwd,
    })
    const { key, id } = JSON.parse(made.stdout) as { key: string; id: number }
    const end = await watchPushes(redis.url)
    const statuses = await Promise.all(
      Array.from({ length: 1_000 }, async (_, n) => {
        const response = await fetch(`${services[n % 2]?.url}/v1/leaderboard`, {
          headers: { 'x-api-key': key },
        })
        await response.arrayBuffer()
        return response.status
      }),
    )
    const hits = (await end()).flatMap(([, list, time]) =>
      list === `pequod:hits:key:${id}` ? [Number(time)] : [],
    )
    // The store is empty, so whoever is let through hears that nothing has been computed yet.
    expect(Map.groupBy(statuses, (status) => status).get(503)).toHaveLength(hits.length)
    expect(new Set(statuses)).toEqual(new Set([503, 429]))
    expect(hits.length).toBeGreaterThanOrEqual(LIMIT)
    for (const [n, time] of hits.slice(LIMIT).entries())
      expect(time - (hits[n] ?? 0)).toBeGreaterThanOrEqual(WINDOW_MICROS)
  })
})
