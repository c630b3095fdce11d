import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readsMore } from '../../../src/graph/leaderboards/entry-connection.ts'
import { LEADERBOARDS, type LeaderboardDefinition } from '../../../src/metrics/leaderboards.ts'
import { plantedAsk } from '../support/ask.ts'
import { isPlantedBot, isPlantedPartial, plantWorld } from '../support/planted-world.ts'

const ROWS = `query ($id: String!, $first: Int, $after: String, $where: TraderWhere) {
  leaderboard(id: $id) { entryCount
  entries(first: $first, after: $after, where: $where) {
    totalCount pageInfo { endCursor hasNextPage } nodes { rank address volume tradeCount } } } }`

const world = plantWorld(120, { seed: 5 })
const GATED = LEADERBOARDS.filter(({ tab }) => tab.access === 'SIGNED_IN')
const ask = plantedAsk(world)

/** A condition on numbers that a board's columns have. */
interface Where {
  isBot: boolean | null
  volume: { min: number; max: number | null }
  tradeCount: { min: number }
  coverage: readonly ['OK'] | null
}

/** Returns the traders left on a board, best first, from the planted numbers alone. */
function left(board: LeaderboardDefinition, { where, isNot }: { where: Where; isNot: boolean }) {
  return world.order(board).ids.flatMap((id) => {
    const trader = world.traders[id - 1]
    const numbers = trader?.stats[board.period.name]
    if (!trader || !numbers) return []
    const { volume, fills } = numbers
    const isIn =
      (where.isBot === null || isPlantedBot(trader) === where.isBot) &&
      !(where.coverage && isPlantedPartial(trader, board)) &&
      volume / 1e6 >= where.volume.min &&
      volume / 1e6 <= (where.volume.max ?? Number.POSITIVE_INFINITY) &&
      fills >= where.tradeCount.min
    return isIn === isNot ? [] : [{ address: trader.address, volume: volume / 1e6, tradeCount: fills }]
  })
}

const volumes = world.traders.flatMap(({ stats }) => (stats.ALL ? [stats.ALL.volume / 1e6] : []))
const AMOUNT = fc.oneof(
  fc.constant(0),
  fc.constantFrom(...volumes),
  fc.double({ min: 0, max: 3e6, noNaN: true }),
)
const WHERE: fc.Arbitrary<Where> = fc.record({
  isBot: fc.constantFrom(null, false, true),
  volume: fc.record({ min: AMOUNT, max: fc.option(AMOUNT) }),
  tradeCount: fc.record({ min: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 })) }),
  coverage: fc.constantFrom(null, ['OK'] as const),
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
      fc.asyncProperty(fc.constantFrom(...LEADERBOARDS), WHERE, fc.boolean(), async (board, own, isNot) => {
        const rows = left(board, { where: own, isNot }).map((row, i) => ({ rank: i + 1, ...row }))
        const where = isNot ? { not: own } : own
        const whole = await page({ id: board.id, first: 1_000, where })
        expect(whole).toMatchObject({
          entryCount: world.order(board).ids.length,
          entries: { totalCount: rows.length, nodes: rows },
        })
        const first = await page({ id: board.id, first: 7, where })
        const { endCursor, hasNextPage } = first.entries.pageInfo
        expect(hasNextPage).toBe(rows.length > 7)
        if (endCursor === null) return
        const second = await page({ id: board.id, first: 7, after: endCursor, where })
        expect(second.entries.nodes).toEqual(rows.slice(7, 14))
      }),
      { numRuns: 25 },
    )
  })

  it('continue only after a cursor of the same filters', async () => {
    const own = { isBot: false, volume: { min: 1_000 }, tradeCount: { min: 2 } }
    const { endCursor } = (await page({ id: 'pnl-all', first: 3, where: own })).entries.pageInfo
    for (const other of [
      { volume: { min: 1_000.000001 } },
      { tradeCount: { min: 3 } },
      { coverage: ['OK'] },
      { isBot: null },
    ]) {
      const { errors } = await ask(ROWS, { id: 'pnl-all', after: endCursor, where: { ...own, ...other } })
      expect(errors?.[0]?.message).toContain('The argument after belongs to another list')
    }
  })

  it('are none under the opposite of no condition', async () => {
    await page({ id: 'pnl-all', first: 3, where: {} })
    expect((await page({ id: 'pnl-all', first: 3, where: { not: {} } })).entries.totalCount).toBe(0)
  })

  it('go on after a cursor of the same condition in other words', async () => {
    const { endCursor } = (await page({ id: 'pnl-all', first: 3, where: { isBot: false, pnl: { min: 0 } } }))
      .entries.pageInfo
    const again = { after: endCursor, where: { pnl: { min: 0, max: null }, isBot: false, volume: {} } }
    expect((await page({ id: 'pnl-all', first: 3, ...again })).entries.nodes).toMatchObject([
      { rank: 4 },
      {},
      {},
    ])
  })

  it.each(GATED.map(({ id }) => id))(
    'of %s cannot be told apart by filters if the caller does not see their traders',
    async (id) => {
      for (const where of [{ volume: { min: 0 } }, { isBot: false }, { coverage: ['OK'] }]) {
        const { data, errors } = await ask(ROWS, { id, where }, 'ANONYMOUS')
        expect(data?.leaderboard ?? null).toBeNull()
        expect(errors?.[0]).toMatchObject({
          message: expect.stringContaining('The argument where requires an account'),
          extensions: { code: 'UNAUTHENTICATED' },
        })
        expect((await ask(ROWS, { id, where }, 'FREE')).errors).toBeUndefined()
      }
      expect(await ask(ROWS, { id, where: null }, 'ANONYMOUS')).toEqual(await ask(ROWS, { id }, 'ANONYMOUS'))
    },
  )

  it.each([
    [null, false],
    [{ volume: { min: 1 }, winRate: {}, query: '' }, false],
    [{ any: [{ isBot: false }, { not: { roi: { min: 0 }, coverage: ['OK'] } }] }, false],
    [{ winRate: { min: 0.5 } }, true],
    [{ all: [{ not: { verdict: ['SKILLED'] } }] }, true],
    [{ query: 'a' }, true],
    [{ holds: { market: '0x' } }, true],
  ])('by %o read more than the numbers that order them: %s', (where, isMore) => {
    expect(readsMore(where)).toBe(isMore)
  })
})
