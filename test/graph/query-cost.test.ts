import { print } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { costBudget } from '../../src/graph/query-cost.ts'
import { PERIODS } from '../../src/metrics/periods.ts'
import { TraderDocument } from '../../src/rest/operations.generated.ts'
import { type Ask, asker } from './ask.ts'
import { plantWorld } from './planted-world.ts'
import { newStore, publish } from './published-store.ts'

const NUMBERS =
  'pnl realizedPnl unrealizedPnl usdVolume shareVolume totalBought fees income tradeCount roi winRate wins losses'
const PROFILE = `address username bio memberSince ${NUMBERS} winRateInterval { low high }
  ${PERIODS.map(({ name }) => `${name}: stats(period: ${name}) { ${NUMBERS} }`).join(' ')}
  pnlSeries { day pnl volume } ranks { leaderboard rank entryCount } percentiles { metric percentile }`
const BOARD = `query ($limit: Int) { leaderboard(id: "pnl-all", limit: $limit) { entries { rank trader { ${PROFILE} } } } }`

const world = plantWorld(150, { seed: 2 })
let ask: Ask
let remove: () => Promise<void>

beforeAll(async () => {
  const store = await newStore()
  remove = store.remove
  await publish(store.db, world)
  ask = asker(store.db)
})
afterAll(() => remove())

async function codeOf(
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  tier: Tier = 'ANONYMOUS',
) {
  const { errors } = await ask(query, variables, tier)
  return errors?.[0]?.extensions.code ?? 'OK'
}

describe("a query's cost", () => {
  it('leaves room for a leaderboard of whole profiles, of 100 rows for everybody and 1,000 for Pro', async () => {
    expect(await codeOf(BOARD, { limit: 100 })).toBe('OK')
    expect(await codeOf(BOARD, { limit: 1000 }, 'PRO')).toBe('OK')
  })

  it('leaves the same room for profiles as REST shows them, with their analytics', async () => {
    const fields = print(TraderDocument).match(/trader\(.*?\) (\{.*?\n {2}\})\n/s)?.[1]
    const fragments = print(TraderDocument).match(/\nfragment .*/s)?.[0]
    const board = `query ($limit: Int) { leaderboard(id: "pnl-all", limit: $limit) { entries { trader ${fields} } } } ${fragments}`
    expect(await codeOf(board, { limit: 100 }, 'FREE')).toBe('OK')
    expect(await codeOf(board, { limit: 1000 }, 'PRO')).toBe('OK')
  })

  it('counts the rows that a variable asks for, and only those that the caller can get', async () => {
    const several = (count: number) =>
      `query ($limit: Int) { ${Array.from({ length: count }, (_, i) => `b${i}: leaderboard(id: "pnl-all", limit: $limit) { entries { trader { ${PROFILE} } } }`).join(' ')} }`
    expect(await codeOf(several(2), { limit: 100 })).toBe('QUERY_TOO_COSTLY')
    expect(await codeOf(several(2), { limit: 10 })).toBe('OK')
    expect(await codeOf(several(1), { limit: 1000 })).toBe('OK')
    expect(await codeOf(several(2), { limit: 1000 }, 'PRO')).toBe('QUERY_TOO_COSTLY')
    expect(await codeOf(several(2), { limit: 100 }, 'PRO')).toBe('OK')
    expect(await codeOf(several(2), { limit: 100 })).toBe('QUERY_TOO_COSTLY')
  })

  it.each([
    ['lists within lists', `{ leaderboards { entries { trader { ${PROFILE} } } } }`],
    [
      'pages',
      `{ a: traders(first: 100) { edges { node { ${PROFILE} } } } b: traders(first: 100) { edges { node { ${PROFILE} } } } }`,
    ],
    [
      'fragments',
      `{ ...A } fragment A on Query { leaderboards { ...B } } fragment B on Leaderboard { entries { trader { ${PROFILE} } } }`,
    ],
  ])('is too much for %s', async (_what, query) => {
    const { data, errors } = await ask(query)
    expect(data ?? null).toBeNull()
    expect(errors?.[0]?.message).toMatch(
      /^The query could return about [\d,]+ values, and 200,000 are allowed: ask for fewer rows, fields or points\.$/,
    )
  })

  it('counts each of several ids', async () => {
    const nodes =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Leaderboard { entries { trader { pnlSeries { pnl } } } } } }'
    expect(await codeOf(nodes, { ids: ['pnl-7d'] })).toBe('OK')
    expect(await codeOf(nodes, { ids: Array.from({ length: 10 }, () => 'pnl-7d') })).toBe('QUERY_TOO_COSTLY')
  })

  it('is bounded by a budget that grows with the tier only', () => {
    expect(costBudget('FREE')).toBe(costBudget('ANONYMOUS'))
    expect(costBudget('PRO')).toBeGreaterThan(costBudget('FREE'))
  })
})
