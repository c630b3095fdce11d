import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERIODS } from '../../src/metrics/periods.ts'
import type { Store } from '../../src/store/store.ts'
import { type Ask, asker } from './ask.ts'
import { forgetfulReader, onceReader } from './forgetful-reader.ts'
import { plantWorld } from './planted-world.ts'
import { newStore, publish } from './published-store.ts'

const NUMBERS = 'pnl realizedPnl unrealizedPnl usdVolume shareVolume roi winRate winRateInterval { low high }'
const PROFILE = `address username bio memberSince ${NUMBERS}
  ${PERIODS.map(({ name }) => `${name}: stats(period: ${name}) { ${NUMBERS} }`).join(' ')}
  pnlSeries { day pnl } ranks { leaderboard rank } percentiles { percentile } coverage`
const BOARD = `query ($limit: Int!) { leaderboard(id: "pnl-30d") {
  entryCount entries(first: $limit) { nodes { rank username pnl trader { ${PROFILE} } } } } }`
const SEARCH = `query ($first: Int!) { traders(query: "", first: $first) { edges { node { ${PROFILE} } } } }`

let store: Store & { remove(): Promise<void> }
let ask: Ask

beforeAll(async () => {
  store = await newStore()
  await publish(store.db, plantWorld(400, { seed: 5 }))
  ask = asker(store.db, forgetfulReader(store.db))
})
afterAll(() => store.remove())

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = store.db.statementCount
  await work()
  return store.db.statementCount - before
}

describe('the statements of a request', () => {
  it('are as many for a leaderboard of 100 whole profiles as for one of 10, and at most 8', async () => {
    await ask(BOARD, { limit: 1 }) // the boards' orders go into memory, once a snapshot
    const few = await statementsOf(() => ask(BOARD, { limit: 10 }))
    const many = await statementsOf(() => ask(BOARD, { limit: 100 }))
    expect(many).toBe(few)
    expect(many).toBeLessThanOrEqual(8)
  })

  it('do not depend on what stands on the boards either when nothing is in memory', async () => {
    const cold = (limit: number) =>
      statementsOf(() => asker(store.db, forgetfulReader(store.db))(BOARD, { limit }))
    expect(await cold(100)).toBe(await cold(10))
  })

  it('are as many for the whole of a leaderboard as for ten rows, with risk, bots and scores', async () => {
    const rows = `query ($id: String!, $limit: Int!, $excludeBots: Boolean) {
      leaderboard(id: $id) { entryCount
        entries(first: $limit, excludeBots: $excludeBots) { nodes { rank previousRank address value pnl sharpeRatio maxDrawdown maxDrawdownPct botProbability isBot } } } }`
    for (const id of ['pnl-30d', 'sharpe-90d', 'copyable-all']) {
      for (const excludeBots of [false, true]) {
        const asked = (limit: number) => statementsOf(() => ask(rows, { id, limit, excludeBots }, 'PRO'))
        await asked(1)
        const few = await asked(10)
        expect(await asked(1000)).toBe(few)
        expect(few).toBeLessThanOrEqual(4)
      }
    }
  })

  it('are as many for a page of 100 found traders as for one of 10', async () => {
    await ask(SEARCH, { first: 1 })
    const few = await statementsOf(() => ask(SEARCH, { first: 10 }))
    const many = await statementsOf(() => ask(SEARCH, { first: 100 }))
    expect(many).toBe(few)
    expect(many).toBeLessThanOrEqual(8)
  })

  it('are as many for 30 nodes as for 3', async () => {
    const world = plantWorld(400, { seed: 5 })
    const ids = world.traders.slice(0, 30).map(({ address }) => address)
    const nodes = (some: string[]) =>
      statementsOf(() =>
        ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Trader { pnl } } }', { ids: some }),
      )
    expect(await nodes(ids)).toBe(await nodes(ids.slice(0, 3)))
  })

  it('are two fewer for a leaderboard whose names and numbers were read before', async () => {
    const warm = asker(store.db, onceReader(store.db))
    const rows = '{ leaderboard(id: "pnl-30d") { entryCount entries { nodes { rank username pnl } } } }'
    await warm(rows)
    await ask(rows)
    expect(await statementsOf(() => warm(rows))).toBe((await statementsOf(() => ask(rows))) - 2)
  })

  it('stay apart from other requests: each reads its own snapshot', async () => {
    const both = await statementsOf(() => Promise.all([ask(BOARD, { limit: 5 }), ask(BOARD, { limit: 5 })]))
    const one = await statementsOf(() => ask(BOARD, { limit: 5 }))
    expect(both).toBe(2 * one)
  })
})
