import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERIODS } from '../../src/metrics/leaderboards.ts'
import type { Store } from '../../src/migrations/open-store.ts'
import { type Ask, asker } from './support/ask.ts'
import { forgetfulReader, onceReader } from './support/forgetful-reader.ts'
import { newStore } from './support/published-store.ts'

const NUMBERS = 'pnl realizedPnl unrealizedPnl volume shareVolume roi winRate winRateInterval { low high }'
const PROFILE = `address username bio memberSince ${NUMBERS}
  ${PERIODS.map(({ name }) => `${name}: stats(period: ${name}) { ${NUMBERS} }`).join(' ')}
  pnlSeries { day pnl } ranks { leaderboard: leaderboardId rank } percentiles { percentile } coverage`
const BOARD = `query ($limit: Int!) { leaderboard(id: "pnl-30d") {
  entryCount entries(first: $limit) { nodes { rank username pnl trader { ${PROFILE} } } } } }`
const SEARCH = `query ($first: Int!) { traders(where: { query: "" }, first: $first) { edges { node { ${PROFILE} } } } }`

const POSITIONS = `query ($limit: Int!) { leaderboard(id: "volume-7d") { entries(first: $limit) { nodes { trader {
  pnl positions(first: 25) { nodes { id outcome shares value market { question slug } } } } } } } }`

let store: Store & { remove(): Promise<void> }
let ask: Ask

beforeAll(async () => {
  store = await newStore('crowd')
  const once = onceReader(store.db)
  ask = (...question) => asker(store.db, forgetfulReader(store.db, once))(...question)
})
afterAll(() => store.remove())

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = store.db.statementCount
  await work()
  return store.db.statementCount - before
}

describe('the number of statements of a request', () => {
  it('is the same for a leaderboard of 100 whole profiles as for one of 10, and at most 40', async () => {
    await ask(BOARD, { limit: 1 }) // the boards' orders go into memory, once a snapshot
    const few = await statementsOf(() => ask(BOARD, { limit: 10 }))
    const many = await statementsOf(() => ask(BOARD, { limit: 100 }))
    expect(many).toBe(few)
    expect(many).toBeLessThanOrEqual(40)
  })

  it('does not depend on the size of the boards, also with empty caches', async () => {
    const cold = (limit: number) =>
      statementsOf(() => asker(store.db, forgetfulReader(store.db))(BOARD, { limit }))
    expect(await cold(100)).toBe(await cold(10))
  })

  it('is the same for a whole leaderboard as for ten rows, with risk, bots and scores', async () => {
    const rows = `query ($id: String!, $limit: Int!, $where: TraderWhere) {
      leaderboard(id: $id) { entryCount
        entries(first: $limit, where: $where) { nodes { rank previousRank address value pnl sharpeRatio maxDrawdown maxDrawdownPct botProbability isBot } } } }`
    for (const id of ['pnl-30d', 'sharpe-90d', 'copyable-all']) {
      for (const where of [null, { isBot: false }]) {
        const asked = (limit: number) => statementsOf(() => ask(rows, { id, limit, where }, 'PRO'))
        await asked(1)
        const few = await asked(10)
        expect(await asked(1000)).toBe(few)
        expect(few).toBeLessThanOrEqual(40)
      }
    }
  })

  it('is the same for a page of 100 found traders as for one of 10', async () => {
    await ask(SEARCH, { first: 1 })
    const few = await statementsOf(() => ask(SEARCH, { first: 10 }))
    const many = await statementsOf(() => ask(SEARCH, { first: 100 }))
    expect(many).toBe(few)
    expect(many).toBeLessThanOrEqual(40)
  })

  it('is the same for 30 nodes as for 3', async () => {
    const rows = await store.db.all<{ address: string }>(
      'SELECT DISTINCT t.address FROM position_days d JOIN traders t ON t.id = d.trader_id LIMIT 30',
    )
    const ids = rows.map(({ address }) => address)
    expect(ids).toHaveLength(30)
    const nodes = (some: string[]) =>
      statementsOf(() =>
        ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Trader { pnl } } }', { ids: some }),
      )
    expect(await nodes(ids)).toBe(await nodes(ids.slice(0, 3)))
  })

  it('is the same for the analytics of 100 traders as for those of 8', async () => {
    const analytics = `query ($limit: Int!) { leaderboard(id: "pnl-all") { entries(first: $limit) { nodes { trader {
      botComponents { entropy } analytics(period: DAYS_30) { skill { edge edgeInterval { low } verdict } strategy { name }
        attribution { byCategory { name edgeOverBaseline } } bestMarkets { question pnl } } } } } } }`
    const asked = (limit: number) => statementsOf(() => ask(analytics, { limit }, 'PRO'))
    await asked(8)
    const few = await asked(8)
    expect(await asked(100)).toBe(few)
    expect(few).toBeLessThanOrEqual(40)
  })

  it('is the same for the positions of 25 traders as for those of 2, and zero with cached names', async () => {
    const asked = (limit: number) => statementsOf(() => ask(POSITIONS, { limit }, 'PRO'))
    await asked(1)
    const few = await asked(2)
    expect(await asked(25)).toBe(few)
    expect(few).toBeGreaterThan(0)
    const warm = asker(store.db, onceReader(store.db))
    const answer: { data: { leaderboard: { entries: { nodes: { trader: { positions: object } }[] } } } } =
      Object(await warm(POSITIONS, { limit: 25 }, 'PRO'))
    expect(answer.data.leaderboard.entries.nodes).toHaveLength(25)
    expect(await statementsOf(() => warm(POSITIONS, { limit: 25 }, 'PRO'))).toBe(0)
  })

  it('is zero for a leaderboard with cached names and numbers', async () => {
    const warm = asker(store.db, onceReader(store.db))
    const rows = '{ leaderboard(id: "pnl-30d") { entryCount entries { nodes { rank username pnl } } } }'
    await warm(rows)
    expect(await statementsOf(() => warm(rows))).toBe(0)
    expect(await statementsOf(() => ask(rows))).toBeGreaterThan(0)
  })

  it('is separate from other requests: each reads its own snapshot', async () => {
    const both = await statementsOf(() => Promise.all([ask(BOARD, { limit: 5 }), ask(BOARD, { limit: 5 })]))
    const one = await statementsOf(() => ask(BOARD, { limit: 5 }))
    expect(both).toBe(2 * one)
  })
})
