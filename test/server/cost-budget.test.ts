import { describe, expect, test } from 'vitest'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import type { Tier } from '../../src/access/tier.ts'
import { pricesOf } from '../../src/execute/prices.ts'
import { costBudget, minuteBudget } from '../../src/graph/kit/cost/query-cost.ts'
import { schema } from '../../src/graph/schema.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { GRAPHQL_WAYS } from './support/graphql-ways.ts'
import { closeServed, serveWorld } from './support/served-world.ts'

closeServed()

describe.each(GRAPHQL_WAYS)('the cost budget of a minute, %s', (_name, newWay) => {
  const LIMIT = 1
  const budget = minuteBudget({ tier: 'ANONYMOUS', limit: LIMIT })
  // Four times the budget that comes back in a second, and less than one query may cost.
  const query = `{
    rateLimit { cost limit remaining resetAt }
    ${Array.from({ length: 3 }, (_, n) => `b${n}: leaderboard(id: "pnl-all") { entries(first: 100) { nodes { trader { pnlSeries { day pnl } } } } }`).join(' ')}
  }`

  test('is returned by `rateLimit` and the headers, refuses a query above it with 429, and refills', async () => {
    let now = 0
    const { hit, spend } = createMemoryLimiter({ clock: () => now })
    const way = newWay()
    const served = { ...way.served, parts: { ...way.served.parts, limiter: { hit, spend, close() {} } } }
    const world = await serveWorld({ ...served, env: { ...served.env, RATE_LIMIT_ANONYMOUS: String(LIMIT) } })
    const ask = () => {
      now += 1_000
      return world.app.inject({ method: 'POST', url: '/graphql', payload: { query } })
    }
    const first = await ask()
    const { rateLimit } = first.json().data
    expect(rateLimit).toMatchObject({ limit: budget, cost: first.json().extensions.cost.requested })
    expect(rateLimit.remaining).toBe(budget - rateLimit.cost)
    expect(first.headers['ratelimit-policy']).toBe(`"default";q=1;w=1, "cost";q=${budget};w=60`)
    expect(first.headers.ratelimit).toMatch(
      new RegExp(`^"default";r=0;t=1, "cost";r=${rateLimit.remaining};t=\\d+$`),
    )
    let refused = first
    for (let asked = 0; refused.statusCode !== 429 && asked < 90; asked++) refused = await ask()
    expect(refused.statusCode).toBe(429)
    const [{ message, extensions }] = refused.json().errors
    expect(extensions).toMatchObject({ code: 'RATE_LIMITED' })
    expect(message).toContain(`${budget.toLocaleString('en')} values per minute`)
    expect(refused.headers['retry-after']).toBe(String(extensions.retryAfter))
    now += extensions.retryAfter * 1_000
    expect((await ask()).statusCode).toBe(200)
    // REST is limited by requests alone.
    now += 1_000
    const rest = await world.app.inject('/v1/leaderboard/pnl-all')
    expect([rest.statusCode, rest.headers['ratelimit-policy']]).toEqual([200, '"default";q=1;w=1'])
  })
})

const GIVEN: Readonly<Record<string, unknown>> = {
  id: 'pnl-all',
  address: `0x${'1'.repeat(40)}`,
  category: 'SPORTS',
  minVolume: 1,
}
/** The most rows of a page; of markets the default, since each is priced at its most outcomes. */
const rowsOf = (path: string) => {
  if (path === '/v1/markets') return undefined
  return path === '/v1/leaderboard/{id}' ? 1_000 : 100
}

test.each(['ANONYMOUS', 'FREE', 'PRO'] as const)(
  'a caller of all that REST returns, at the limit of requests, never meets the cost budget: %s',
  (tier: Tier) => {
    const price = pricesOf(schema)
    for (const { path, operation, parameters } of ROUTES) {
      const rows = rowsOf(path)
      const limits = Object.fromEntries(
        Object.keys(parameters).map((name) => [name, /limit/i.test(name) ? rows : GIVEN[name]]),
      )
      for (const variables of [limits, { ...GIVEN, first: rows, limit: rows }]) {
        const cost = price({ document: operation, name: null }, variables, {
          caller: { tier, kind: 'anonymous', limiterKey: 'a', limit: 5, accountId: null } as never,
        })
        if (cost !== null) expect(cost.requested).toBeLessThanOrEqual(costBudget(tier) / 5)
      }
    }
  },
)
