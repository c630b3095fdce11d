import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryFilter } from '../../../src/graph/leaderboards/entry-connection.ts'
import { LEADERBOARDS, type LeaderboardDefinition } from '../../../src/metrics/leaderboards.ts'
import { plantedAsk } from '../support/ask.ts'
import { isPlantedBot, isPlantedPartial, plantWorld } from '../support/planted-world.ts'

const ROWS = `query ($id: String!, $first: Int, $after: String, $excludeBots: Boolean, $minVolume: Float, $minTrades: Int, $coverage: CoverageFilter) {
  leaderboard(id: $id) { entryCount
  entries(first: $first, after: $after, excludeBots: $excludeBots, minVolume: $minVolume, minTrades: $minTrades, coverage: $coverage) {
    totalCount pageInfo { endCursor hasNextPage } nodes { rank address volume tradeCount } } } }`

const world = plantWorld(120, { seed: 5 })
const GATED = LEADERBOARDS.filter(({ tab }) => tab.access === 'SIGNED_IN')
const ask = plantedAsk(world)

/** The arguments of a list of rows. */
interface Filter {
  excludeBots: boolean
  /** Dollars. */
  minVolume: number
  minTrades: number
  coverage: 'WHOLE' | null
}

/** Returns the traders left on a board, best first, from the planted numbers alone. */
function left(board: LeaderboardDefinition, { excludeBots, minVolume, minTrades, coverage }: Filter) {
  return world.order(board).ids.flatMap((id) => {
    const trader = world.traders[id - 1]
    const numbers = trader?.stats[board.period.name]
    if (!trader || !numbers || (excludeBots && isPlantedBot(trader))) return []
    if (coverage === 'WHOLE' && isPlantedPartial(trader, board)) return []
    const { volume, fills } = numbers
    if (volume / 1e6 < minVolume || fills < minTrades) return []
    return [{ address: trader.address, volume: volume / 1e6, tradeCount: fills }]
  })
}

const volumes = world.traders.flatMap(({ stats }) => (stats.ALL ? [stats.ALL.volume / 1e6] : []))
const FILTER: fc.Arbitrary<Filter> = fc.record({
  excludeBots: fc.boolean(),
  minVolume: fc.oneof(
    fc.constant(0),
    fc.constantFrom(...volumes),
    fc.double({ min: 0, max: 3e6, noNaN: true }),
  ),
  minTrades: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 })),
  coverage: fc.constantFrom(null, 'WHOLE'),
})

interface Page {
  entries: {
    totalCount: number
    nodes: object[]
    pageInfo: { endCursor: string | null; hasNextPage: boolean }
  }
}

async function page(variables: Readonly<Record<string, unknown>>): Promise<Page> {
  const { data, errors } = await ask(ROWS, variables, 'PRO')
  expect(errors).toBeUndefined()
  return JSON.parse(JSON.stringify(data)).leaderboard
}

describe('filtered rows of a leaderboard', () => {
  it('are those that every filter keeps, ranked among themselves, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LEADERBOARDS), FILTER, async (board, filter) => {
        const rows = left(board, filter).map((row, i) => ({ rank: i + 1, ...row }))
        const whole = await page({ id: board.id, first: 1_000, ...filter })
        expect(whole).toMatchObject({
          entryCount: world.order(board).ids.length,
          entries: { totalCount: rows.length, nodes: rows },
        })
        const first = await page({ id: board.id, first: 7, ...filter })
        const { endCursor, hasNextPage } = first.entries.pageInfo
        expect(hasNextPage).toBe(rows.length > 7)
        if (endCursor === null) return
        const second = await page({ id: board.id, first: 7, after: endCursor, ...filter })
        expect(second.entries.nodes).toEqual(rows.slice(7, 14))
      }),
      { numRuns: 25 },
    )
  })

  it('continue only after a cursor of the same filters', async () => {
    const own = { excludeBots: false, minVolume: 1_000, minTrades: 2, coverage: 'WHOLE' }
    const { endCursor } = (await page({ id: 'pnl-all', first: 3, ...own })).entries.pageInfo
    for (const other of [
      { minVolume: 1_000.000001 },
      { minTrades: 3 },
      { coverage: null },
      { excludeBots: true },
    ]) {
      const { errors } = await ask(ROWS, { id: 'pnl-all', after: endCursor, ...own, ...other })
      expect(errors?.[0]?.message).toContain('The argument after belongs to another list')
    }
  })

  it('are dropped by amounts exact to the micro', () => {
    const micro = fc.integer({ min: 1, max: 2 ** 50 })
    fc.assert(
      fc.property(micro, (amount) => {
        expect(entryFilter({ minVolume: amount / 1e6 }).minVolume).toBe(amount)
      }),
    )
    expect(entryFilter({ minVolume: 0.0000001 }).minVolume).toBe(1)
    expect(entryFilter({ minVolume: 1.0000004 }).minVolume).toBe(1_000_001)
  })

  it.each([
    ['minVolume', -1],
    ['minVolume', 1e12 + 1],
    ['minTrades', -1],
    ['minTrades', 1_000_000_001],
  ])('are not filtered by %s %d', async (name, value) => {
    const { errors } = await ask(ROWS, { id: 'pnl-all', [name]: value })
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(`The argument ${name} must be`),
      extensions: { code: 'BAD_USER_INPUT', problems: [{ name }] },
    })
  })

  it.each(GATED.map(({ id }) => id))(
    'of %s cannot be told apart by filters if the caller does not see their traders',
    async (id) => {
      for (const filter of [{ minVolume: 0.000001 }, { minTrades: 1 }, { coverage: 'WHOLE' }]) {
        const [name] = Object.keys(filter)
        const { data, errors } = await ask(ROWS, { id, ...filter }, 'ANONYMOUS')
        expect(data?.leaderboard ?? null).toBeNull()
        expect(errors?.[0]).toMatchObject({
          message: expect.stringContaining(`The argument ${name} requires an account`),
          extensions: { code: 'UNAUTHENTICATED' },
        })
        expect((await ask(ROWS, { id, ...filter }, 'FREE')).errors).toBeUndefined()
      }
      const nothing = { minVolume: 0, minTrades: 0, coverage: null }
      expect(await ask(ROWS, { id, ...nothing }, 'ANONYMOUS')).toEqual(await ask(ROWS, { id }, 'ANONYMOUS'))
    },
  )
})
