import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { MARKET_CATEGORIES } from '../../../src/ledger/market-category.ts'
import type { Address } from '../../../src/ledger/quantities.ts'
import { type Day, dayOf, dayText } from '../../../src/ledger/quantities.ts'
import { LEADERBOARDS, type LeaderboardDefinition } from '../../../src/metrics/leaderboards.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import type {
  Snapshot,
  SnapshotReader,
  StatsScope,
  TraderStats,
} from '../../../src/store/snapshot/snapshot-reader.ts'
import { closeServed, type Served, serveWorld } from '../../server/support/served-world.ts'
import { tierCallers } from '../../server/support/tier-callers.ts'

const SLICED = LEADERBOARDS.filter(({ tab }) => tab.isSliced)
const ROWS = `query ($id: String!, $window: DayWindow, $category: MarketCategory, $where: TraderWhere) {
  leaderboard(id: $id, window: $window, category: $category) { entryCount
  entries(first: 1000, where: $where) { totalCount
  nodes { rank address value pnl volume tradeCount roi winRate isBot } } } }`

closeServed()
let served: Served
let headers: Record<string, string>
let reader: SnapshotReader
let firstDay: Day
let lastDay: Day
let traders: { id: number; address: Address }[]

beforeAll(async () => {
  served = await serveWorld()
  headers = (await tierCallers(served)).PRO
  reader = createReader(served.store.db)
  const head = await reader.current()
  if (head === null) throw new Error('nothing is published')
  firstDay = head.firstDay
  lastDay = dayOf(head.cutoff.time)
  traders = await served.store.db.all('SELECT id, address FROM traders WHERE infrastructure = 0', [])
})

/** A condition on numbers that boards have, and on one that they have not: the win rate. */
interface Where {
  isBot: boolean | null
  volume: { min: number }
  tradeCount: { min: number }
  coverage: readonly ['OK'] | null
  winRate: { min: number } | null
}

interface Asked {
  board: LeaderboardDefinition
  window: { from: Day; to: Day } | null
  category: (typeof MARKET_CATEGORIES)[number] | null
  where: Where
}

/** A board from the numbers of one trader after the other. */
async function slowBoard(asked: Asked, snapshot: Snapshot) {
  const { board, window, category, where } = asked
  const scope: StatsScope = { window: window ?? board.period, category }
  const stats = await reader.stats(
    snapshot,
    scope,
    traders.map(({ id }) => id),
  )
  const { traders: gaps } = await reader.gaps(snapshot)
  const standing = traders
    .flatMap(({ id, address }) => {
      const numbers = stats.get(id)
      const value = numbers ? orderedBy(board, numbers) : null
      return numbers && value !== null ? [{ address, value, numbers }] : []
    })
    .sort(
      (a, b) => b.value - a.value || b.numbers.volume - a.numbers.volume || (a.address < b.address ? -1 : 1),
    )
  const left = standing.filter(
    ({ numbers }) =>
      (where.isBot === null || numbers.isBot === where.isBot) &&
      !(where.coverage && (numbers.untracked > 0 || gaps.has(numbers.trader))) &&
      (where.winRate === null || (numbers.winRate !== null && numbers.winRate >= where.winRate.min)) &&
      numbers.volume / 1e6 >= where.volume.min &&
      numbers.fills >= where.tradeCount.min,
  )
  return { entryCount: standing.length, left }
}

function orderedBy({ tab }: LeaderboardDefinition, { fills, volume, pnl, roi }: TraderStats): number | null {
  const others = { decidedUnits: 0, sharpeRatio: null, consistent: null, copyable: null, prescience: null }
  return tab.value({ fills, volume, pnl, roi, ...others, highConviction: null })
}

const back = fc.nat({ max: 13 })
const ASKED = fc.record({
  board: fc.constantFrom(...SLICED),
  ends: fc.option(fc.tuple(back, back), { freq: 3 }),
  category: fc.option(fc.constantFrom(...MARKET_CATEGORIES)),
  where: fc.record({
    isBot: fc.constantFrom(null, false, true),
    volume: fc.constantFrom(0, 0, 1, 250.5, 5_000).map((min) => ({ min })),
    tradeCount: fc.constantFrom(0, 0, 2, 9).map((min) => ({ min })),
    coverage: fc.constantFrom(null, ['OK'] as const),
    winRate: fc.option(
      fc.constantFrom(0, 0.5, 0.9).map((min) => ({ min })),
      { freq: 3 },
    ),
  }),
})

describe('a leaderboard of any days, of a category and with any filter', () => {
  test('has the rows and order that each trader’s numbers give, in GraphQL and REST', async () => {
    let rows = 0
    await fc.assert(
      fc.asyncProperty(ASKED, async ({ ends, ...given }) => {
        const days = ends?.map((one) => Math.max(firstDay, lastDay - one)).sort((a, b) => a - b)
        const [from = 0, to = 0] = days ?? []
        const asked: Asked = { ...given, window: days ? { from, to } : null }
        const words = asked.window && { from: dayText(from), to: dayText(to) }
        const { board, category, where } = asked
        const variables = {
          id: board.id,
          window: words,
          category: category?.toUpperCase() ?? null,
          where,
        }
        const payload = { query: ROWS, variables }
        const answer = await served.app.inject({ method: 'POST', url: '/graphql', headers, payload })
        const { data, errors } = answer.json()
        expect(errors).toBeUndefined()
        const snapshot = asked.window ? await reader.asOf(to) : await reader.current()
        if (snapshot === null) throw new Error('nothing is published')
        const { entryCount, left } = await slowBoard(asked, snapshot)
        const { entries, ...shown } = data.leaderboard
        expect(shown).toEqual({ entryCount })
        expect(entries.totalCount).toBe(left.length)
        const money = board.tab.metric === 'roi' ? 1 : 1e6
        expect(entries.nodes).toEqual(
          left.slice(0, 1_000).map(({ address, value, numbers }, i) => ({
            rank: i + 1,
            address,
            value: value / money,
            pnl: numbers.pnl / 1e6,
            volume: numbers.volume / 1e6,
            tradeCount: numbers.fills,
            roi: numbers.roi,
            winRate: numbers.winRate,
            isBot: numbers.isBot,
          })),
        )
        const parameters = { ...words, category, where: JSON.stringify(where), limit: '1000' }
        const texts = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined)
        const url = `/v1/leaderboard/${board.id}?${new URLSearchParams(texts.map(([name, value]) => [name, String(value)]))}`
        const body = (await served.app.inject({ url, headers })).json()
        expect(body).toMatchObject({ window: words, category, entries: entries.nodes })
        rows += left.length
      }),
      { numRuns: 8 },
    )
    expect(rows).toBeGreaterThan(0)
  })
})
