import { execute, print } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { sealLastDay } from '../../bin/print/examples/plant-examples.ts'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import type { AccountTier } from '../../src/accounts/account-store.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { compileQuery } from '../../src/execute/compiled-queries.ts'
import { createRequestContext } from '../../src/graph/kit/context.ts'
import { createFieldLimiter } from '../../src/graph/kit/field-limit.ts'
import { schema } from '../../src/graph/schema.ts'
import { METRICS } from '../../src/metrics/registry.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refold } from '../../src/proofs/refold.ts'
import { verifyProof } from '../../src/proofs/verify-proof.ts'
import { requiredTier } from '../../src/rest/parameters/required-tier.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import type { SnapshotReader } from '../../src/store/snapshot/snapshot-reader.ts'
import { alertParts, callerOf } from '../graph/support/ask.ts'
import { metricName } from '../graph/support/metric-name.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

/** The ids of metrics by their names in GraphQL. */
const METRIC_IDS: ReadonlyMap<string, string> = new Map(METRICS.map(({ id }) => [metricName(id), id]))

interface Body {
  cutoff?: { block: number | null; time: string }
}

/** The known objects of this test's world. */
interface Known {
  trader: string
  /** A market that the members of top-pnl hold. */
  market: string
  event: string
}

/** For each route: paths, and the variables of the same question in GraphQL. */
const QUESTIONS: Record<string, (known: Known) => [path: string, variables: Record<string, unknown>][]> = {
  listLeaderboards: () => [['/v1/leaderboard', {}]],
  getLeaderboard: () => [
    ['/v1/leaderboard/pnl-30d', { id: 'pnl-30d' }],
    ['/v1/leaderboard/roi-all?limit=3', { id: 'roi-all', limit: 3 }],
    ['/v1/leaderboard/sharpe-all?isBot=false', { id: 'sharpe-all', where: { isBot: false } }],
    ['/v1/leaderboard/copyable-all?minPnl=-5', { id: 'copyable-all', where: { pnl: { min: -5 } } }],
    [
      '/v1/leaderboard/roi-30d?category=sports&minVolume=10.5&minTradeCount=2&coverage=ok',
      {
        id: 'roi-30d',
        category: 'SPORTS',
        where: { volume: { min: 10.5 }, tradeCount: { min: 2 }, coverage: ['OK'] },
      },
    ],
    ['/v1/leaderboard/volume-7d?limit=1000', { id: 'volume-7d', limit: 1000 }],
  ],
  searchTraders: () => [
    ['/v1/trader', {}],
    ['/v1/trader?query=0x1&limit=2', { query: '0x1', limit: 2 }],
    ['/v1/trader?query=no-such-name', { query: 'no-such-name' }],
  ],
  getTrader: ({ trader: address }) => [
    [`/v1/trader/${address}`, { address }],
    [`/v1/trader/${address.toUpperCase().replace('0X', '0x')}`, { address }],
  ],
  getTraderAnalytics: ({ trader: address }) => [
    [`/v1/trader/${address}/analytics`, { address }],
    [`/v1/trader/${address}/analytics?period=7d`, { address, period: 'DAYS_7' }],
  ],
  listTraderPositions: ({ trader: address }) => [
    [`/v1/trader/${address}/positions`, { address }],
    [`/v1/trader/${address}/positions?limit=3`, { address, limit: 3 }],
  ],
  listTraderTrades: ({ trader: address }) => [
    [`/v1/trader/${address}/trades`, { address }],
    [`/v1/trader/${address}/trades?limit=3`, { address, limit: 3 }],
  ],
  listTraderActivity: ({ trader: address }) => [
    [`/v1/trader/${address}/activity`, { address }],
    [`/v1/trader/${address}/activity?limit=3`, { address, limit: 3 }],
  ],
  listTraderLots: ({ trader: address }) => [
    [`/v1/trader/${address}/lots`, { address }],
    [
      `/v1/trader/${address}/lots?year=2026&method=hifo&limit=3`,
      { address, year: 2026, method: 'HIFO', limit: 3 },
    ],
  ],
  explainNumber: ({ trader, market }) => [
    [
      `/v1/explain/market/${market}/open-interest`,
      { subject: 'MARKET', id: market, metric: 'OPEN_INTEREST' },
    ],
    [`/v1/explain/trader/${trader}/pnl`, { subject: 'TRADER', id: trader, metric: 'PNL' }],
    [
      `/v1/explain/trader/${trader}/win-rate?period=30d&limit=3&step=wins`,
      { subject: 'TRADER', id: trader, metric: 'WIN_RATE', period: 'DAYS_30', limit: 3, step: 'wins' },
    ],
  ],
  proveTrader: ({ trader }) => [[`/v1/proof/${trader}`, { trader }]],
  screenTraders: ({ trader, market }) => [
    [
      '/v1/traders?minTradeCount=2&maxRoi=5&isBot=false&verdict=cannot_tell&order=roi:desc,volume&period=30d&limit=5',
      {
        where: { tradeCount: { min: 2 }, roi: { max: 5 }, isBot: false, verdict: ['CANNOT_TELL'] },
        orderBy: [{ by: 'ROI', direction: 'DESC' }, { by: 'VOLUME' }],
        period: 'DAYS_30',
        limit: 5,
      },
    ],
    [
      `/v1/traders?where=${encodeURIComponent('{"volume":{"min":1}}')}&minVolume=10&order=roi*0.4,pnl*0.6`,
      {
        where: { volume: { min: 1 }, all: [{ volume: { min: 10 } }] },
        orderBy: [
          { by: 'ROI', weight: 0.4 },
          { by: 'PNL', weight: 0.6 },
        ],
      },
    ],
    [
      `/v1/traders?holdsMarket=${market}&outcome=0&minHoldsValue=1&order=pnl`,
      { where: { holds: { market, outcome: 0, value: { min: 1 } } }, orderBy: [{ by: 'PNL' }] },
    ],
    [`/v1/traders?among=${trader},nobody`, { where: { among: [trader, 'nobody'] } }],
  ],
  compareTraders: ({ trader }) => [
    [`/v1/compare?traders=${trader}&period=7d`, { traders: [trader], period: 'DAYS_7' }],
  ],
  search: () => [
    ['/v1/search?query=will&limit=5', { query: 'will', limit: 5 }],
    ['/v1/search?query=profit', { query: 'profit' }],
  ],
  listPositions: ({ trader, market }) => [
    [
      `/v1/positions?trader=${trader}&status=open&minCost=1&knownAveragePrice=true&order=pnl&limit=3`,
      {
        where: {
          trader: [trader],
          status: 'OPEN',
          cost: { min: 1 },
          averagePrice: { known: true },
        },
        order: 'PNL',
        limit: 3,
      },
    ],
    [
      `/v1/positions?market=${market}&maxPnl=100.5&openedFrom=2026-01-02&openedTo=2027-01-02`,
      {
        where: {
          market: [market],
          pnl: { max: 100.5 },
          opened: { from: '2026-01-02', to: '2027-01-02' },
        },
      },
    ],
    [
      '/v1/positions?board=pnl-all&top=3&category=politics,sports&result=won',
      {
        where: {
          board: { id: 'pnl-all', top: 3 },
          category: ['POLITICS', 'SPORTS'],
          result: 'WON',
        },
      },
    ],
  ],
  listMarkets: () => [
    ['/v1/markets', {}],
    [
      '/v1/markets?status=open&order=newest&limit=3',
      { where: { status: ['OPEN'] }, orderBy: [{ by: 'NEWEST' }], limit: 3 },
    ],
  ],
  listTradeSigns: () => [
    ['/v1/trades/signs', {}],
    ['/v1/trades/signs?minUsd=2000&category=sports', { minUsd: 2_000, category: 'SPORTS' }],
  ],
  getMarket: ({ market: id }) => [[`/v1/market/${id}`, { id }]],
  listMarketHolders: ({ market: id }) => [
    [`/v1/market/${id}/holders`, { id }],
    [`/v1/market/${id}/holders?order=pnl&outcome=1&limit=3`, { id, order: 'PNL', outcome: 1, limit: 3 }],
  ],
  listMarketTraders: ({ market: id }) => [
    [`/v1/market/${id}/traders`, { id }],
    [`/v1/market/${id}/traders?order=LOSS&limit=3`, { id, order: 'LOSS', limit: 3 }],
  ],
  listMarketTrades: ({ market: id, trader }) => [
    [`/v1/market/${id}/trades`, { id }],
    [`/v1/market/${id}/trades?side=sell&trader=${trader}`, { id, side: 'SELL', trader }],
  ],
  listMarketPrices: ({ market: id }) => [
    [`/v1/market/${id}/prices`, { id }],
    [
      `/v1/market/${id}/prices?outcome=1&interval=5m&limit=3`,
      { id, outcome: 1, interval: 'MINUTES_5', limit: 3 },
    ],
  ],
  getMarketFlow: ({ market: id }) => [[`/v1/market/${id}/flow`, { id }]],
  getMarketMovers: ({ market: id }) => [
    [
      `/v1/market/${id}/movers?from=2026-01-14T00:00:00Z&to=2026-01-20T00:00:00Z`,
      { id, from: '2026-01-14T00:00:00Z', to: '2026-01-20T00:00:00Z' },
    ],
  ],
  listEvents: () => [
    ['/v1/events', {}],
    ['/v1/events?query=a&limit=3', { query: 'a', limit: 3 }],
  ],
  getEvent: ({ event: id }) => [[`/v1/event/${id}`, { id }]],
  getEventIfWins: ({ event: id }) => [
    [`/v1/event/${id}/if-wins`, { id }],
    [`/v1/event/${id}/if-wins?first=2`, { id, first: 2 }],
  ],
  listTrades: ({ market, trader, event }) => [
    ['/v1/trades', {}],
    [
      '/v1/trades?minUsd=2000&side=sell&category=politics,sports&change=closed,reduced&limit=3',
      {
        where: {
          minUsd: 2_000,
          side: 'SELL',
          category: ['POLITICS', 'SPORTS'],
          change: ['CLOSED', 'REDUCED'],
        },
        limit: 3,
      },
    ],
    [
      `/v1/trades?market=${market}&role=maker&maxPrice=0.5&order=largest`,
      { where: { market, role: 'MAKER', maxPrice: 0.5 }, orderBy: 'LARGEST' },
    ],
    [
      '/v1/trades?signs=big-for-market&without=twin,all-in&limit=5',
      { where: { signs: ['BIG_FOR_MARKET'], without: ['TWIN', 'ALL_IN'] }, limit: 5 },
    ],
    [`/v1/trades?trader=${trader}&event=${event}&outcome=1`, { where: { trader, event, outcome: 1 } }],
    [
      '/v1/trades?board=pnl-all&top=5&minMarketHours=24&order=largest',
      { where: { board: { id: 'pnl-all', top: 5 }, minMarketHours: 24 }, orderBy: 'LARGEST' },
    ],
  ],
  listWhaleAlerts: () => [
    ['/v1/whales', {}],
    ['/v1/whales?limit=3', { limit: 3 }],
  ],
  getWhaleShowcase: () => [['/v1/whales/showcase', {}]],
  getWhaleRadarRecord: () => [['/v1/whales/record', {}]],
  // This world has no alerts: test/rest/whales.test.ts.
  getWhaleAlert: () => [],
  // Pro's own: whale-config.test.ts compares REST and GraphQL.
  getWhaleAlertConfig: () => [],
  getWatchlist: () => [['/v1/watchlist', {}]],
  getFollow: () => [['/v1/watchlist/leaderboard:pnl-7d', { topic: 'leaderboard:pnl-7d' }]],
  getChannels: () => [['/v1/account/channels', {}]],
  getOutbox: () => [['/v1/account/outbox', {}]],
  whatChanged: () => [['/v1/account/since', {}]],
  listScreens: () => [['/v1/screens', {}]],
  getScreen: () => [],
  listScreenMembers: () => [],
  listExports: () => [['/v1/exports', {}]],
  getExport: () => [],
  listBacktestExamples: () => [['/v1/lab/examples', {}]],
  listBacktests: () => [['/v1/lab', {}]],
  // This world has no trials: test/lab/service.test.ts.
  getBacktest: () => [],
  listBacktestCopies: () => [],
  listRegisteredRules: () => [['/v1/lab/rules', {}]],
  getRegisteredRule: () => [],
  listRuleEntries: () => [],
  getSmartMoney: () => [
    ['/v1/smart-money', {}],
    ['/v1/smart-money?cohort=most-consistent', { cohort: 'MOST_CONSISTENT' }],
  ],
  listSmartMoneyHighlights: () => [
    ['/v1/smart-money/highlights', {}],
    ['/v1/smart-money/highlights?weeks=1', { weeks: 1 }],
  ],
  getSmartMoneyHistory: () => [
    ['/v1/smart-money/history', {}],
    ['/v1/smart-money/history?cohort=high-conviction&weeks=2', { cohort: 'HIGH_CONVICTION', weeks: 2 }],
  ],
  getSmartMoneyMarket: ({ market: id }) => [
    [`/v1/smart-money/market/${id}`, { id }],
    [`/v1/smart-money/market/${id}?cohort=most-consistent`, { id, cohort: 'MOST_CONSISTENT' }],
  ],
  getLargeBuys: () => [['/v1/smart-money/large-buys', {}]],
  getService: () => [['/v1/service', {}]],
}

describe('an operation has the same answer by every way', () => {
  closeServed()
  let served: Served
  let reader: SnapshotReader
  let known: Known
  let headers: Awaited<ReturnType<typeof tierCallers>>
  beforeAll(async () => {
    served = await serveWorld()
    await updateSmartMoney(served.store.db)
    await sealLastDay(served.store)
    headers = await tierCallers(served)
    reader = createReader(served.store.db)
    const { entries } = (await served.app.inject('/v1/leaderboard/pnl-all?limit=1')).json()
    const held = await served.store.db.get<{ condition: string }>(
      "SELECT c.condition FROM smart_stances s JOIN conditions c ON c.id = s.condition_id WHERE s.cohort = 'top-pnl' LIMIT 1",
    )
    const [{ id: event }] = (await served.app.inject('/v1/events?limit=1')).json().items
    known = { trader: entries[0].address, market: held?.condition ?? '', event }
  })

  /** A route that is for Pro alone is asked by Pro. */
  const tierFor = ({ operation }: (typeof ROUTES)[number]) => requiredTier(schema, operation) ?? 'FREE'

  const newContext = async (tier: AccountTier = 'FREE') =>
    createRequestContext({
      ...(await alertParts(served.store.db, reader)),
      accounts: createAccountStore(served.store.db),
      limitField: createFieldLimiter(createMemoryLimiter()),
      caller: callerOf(tier),
    })

  const byGraphql = async (route: (typeof ROUTES)[number], variables: Record<string, unknown>) => {
    const payload = { query: print(route.operation), variables }
    const { data, errors } = (
      await served.app.inject({ method: 'POST', url: '/graphql', payload, headers: headers[tierFor(route)] })
    ).json()
    expect(errors).toBeUndefined()
    return data
  }

  test('each route is asked', () => {
    expect(Object.keys(QUESTIONS)).toEqual(ROUTES.map(({ name }) => name))
  })

  test('each answer names its cutoff, itself or in each row of a list without pages', async () => {
    const without: string[] = []
    for (const route of ROUTES)
      for (const [path] of QUESTIONS[route.name]?.(known) ?? []) {
        const body = (await served.app.inject({ url: path, headers: headers[tierFor(route)] })).json()
        const answers: Body[] = body === null ? [] : body.cutoff ? [body] : (body.items ?? [body])
        if (answers.some(({ cutoff }) => !Number.isInteger(cutoff?.block))) without.push(route.name)
      }
    // The day of a proof is its cutoff.
    expect(without).toEqual(['proveTrader'])
  })

  test('the file of a proof is one that the verifier accepts, and a full one is for Pro', async () => {
    const fileOf = async (query: string, tier: AccountTier) => {
      const url = `/v1/proof/${known.trader}${query}`
      const answer = await served.app.inject({ url, headers: headers[tier] })
      return answer.statusCode === 200 ? String(answer.json().file) : answer.json().code
    }
    const [short, full] = [await fileOf('', 'FREE'), await fileOf('?detail=full', 'PRO')]
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(10_000)
    const proven = await verifyProof(Buffer.from(short))
    const { full: file, ...state } = await verifyProof(Buffer.from(full))
    const { full: none, ...own } = proven
    expect([state, none]).toEqual([own, null])
    expect(file && refold(file)).toBeGreaterThan(0)
    expect(await fileOf('?detail=full', 'FREE')).toBe('PRO_REQUIRED')
    expect(await fileOf('?day=2020-01-01', 'PRO')).toBe('NOT_FOUND')
  })

  test.each(ROUTES.map((route) => [route.path, route] as const))(
    '%s: REST and GraphQL',
    async (_path, route) => {
      for (const [path, variables] of QUESTIONS[route.name]?.(known) ?? []) {
        const rest = await served.app.inject({ url: path, headers: headers[tierFor(route)] })
        expect(rest.statusCode, path).toBe(200)
        expect(flat(rest.json()), path).toEqual(flat(await byGraphql(route, variables)))
      }
    },
  )

  test.each(ROUTES.map((route) => [route.path, route] as const))(
    '%s: compiled and plain',
    async (_path, route) => {
      const compiled = compileQuery(schema, { document: route.operation, name: null, isOurs: true })
      for (const [, variables] of QUESTIONS[route.name]?.(known) ?? []) {
        const plain = await execute({
          schema,
          document: route.operation,
          variableValues: variables,
          contextValue: await newContext(tierFor(route)),
        })
        const quick = await compiled?.run(variables, await newContext(tierFor(route)))
        expect(JSON.stringify(quick)).toBe(JSON.stringify(plain))
      }
    },
  )

  test('compiled and plain operations refuse the same with the same code', async () => {
    for (const [name, variables] of [
      ['getLeaderboard', { id: 'nope' }],
      ['getLeaderboard', { id: 'pnl-7d', limit: 0 }],
      ['searchTraders', { cursor: 'nope' }],
      ['getTrader', { address: '0x1' }],
      ['getTrader', { address: `0x${'0'.repeat(40)}` }],
    ] as const) {
      const document = ROUTES.find((route) => route.name === name)?.operation
      if (document === undefined) throw new Error(name)
      const contextValue = await newContext()
      const plain = await execute({ schema, document, variableValues: variables, contextValue })
      const quick = await compileQuery(schema, { document, name: null, isOurs: true })?.run(
        variables,
        contextValue,
      )
      expect(quick?.errors?.[0]?.message).toBe(plain.errors?.[0]?.message)
      expect(quick?.errors?.[0]?.originalError).toEqual(plain.errors?.[0]?.originalError)
    }
  })

  test('search pages join to the whole, and a cursor of another query is refused', async () => {
    const whole = (await served.app.inject('/v1/trader?query=0x&limit=100')).json()
    const found: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null && found.length < 100) {
      const path = `/v1/trader?query=0x&limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`
      const page: { items: unknown[]; nextCursor: string | null } = (await served.app.inject(path)).json()
      found.push(...page.items)
      cursor = page.nextCursor
    }
    expect(found).toEqual(whole.items)
    const other = await served.app.inject(`/v1/trader?query=a&cursor=${whole.nextCursor}`)
    expect(other.statusCode).toBe(422)
    expect(other.json().errors).toMatchObject([{ in: 'query', name: 'cursor' }])
  })
})

/**
 * Returns every value of an answer in order, under any key: names that only one of the two uses are omitted,
 * and enum values are spelled alike. (DAYS_7 is 7d: letters and digits, sorted.)
 */
function flat(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(flat)
  if (typeof value !== 'object' || value === null) return [spelled(value)]
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === 'hasNextPage') return []
    if (key === 'pageInfo' && part.hasNextPage === false) return ['null']
    return flat(part)
  })
}

function spelled(value: unknown): string {
  if (typeof value !== 'string') return String(value)
  return value
    .replace(/^DAYS_(\d+)$/, '$1d')
    .replace(/^([a-z]+-\w+)@[\w.,-]+$/, '$1')
    .replace(
      /^(?:Trade|Split|Merge|Conversion|Redemption|Transfer|Income|Trader|Market|Event|Leaderboard)$/,
      (type) => type.toLowerCase(),
    )
    .replace(/^[A-Z][A-Z0-9_]*$/, (name) => METRIC_IDS.get(name) ?? name.toLowerCase().replaceAll('_', '-'))
}
