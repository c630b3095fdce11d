import { describe, expect, it } from 'vitest'
import type { Tier } from '../../../src/access/tier.ts'
import { PequodError } from '../../../src/errors.ts'
import { LEADERBOARDS, type LeaderboardDefinition, TABS } from '../../../src/metrics/leaderboards.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { asker, callerOf, plantedAsk } from '../support/ask.ts'
import { metricName } from '../support/metric-name.ts'
import { isPlantedBot, isPlantedPartial, plantWorld, worth } from '../support/planted-world.ts'
import { newStore, publish, readerOf } from '../support/published-store.ts'

const BOARD = `query ($id: String!, $limit: Int, $where: TraderWhere) {
  leaderboard(id: $id) {
  id tab period title description metric access entryCount defaultLimit maxLimit generatedAt cutoff { block time }
  entries(first: $limit, where: $where) { nodes { rank previousRank address username profileImage xUsername verifiedBadge value pnl realizedPnl volume
    roi winRate tradeCount marketCount sharpeRatio sortinoRatio
    profitFactor maxDrawdown maxDrawdownPct botProbability isBot coverage trader { address } }
    totalCount truncated truncatedReason } } }`

const world = plantWorld(240)
let db: Database
const ask = plantedAsk(world, (own) => {
  db = own
})

/** A board as it must be shown, from the planted numbers alone. */
function expectedBoard(board: LeaderboardDefinition, limit: number) {
  const { ids, previous } = world.order(board)
  return {
    id: board.id,
    tab: board.tab.name,
    period: board.period.name,
    title: board.title,
    description: board.description,
    metric: metricName(board.tab.metric),
    access: board.tab.access,
    entryCount: ids.length,
    defaultLimit: 100,
    maxLimit: 1000,
    generatedAt: '2026-02-17T12:01:05Z',
    cutoff: { block: 80_000_000, time: '2026-02-17T12:00:05Z' },
    entries: {
      nodes: ids.slice(0, limit).map((id, i) => expectedEntry(board, id, i + 1, previous?.[i] ?? 0)),
      totalCount: ids.length,
      truncated: false,
      truncatedReason: null,
    },
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
    address,
    username,
    profileImage,
    xUsername,
    verifiedBadge,
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
    coverage: isPlantedPartial(trader, board) ? 'PARTIAL' : 'OK',
    trader: { address },
  }
}

type Others = { isBot?: false; coverage?: readonly ['OK'] }

async function expectOthers(id: string, board: LeaderboardDefinition, filter: Others): Promise<void> {
  const { ids, previous, before } = world.order(board)
  const isLeft = (trader: number) => {
    const planted = world.traders[trader - 1]
    if (!planted?.stats[board.period.name] || (filter.isBot === false && isPlantedBot(planted))) return false
    return !(filter.coverage && isPlantedPartial(planted, board))
  }
  const leftBefore = previous === null ? [] : before.filter(isLeft)
  const people = ids.filter(isLeft).map((trader) => ({ trader, before: leftBefore.indexOf(trader) + 1 }))
  for (const limit of [1, 13, 1_000]) {
    const { data, errors } = await ask(BOARD, { id, limit, where: filter }, 'PRO')
    expect(errors).toBeUndefined()
    expect(data?.leaderboard).toEqual({
      ...expectedBoard(board, 0),
      entries: {
        nodes: people
          .slice(0, limit)
          .map(({ trader, before }, i) => expectedEntry(board, trader, i + 1, before)),
        totalCount: people.length,
        truncated: false,
        truncatedReason: null,
      },
    })
  }
  expect(people.length).toBeLessThan(ids.length)
  const nobody = { id, limit: 13, where: {} }
  expect(await ask(BOARD, nobody, 'FREE')).toEqual(await ask(BOARD, { id, limit: 13 }, 'FREE'))
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
    'shows %s without bots, without partial ledgers or without both, as if the others were not there, today or the day before',
    async (id, board) => {
      for (const filter of [
        { isBot: false },
        { coverage: ['OK'] },
        { isBot: false, coverage: ['OK'] },
      ] as const)
        await expectOthers(id, board, filter)
      const people = { id, limit: 7, where: { isBot: false } }
      expect(await ask(BOARD, { ...people, where: { isBot: false, coverage: null } }, 'PRO')).toEqual(
        await ask(BOARD, people, 'PRO'),
      )
    },
  )

  it('shows 100 rows when no limit is given, and when it is null', async () => {
    const query =
      '{ absent: leaderboard(id: "pnl-7d") { entries { nodes { rank } } } nothing: leaderboard(id: "pnl-7d") { entries(first: null) { nodes { rank } } } }'
    const { data } = await ask(query)
    const ranks = Array.from({ length: 100 }, (_, i) => ({ rank: i + 1 }))
    expect(data).toEqual({ absent: { entries: { nodes: ranks } }, nothing: { entries: { nodes: ranks } } })
  })

  it.each([
    ['PRO', 240, 240, false],
    ['FREE', 240, 100, true],
    ['ANONYMOUS', 101, 100, true],
    ['ANONYMOUS', 100, 100, true],
    ['ANONYMOUS', 99, 99, false],
    ['PRO', 1000, 240, false],
  ] as const)('gives %s asking for %i rows %i of them', async (tier, limit, rows, truncated) => {
    const query =
      'query ($limit: Int) { leaderboard(id: "pnl-all") { entries(first: $limit) { nodes { rank } truncated truncatedReason } } }'
    const { data } = await ask(query, { limit }, tier)
    expect(data).toMatchObject({ leaderboard: { entries: { truncated } } })
    expect(data?.leaderboard).toHaveProperty('entries.nodes.length', rows)
    expect(data?.leaderboard).toHaveProperty(
      'entries.truncatedReason',
      truncated ? expect.stringContaining('Pro') : null,
    )
  })

  it('withholds no row of a short board from a caller without Pro', async () => {
    const store = await newStore()
    await publish(store.db, plantWorld(3))
    const result = await asker(store.db)(
      '{ leaderboard(id: "pnl-all") { entryCount entries(first: 500) { totalCount truncated } } }',
    )
    expect(result).toEqual({
      data: { leaderboard: { entryCount: 3, entries: { totalCount: 3, truncated: false } } },
    })
    await store.remove()
  })

  it.each([0, -1, 1001])('refuses a limit of %i, naming the range', async (limit) => {
    const { errors } = await ask(BOARD, { id: 'pnl-7d', limit })
    expect(errors?.[0]).toMatchObject({
      message: 'The argument first must be a whole number from 1 to 1,000.',
      extensions: {
        code: 'BAD_USER_INPUT',
        problems: [{ in: 'argument', name: 'first', message: 'must be a whole number from 1 to 1,000' }],
      },
    })
  })

  it('names tabs and periods for an unknown id', async () => {
    const { errors } = await ask(BOARD, { id: 'luck-7d' })
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect(errors?.[0]?.message).toBe(
      'No leaderboard has the id "luck-7d": an id is {tab}-{period} with a tab of pnl, volume, roi, sharpe, consistent, copyable, prescience and a period of 7d, 30d, 90d, all.',
    )
  })

  it('names the periods of a tab for one that it does not have', async () => {
    for (const { wire, periods } of TABS) {
      const { errors } = await ask(BOARD, { id: `${wire}-1y` })
      expect(errors?.[0]?.message).toBe(
        `No leaderboard has the id "${wire}-1y": the tab ${wire} has the periods ${periods.join(', ')}.`,
      )
    }
  })

  it('repeats no more of a long unknown id than needed', async () => {
    for (const [length, code] of [
      [50, 'NOT_FOUND'],
      [10_000, 'BAD_USER_INPUT'],
    ] as const) {
      const { errors } = await ask(BOARD, { id: `<script>${'x'.repeat(length)}` })
      expect(errors?.[0]?.extensions.code).toBe(code)
      expect(errors?.[0]?.message.length).toBeLessThan(300)
    }
  })
})

describe("a leaderboard's pages", () => {
  const PAGE = `query ($first: Int, $after: String, $isBot: Boolean) { leaderboard(id: "pnl-all") {
    entries(first: $first, after: $after, where: { isBot: $isBot }) { nodes { rank address } edges { cursor node { rank } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount truncated } } }`
  const pageOf = async (variables: Readonly<Record<string, unknown>>, tier: Tier) => {
    const { data, errors } = await ask(PAGE, variables, tier)
    expect(errors).toBeUndefined()
    return JSON.parse(JSON.stringify(data)).leaderboard.entries
  }

  it.each([
    ['PRO', 37, null],
    ['PRO', 1, false],
    ['FREE', 7, false],
    ['ANONYMOUS', 33, null],
  ] as const)('lead %s by %i rows to the last that it is shown', async (tier, first, isBot) => {
    const whole = await pageOf({ first: tier === 'PRO' ? 1000 : 100, isBot }, tier)
    const rows = []
    for (let after: string | null = null; ; ) {
      const page = await pageOf({ first, after, isBot }, tier)
      expect(page.edges).toEqual(
        page.nodes.map(({ rank }: { rank: number }) => ({ node: { rank }, cursor: expect.any(String) })),
      )
      expect(page.pageInfo).toMatchObject({
        hasPreviousPage: after !== null,
        startCursor: page.edges[0].cursor,
        endCursor: page.edges.at(-1).cursor,
      })
      expect(page.totalCount).toBe(whole.totalCount)
      rows.push(...page.nodes)
      if (!page.pageInfo.hasNextPage) break
      after = page.pageInfo.endCursor
    }
    expect(rows).toEqual(whole.nodes)
    expect(rows).toHaveLength(tier === 'PRO' ? whole.totalCount : 100)
  })

  it('end at row 100 without Pro, and say that more was withheld', async () => {
    const { endCursor } = (await pageOf({ first: 80 }, 'FREE')).pageInfo
    const last = await pageOf({ first: 30, after: endCursor }, 'FREE')
    expect([last.nodes.length, last.truncated, last.pageInfo.hasNextPage]).toEqual([20, true, false])
    const beyond = await pageOf({ first: 30, after: last.pageInfo.endCursor }, 'FREE')
    expect([beyond.nodes, beyond.truncated, beyond.pageInfo.endCursor]).toEqual([[], true, null])
    const pro = await pageOf({ first: 30, after: last.pageInfo.endCursor }, 'PRO')
    expect([pro.nodes[0].rank, pro.truncated]).toEqual([101, false])
  })

  it('continue only after a cursor of the same rows', async () => {
    const { endCursor } = (await pageOf({ first: 5 }, 'FREE')).pageInfo
    const other = await ask(PAGE, { after: endCursor, isBot: false })
    expect(other.errors?.[0]?.message).toContain('The argument after belongs to another list')
    for (const after of ['x', `${endCursor}=`, Buffer.from('0 pnl-all').toString('base64url')]) {
      const { errors } = await ask(PAGE, { after })
      expect(errors?.[0]).toMatchObject({
        message: expect.stringContaining('The argument after is not a cursor'),
        extensions: { code: 'BAD_USER_INPUT', problems: [{ name: 'after' }] },
      })
    }
  })
})

describe('the list of leaderboards', () => {
  it('has every leaderboard, with its size', async () => {
    const { data } = await ask('{ leaderboards { id entryCount } }')
    expect(data).toEqual({
      leaderboards: LEADERBOARDS.map((board) => ({
        id: board.id,
        entryCount: world.order(board).ids.length,
      })),
    })
  })
})

// The queue of days is fair between the callers named here, as the limiter counts them.
it('a day that must be computed is queued in the name of its caller', async () => {
  const asked: unknown[] = []
  const reader = readerOf(db, {
    async computeAsOf(day, caller) {
      asked.push(caller)
      throw new PequodError('SERVICE_UNAVAILABLE', `Not day ${day}.`)
    },
  })
  for (const limiterKey of ['address:192.0.2.7', 'key:12'])
    await asker(db, reader)(
      '{ leaderboards(asOf: "2026-02-10") { id } }',
      {},
      { ...callerOf('FREE'), limiterKey },
    )
  expect(asked).toEqual(['address:192.0.2.7', 'key:12'])
})
