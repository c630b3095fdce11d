import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEADERBOARDS, type LeaderboardDefinition, TABS } from '../../src/metrics/leaderboards.ts'
import { type Ask, asker } from './ask.ts'
import { isPlantedBot, plantWorld, worth } from './planted-world.ts'
import { newStore, publish } from './published-store.ts'

const BOARD = `query ($id: String!, $limit: Int, $excludeBots: Boolean) {
  leaderboard(id: $id, limit: $limit, excludeBots: $excludeBots) {
  id tab period title description metric access entryCount defaultLimit maxLimit generatedAt cutoff { block time }
  entries { rank previousRank address username label profileImage xUsername verifiedBadge value pnl realizedPnl volume
    roi winRate tradeCount marketCount sharpeRatio sortinoRatio
    profitFactor maxDrawdown maxDrawdownPct botProbability isBot trader { address } }
  truncated truncatedReason } }`

const world = plantWorld(240)
let ask: Ask
let remove: () => Promise<void>

beforeAll(async () => {
  const store = await newStore()
  remove = store.remove
  await publish(store.db, world)
  ask = asker(store.db)
})
afterAll(() => remove())

/** A board as it must be shown, from the planted numbers alone. */
function expectedBoard(board: LeaderboardDefinition, limit: number) {
  const { ids, previous } = world.order(board)
  return {
    id: board.id,
    tab: board.tab.name,
    period: board.period.name,
    title: board.title,
    description: board.description,
    metric: board.tab.metric,
    access: board.tab.access,
    entryCount: ids.length,
    defaultLimit: 100,
    maxLimit: 1000,
    generatedAt: '2026-02-17T12:01:05Z',
    cutoff: { block: 80_000_000, time: '2026-02-17T12:00:05Z' },
    entries: ids.slice(0, limit).map((id, i) => expectedEntry(board, id, i + 1, previous?.[i] ?? 0)),
    truncated: false,
    truncatedReason: null,
  }
}

function expectedEntry(board: LeaderboardDefinition, id: number, rank: number, previous: number) {
  const { tab, period } = board
  const trader = world.traders[id - 1]
  const numbers = trader?.stats[period.name]
  if (!trader || !numbers) throw new Error(`No planted numbers for ${id}`)
  const { address, username, profileImage, xUsername, verified: verifiedBadge } = trader
  const pnl = numbers.pnl / 1e6
  const drawdown = Math.max(numbers.drawdown_worst, numbers.drawdown_peak - numbers.pnl)
  const amount = tab.metric === 'pnl' || tab.metric === 'volume'
  const value = worth(trader, board)
  return {
    rank,
    previousRank: previous === 0 ? null : previous,
    label: null,
    ...{ address, username, profileImage, xUsername, verifiedBadge },
    value: value !== null && amount ? value / 1e6 : value,
    pnl,
    realizedPnl: numbers.realized / 1e6,
    volume: numbers.volume / 1e6,
    roi: numbers.roi,
    winRate: numbers.win_rate,
    tradeCount: numbers.fills,
    marketCount: numbers.markets,
    sharpeRatio: numbers.sharpe,
    sortinoRatio: numbers.sortino,
    profitFactor: numbers.profit_factor,
    maxDrawdown: drawdown / 1e6,
    maxDrawdownPct: numbers.peak_capital === 0 ? null : drawdown / numbers.peak_capital,
    botProbability: numbers.bot_probability,
    isBot: isPlantedBot(trader),
    trader: { address },
  }
}

describe('a leaderboard', () => {
  it.each(LEADERBOARDS.map((board) => [board.id, board] as const))(
    'shows %s as the snapshot holds it',
    async (id, board) => {
      const limited = await ask(BOARD, { id, limit: 37 }, 'FREE')
      expect(limited).toEqual({ data: { leaderboard: expectedBoard(board, 37) } })
    },
  )

  it.each(LEADERBOARDS.map((board) => [board.id, board] as const))(
    'shows %s without bots, as if they were not there, today or the day before',
    async (id, board) => {
      const { ids, previous, previousBots } = world.order(board)
      const people = ids.flatMap((trader, i) => {
        const planted = world.traders[trader - 1]
        if (!planted || isPlantedBot(planted)) return []
        const before = previous?.[i] ?? 0
        const above = previousBots.filter((rank) => rank < before).length
        return [{ trader, before: previousBots.includes(before) ? 0 : before - above }]
      })
      for (const limit of [1, 13, 1_000]) {
        const { data, errors } = await ask(BOARD, { id, limit, excludeBots: true }, 'PRO')
        expect(errors).toBeUndefined()
        expect(data?.leaderboard).toEqual({
          ...expectedBoard(board, 0),
          entryCount: people.length,
          entries: people
            .slice(0, limit)
            .map(({ trader, before }, i) => expectedEntry(board, trader, i + 1, before)),
        })
      }
      expect(people.length).toBeLessThan(ids.length)
      const nobody = { id, limit: 13, excludeBots: null }
      expect(await ask(BOARD, nobody, 'FREE')).toEqual(await ask(BOARD, { id, limit: 13 }, 'FREE'))
    },
  )

  it('shows 100 rows when no limit is given, and when it is null', async () => {
    const query =
      '{ absent: leaderboard(id: "pnl-7d") { entries { rank } } nothing: leaderboard(id: "pnl-7d", limit: null) { entries { rank } } }'
    const { data } = await ask(query)
    const ranks = Array.from({ length: 100 }, (_, i) => ({ rank: i + 1 }))
    expect(data).toEqual({ absent: { entries: ranks }, nothing: { entries: ranks } })
  })

  it.each([
    ['PRO', 240, 240, false],
    ['FREE', 240, 100, true],
    ['ANONYMOUS', 101, 100, true],
    ['ANONYMOUS', 100, 100, false],
    ['PRO', 1000, 240, false],
  ] as const)('gives %s asking for %i rows %i of them', async (tier, limit, rows, truncated) => {
    const query =
      'query ($limit: Int) { leaderboard(id: "pnl-all", limit: $limit) { entries { rank } truncated truncatedReason } }'
    const { data } = await ask(query, { limit }, tier)
    expect(data).toMatchObject({ leaderboard: { truncated } })
    expect(data?.leaderboard).toHaveProperty('entries.length', rows)
    expect(data?.leaderboard).toHaveProperty(
      'truncatedReason',
      truncated ? expect.stringContaining('Pro') : null,
    )
  })

  it('withholds nothing from a caller without Pro where the board is short', async () => {
    const store = await newStore()
    await publish(store.db, plantWorld(3))
    const result = await asker(store.db)(
      '{ leaderboard(id: "pnl-all", limit: 500) { entryCount truncated } }',
    )
    expect(result).toEqual({ data: { leaderboard: { entryCount: 3, truncated: false } } })
    await store.remove()
  })

  it.each([0, -1, 1001])('refuses a limit of %i, naming what it takes', async (limit) => {
    const { errors } = await ask(BOARD, { id: 'pnl-7d', limit })
    expect(errors?.[0]).toMatchObject({
      message: 'The argument limit must be a whole number from 1 to 1000.',
      extensions: {
        code: 'BAD_USER_INPUT',
        problems: [{ in: 'argument', name: 'limit', message: 'must be a whole number from 1 to 1000' }],
      },
    })
  })

  it('names tabs and periods for an unknown id', async () => {
    const { errors } = await ask(BOARD, { id: 'luck-7d' })
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect(errors?.[0]?.message).toBe(
      'There is no leaderboard "luck-7d": an id is {tab}-{period} with a tab of pnl, volume, roi, sharpe, consistent, copyable, prescience and a period of 7d, 30d, 90d, all.',
    )
  })

  it('names the periods of a tab for one that it does not have', async () => {
    for (const { wire, periods } of TABS) {
      const { errors } = await ask(BOARD, { id: `${wire}-1y` })
      expect(errors?.[0]?.message).toBe(
        `There is no leaderboard "${wire}-1y": the tab ${wire} has the periods ${periods.join(', ')}.`,
      )
    }
  })

  it('repeats no more of a long id than is needed', async () => {
    const { errors } = await ask(BOARD, { id: `\n<script>${'x'.repeat(10_000)}` })
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect(errors?.[0]?.message.length).toBeLessThan(300)
    expect(errors?.[0]?.message).not.toContain('\n')
  })
})

describe('the list of leaderboards', () => {
  it('holds every one, with its size', async () => {
    const { data } = await ask('{ leaderboards { id entryCount } }')
    expect(data).toEqual({
      leaderboards: LEADERBOARDS.map((board) => ({
        id: board.id,
        entryCount: world.order(board).ids.length,
      })),
    })
  })
})
