import { describe, expect, it } from 'vitest'
import { LEADERBOARDS, PERIODS } from '../../../src/metrics/leaderboards.ts'
import { plantedAsk } from '../support/ask.ts'
import { metricName } from '../support/metric-name.ts'
import { type PlantedStats, type PlantedTrader, plantWorld } from '../support/planted-world.ts'

const NUMBERS = `pnl realizedPnl unrealizedPnl volume shareVolume totalBought fees income tradeCount marketCount
  roi winRate wins losses officialPnl pnlMethods { method value } sharpeRatio sortinoRatio profitFactor maxDrawdown
  maxDrawdownPct botProbability isBot`
const PROFILE = `query ($address: String!) { trader(address: $address) {
  address username profileImage xUsername verifiedBadge bio memberSince ${NUMBERS} winRateInterval { low high }
  ${PERIODS.map(({ name }) => `${name}: stats(period: ${name}) { period ${NUMBERS} }`).join(' ')}
  ranks { leaderboard: leaderboardId tab period rank entryCount } percentiles { metric period percentile eligible }
  coverage cutoff { block time } generatedAt } }`

const world = plantWorld(60, { seed: 3 })
const ask = plantedAsk(world, (db) =>
  db.run('INSERT INTO traders (id, address, infrastructure) VALUES (1001, ?, 0), (1002, ?, 1)', [
    `0x${'1'.repeat(40)}`,
    `0x${'2'.repeat(40)}`,
  ]),
)

function numbersOf(stats: PlantedStats) {
  const drawdown = Math.max(stats.drawdown_worst, stats.drawdown_peak - stats.pnl)
  return {
    officialPnl: stats.official / 1e6,
    pnlMethods: [
      { method: 'MARKED', value: stats.pnl / 1e6 },
      { method: 'OFFICIAL_SUBGRAPH', value: stats.official / 1e6 },
    ],
    sharpeRatio: stats.sharpe,
    sortinoRatio: stats.sortino,
    profitFactor: stats.profit_factor,
    maxDrawdown: drawdown / 1e6,
    maxDrawdownPct: stats.peak_capital === 0 ? null : drawdown / stats.peak_capital,
    botProbability: stats.bot_probability,
    isBot: (stats.bot_probability ?? 0) >= 0.7,
    pnl: stats.pnl / 1e6,
    realizedPnl: stats.realized / 1e6,
    unrealizedPnl: stats.unrealized / 1e6,
    volume: stats.volume / 1e6,
    shareVolume: stats.share_volume / 1e6,
    totalBought: stats.bought / 1e6,
    fees: stats.fees / 1e6,
    income: stats.income / 1e6,
    tradeCount: stats.fills,
    marketCount: stats.markets,
    roi: stats.roi,
    winRate: stats.win_rate,
    wins: stats.wins,
    losses: stats.losses,
  }
}

/** Every place of a trader, found by looking through the boards. */
function placesOf(trader: PlantedTrader) {
  return LEADERBOARDS.flatMap((board) => {
    const { ids } = world.order(board)
    const at = ids.indexOf(trader.id)
    return at < 0 ? [] : [{ board, rank: at + 1, entryCount: ids.length }]
  })
}

describe('a trader', () => {
  it('links a rank to its leaderboard, where the trader has that rank', async () => {
    const [{ address } = { address: '' }] = world.traders
    const query = `query ($address: String!) { trader(address: $address) { ranks { leaderboardId rank entryCount
      leaderboard { id tab period entryCount entries(first: 100) { nodes { rank address } } } } } }`
    for (const tier of ['ANONYMOUS', 'PRO'] as const) {
      const { data, errors } = await ask(query, { address }, tier)
      expect(errors).toBeUndefined()
      const { ranks } = Object(data?.trader) as {
        ranks: {
          leaderboardId: string
          rank: number
          entryCount: number
          leaderboard: {
            id: string
            entryCount: number
            entries: { nodes: { rank: number; address: string }[] }
          }
        }[]
      }
      expect(ranks.length).toBeGreaterThan(0)
      for (const { leaderboardId, rank, entryCount, leaderboard } of ranks) {
        expect(leaderboard).toMatchObject({ id: leaderboardId, entryCount })
        expect(leaderboard.entries.nodes[rank - 1]).toEqual({ rank, address })
      }
    }
  })

  it('has the numbers, periods and ranks of the snapshot', async () => {
    for (const trader of world.traders) {
      const all = trader.stats.ALL
      if (!all) throw new Error('Every planted trader has numbers over all time')
      const { data, errors } = await ask(PROFILE, { address: trader.address }, 'FREE')
      expect(errors).toBeUndefined()
      const places = placesOf(trader)
      expect(data?.trader).toMatchObject({
        address: trader.address,
        username: trader.username,
        profileImage: trader.profileImage,
        xUsername: trader.xUsername,
        verifiedBadge: trader.verified,
        bio: trader.bio,
        memberSince: new Date(all.first_time * 1000).toISOString().replace('.000Z', 'Z'),
        ...numbersOf(all),
        ...Object.fromEntries(
          PERIODS.map(({ name }) => {
            const stats = trader.stats[name]
            return [name, stats && { period: name, ...numbersOf(stats) }]
          }),
        ),
        ranks: places.map(({ board, rank, entryCount }) => ({
          leaderboard: board.id,
          tab: board.tab.name,
          period: board.period.name,
          rank,
          entryCount,
        })),
        percentiles: places.map(({ board, rank, entryCount }) => ({
          metric: metricName(board.tab.metric),
          period: board.period.name,
          percentile: (rank - 0.5) / entryCount,
          eligible: entryCount,
        })),
        coverage: all.untracked > 0 ? 'PARTIAL' : 'OK',
        cutoff: { block: 80_000_000, time: '2026-02-17T12:00:05Z' },
        generatedAt: '2026-02-17T12:01:05Z',
      })
    }
  })

  it('has an interval around its win rate exactly where it has a win rate', async () => {
    for (const { address, stats } of world.traders) {
      const { data } = await ask(PROFILE, { address })
      const rate = stats.ALL?.win_rate ?? null
      const interval = rate === null ? null : { low: expect.any(Number), high: expect.any(Number) }
      expect(data).toMatchObject({ trader: { winRate: rate, winRateInterval: interval } })
    }
  })

  it('is found by its address in any case', async () => {
    const address = world.traders[0]?.address ?? ''
    const result = await ask(PROFILE, { address: `0x${address.slice(2).toUpperCase()}` })
    expect(result.data?.trader).toMatchObject({ address })
  })

  it.each(['', 'ahab', '0x1', `0x${'g'.repeat(40)}`, `0x${'a'.repeat(41)}`])(
    'refuses %j as an address',
    async (address) => {
      const { data, errors } = await ask(PROFILE, { address })
      expect(data).toEqual({ trader: null })
      expect(errors?.[0]?.message).toBe(
        'The argument address must be 0x and 40 hex digits, in any case (^0[xX][0-9a-fA-F]{40}$).',
      )
      expect(errors?.[0]?.extensions).toEqual({
        code: 'BAD_USER_INPUT',
        problems: [
          {
            in: 'argument',
            name: 'address',
            message: 'must be 0x and 40 hex digits, in any case (^0[xX][0-9a-fA-F]{40}$)',
          },
        ],
      })
    },
  )

  it.each([
    ['is nowhere in the ledger', '9'],
    ['is known by name only', '1'],
    ['is infrastructure', '2'],
  ])('is not found where the address %s', async (_what, digit) => {
    const address = `0x${digit.repeat(40)}`
    const { data, errors } = await ask(PROFILE, { address })
    expect(data).toEqual({ trader: null })
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect(errors?.[0]?.message).toBe(
      `No trader has the address ${address}: the ledger, which ends on 2026-02-17, holds no event of it. Search by name or by the start of the address.`,
    )
  })
})

describe("a trader's series", () => {
  it('covers all time unless a period is given', async () => {
    const [trader] = world.traders
    const query = `query ($address: String!) { trader(address: $address) {
      pnlSeries { day pnl realizedPnl volume } all: pnlSeries(period: null) { day pnl realizedPnl volume } } }`
    const { data } = await ask(query, { address: trader?.address })
    const expected = trader?.series.map(([day, pnl, realized, volume]) => ({
      day: new Date(day * 86_400_000).toISOString().slice(0, 10),
      pnl: pnl / 1e6,
      realizedPnl: realized / 1e6,
      volume: volume / 1e6,
    }))
    expect(data).toEqual({ trader: { pnlSeries: expected, all: expected } })
  })

  it('counts a period from the close of the day before it', async () => {
    const trader = world.traders.find(({ series }) => series.some(([day]) => day > 20_501 - 30))
    const query = `query ($address: String!) { trader(address: $address) { pnlSeries(period: DAYS_30) { day pnl } } }`
    const { data } = await ask(query, { address: trader?.address })
    const before = trader?.series.filter(([day]) => day <= 20_471).at(-1)?.[1] ?? 0
    const within = trader?.series.filter(([day]) => day > 20_471) ?? []
    const points = within.map(([day, pnl]) => ({
      day: new Date(day * 86_400_000).toISOString().slice(0, 10),
      pnl: (pnl - before) / 1e6,
    }))
    expect(data).toEqual({ trader: { pnlSeries: points } })
  })
})
