import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { loadConfig } from '../../src/config/config.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { createApp } from '../../src/server/app.ts'
import { persistedOperations } from '../../src/server/graphql/persisted-operations.ts'
import { createServiceMetrics } from '../../src/server/metrics/service-metrics.ts'
import { closeServed, type Served, serveNothing, serveWorld } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

closeServed()

let served: Served
let callers: Record<Tier, Record<string, string>>
beforeAll(async () => {
  served = await serveWorld()
  callers = await tierCallers(served)
})

async function metricsOf({ app }: Served): Promise<Map<string, number>> {
  const { body } = await app.inject('/metrics')
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

const call = (name: string) =>
  served.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } },
    headers: { ...callers.FREE, accept: 'application/json, text/event-stream' },
  })

const ask = (payload: object, headers = {}) =>
  served.app.inject({ method: 'POST', url: '/graphql', payload, headers })

const idOf = (name: string) =>
  persistedOperations(ROUTES).find((operation) => operation.name === name)?.id ?? expect.unreachable()

describe('/metrics', () => {
  test('counts requests by operation, status and tier, on every path and beside them', async () => {
    await served.app.inject({ url: '/v1/leaderboard/pnl-7d', headers: callers.PRO })
    await served.app.inject({ url: '/v1/leaderboard/none-7d', headers: callers.FREE })
    await served.app.inject({ url: '/v1/leaderboard', headers: { 'x-api-key': 'wrong' } })
    await ask({ query: '{ service { name } }' })
    await ask({ query: 'query Leaderboards { leaderboards { id } }' }, callers.FREE)
    for (const id of [idOf('Leaderboards'), '0'.repeat(64)]) {
      const extensions = { persistedQuery: { version: 1, sha256Hash: id } }
      await ask({ extensions }, callers.PRO)
      const url = `/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`
      await served.app.inject({ url, headers: callers.PRO })
    }
    await served.app.inject({ url: '/graphql?extensions=nonsense', headers: callers.PRO })
    await call('listLeaderboards')
    await call('dropTables')
    await served.app.inject('/health/live')
    const found = await metricsOf(served)
    for (const [operation, status, tier, times = 1] of [
      ['getLeaderboard', 200, 'pro'],
      ['getLeaderboard', 404, 'free'],
      ['listLeaderboards', 401, 'none'],
      ['anonymous operation', 200, 'anonymous'],
      ['Leaderboards', 200, 'free'],
      ['Leaderboards', 200, 'pro', 2],
      ['anonymous operation', 200, 'pro', 2],
      ['anonymous operation', 400, 'pro'],
      ['/mcp listLeaderboards', 200, 'free'],
      ['/mcp', 200, 'free'],
      ['/health/live', 200, 'none'],
    ] as const)
      expect(
        found.get(`pequod_requests_total{operation="${operation}",status="${status}",tier="${tier}"}`),
        `${operation} ${status} ${tier}`,
      ).toBe(times)
    expect(found.get('pequod_request_duration_seconds_count{operation="getLeaderboard"}')).toBe(2)
  })

  test('makes no series of callers’ values', async () => {
    for (let n = 0; n < 20; n++) {
      await ask({ query: `query Mine${n} { service { name } }` })
      await ask({ query: '{ service { name } }', operationName: `Theirs${n}` })
      await served.app.inject(`/v1/nothing-${n}`)
      await served.app.inject(`/v1/trader/0x${String(n).padStart(40, '0')}`)
    }
    const found = [...(await metricsOf(served)).keys()].filter((name) =>
      name.startsWith('pequod_requests_total'),
    )
    const operations = new Set(found.map((name) => /operation="([^"]*)"/.exec(name)?.[1]))
    expect([...operations].filter((name) => /\d/.test(name ?? ''))).toEqual([])
    expect(operations).toContain('other operation')
    expect(operations).toContain('nothing')
    expect(operations.size).toBeLessThan(12)
  })

  test('reports snapshot age, store statements and process health', async () => {
    const found = await metricsOf(served)
    const { last } = (await served.store.db.get<{ last: number }>(
      'SELECT last_time AS last FROM ledger_state',
    )) ?? { last: 0 }
    const lag = Date.now() / 1_000 - last
    for (const name of ['pequod_ledger_lag_seconds', 'pequod_snapshot_lag_seconds'])
      expect(Math.abs((found.get(name) ?? 0) - lag), name).toBeLessThan(120)
    const made = await served.store.db.get<{ at: number }>('SELECT MAX(generated_at) AS at FROM snapshots')
    const age = Date.now() / 1_000 - (made?.at ?? 0)
    expect(Math.abs((found.get('pequod_snapshot_age_seconds') ?? 0) - age)).toBeLessThan(120)
    const statements = found.get('pequod_sql_statements_total') ?? 0
    expect(statements).toBeGreaterThan(0)
    expect((await metricsOf(served)).get('pequod_sql_statements_total')).toBeGreaterThan(statements)
    expect(found.has('nodejs_eventloop_lag_seconds')).toBe(true)
    expect(found.has('process_resident_memory_bytes')).toBe(true)
  })

  test('leaves out unavailable values, and answers nonetheless', async () => {
    const found = await metricsOf(await serveNothing())
    expect(found.has('pequod_snapshot_age_seconds')).toBe(false)
    expect(found.has('pequod_ledger_lag_seconds')).toBe(false)
    expect(found.get('pequod_rate_limiter_redis_away')).toBe(0)
  })
})

test('a closed service leaves nothing in memory that its metrics refer to', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const registryOfClosed = async () => {
    const metrics = createServiceMetrics()
    const config = loadConfig({ LOG_LEVEL: 'silent', DATABASE_URL: 'sqlite::memory:' })
    const app = await createApp({ db: served.store.db, config, metrics })
    const { body } = await app.inject('/metrics')
    expect(body).toContain('nodejs_gc_duration_seconds')
    await app.close()
    return new WeakRef(metrics.registry)
  }
  const closed = [await registryOfClosed(), await registryOfClosed()]
  await expect
    .poll(
      async () => {
        await setImmediate()
        collectGarbage()
        return closed.map((registry) => registry.deref() !== undefined)
      },
      { timeout: 10_000 },
    )
    .toEqual([false, false])
})
