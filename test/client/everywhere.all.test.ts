import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createContext, Script } from 'node:vm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sealLastDay } from '../../bin/print/examples/plant-examples.ts'
import { createMemoryCache } from '../../src/client/answer-cache.ts'
import { type Client, createClient, eachItem } from '../../src/client/client.ts'
import * as operations from '../../src/client/operations.generated.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { listen } from '../../src/server/http/listen.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { lacksChromium, launchChromium } from '../e2e/support/chromium.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { bundleClient } from './support/bundle-client.ts'
import { serveScript } from './support/scripted-service.ts'

const DENO = fileURLToPath(new URL('../peers/node_modules/deno/bin.cjs', import.meta.url))

const PROGRAM = [
  'createClient',
  'createMemoryCache',
  'eachItem',
  'getLeaderboard',
  'searchTraders',
  'RequestError',
]

/**
 * A program that uses the client in any runtime, as text because other runtimes share no world with this one.
 */
const USE = `async (pequod, baseUrl) => {
  const client = pequod.createClient({ baseUrl, cache: pequod.createMemoryCache() })
  const board = await pequod.getLeaderboard(client, { id: 'pnl-all', limit: 3 })
  const again = await pequod.getLeaderboard(client, { id: 'pnl-all', limit: 3 })
  const found = []
  for await (const { address } of pequod.eachItem(client, pequod.searchTraders, { query: '0x1', limit: 5 })) found.push(address)
  const failure = await pequod.getLeaderboard(client, { id: 'nope' }).catch((error) => error)
  return JSON.stringify({
    first: board.entries[0].address,
    same: JSON.stringify(board) === JSON.stringify(again),
    found: found.length,
    failure: [failure instanceof pequod.RequestError, failure.code, failure.status],
  })
}`

describe('the published client', () => {
  closeServed()
  let baseUrl: string
  let pro: Client
  let expected: string
  beforeAll(async () => {
    const served = await serveWorld({ env: { CORS_ORIGINS: '*' } })
    await updateSmartMoney(served.store.db)
    await sealLastDay(served.store)
    baseUrl = await listen(served.app, { host: '127.0.0.1', port: 0 })
    pro = createClient({ baseUrl, apiKey: (await tierCallers(served)).PRO['x-api-key'] ?? '' })
    const { entries } = await operations.getLeaderboard(pro, { id: 'pnl-all', limit: 1 })
    const { items } = await operations.searchTraders(pro, { query: '0x1', limit: 100 })
    const failure = [true, 'NOT_FOUND', 404]
    expected = JSON.stringify({ first: entries[0]?.address, same: true, found: items.length, failure })
    expect(items.length).toBeGreaterThan(5)
  })

  test('has a function for each path, with the path’s answer', async () => {
    const { entries } = await operations.getLeaderboard(pro, { id: 'pnl-all', limit: 1 })
    const address = entries[0]?.address ?? ''
    const { items: trades } = await operations.listTraderTrades(pro, { address, limit: 1 })
    const market = trades[0]?.market?.condition ?? ''
    const event = (await operations.listEvents(pro, { limit: 1 })).items[0]?.id ?? ''
    const calls: Record<string, [path: string, call: () => Promise<unknown>]> = {
      listLeaderboards: ['/v1/leaderboard', () => operations.listLeaderboards(pro)],
      getLeaderboard: [
        '/v1/leaderboard/roi-all?limit=7&isBot=false',
        () => operations.getLeaderboard(pro, { id: 'roi-all', limit: 7, where: '{"isBot":false}' }),
      ],
      searchTraders: ['/v1/trader?limit=4', () => operations.searchTraders(pro, { limit: 4 })],
      getTrader: [`/v1/trader/${address}`, () => operations.getTrader(pro, { address })],
      getTraderAnalytics: [
        `/v1/trader/${address}/analytics?period=30d`,
        () => operations.getTraderAnalytics(pro, { address, period: '30d' }),
      ],
      listTraderPositions: [
        `/v1/trader/${address}/positions?limit=4`,
        () => operations.listTraderPositions(pro, { address, limit: 4 }),
      ],
      listTraderTrades: [
        `/v1/trader/${address}/trades?limit=4`,
        () => operations.listTraderTrades(pro, { address, limit: 4 }),
      ],
      listTraderActivity: [
        `/v1/trader/${address}/activity?limit=4`,
        () => operations.listTraderActivity(pro, { address, limit: 4 }),
      ],
      listTraderLots: [
        `/v1/trader/${address}/lots?method=lifo&limit=4`,
        () => operations.listTraderLots(pro, { address, method: 'lifo', limit: 4 }),
      ],
      compareTraders: [
        `/v1/compare?traders=${address}&period=7d`,
        () => operations.compareTraders(pro, { traders: address, period: '7d' }),
      ],
      search: ['/v1/search?query=will&limit=4', () => operations.search(pro, { query: 'will', limit: 4 })],
      explainNumber: [
        `/v1/explain/trader/${address}/pnl?limit=4`,
        () => operations.explainNumber(pro, { subject: 'trader', id: address, metric: 'pnl', limit: 4 }),
      ],
      proveTrader: [`/v1/proof/${address}`, () => operations.proveTrader(pro, { trader: address })],
      screenTraders: [
        '/v1/traders?order=roi:desc&limit=4',
        () => operations.screenTraders(pro, { order: 'roi:desc', limit: 4 }),
      ],
      listMarketHolders: [
        `/v1/market/${market}/holders?order=shares`,
        () => operations.listMarketHolders(pro, { id: market, order: 'shares' }),
      ],
      listMarketTraders: [
        `/v1/market/${market}/traders?order=loss`,
        () => operations.listMarketTraders(pro, { id: market, order: 'loss' }),
      ],
      listMarketTrades: [
        `/v1/market/${market}/trades?side=buy`,
        () => operations.listMarketTrades(pro, { id: market, side: 'buy' }),
      ],
      listMarketPrices: [
        `/v1/market/${market}/prices?interval=1h`,
        () => operations.listMarketPrices(pro, { id: market, interval: '1h' }),
      ],
      getMarketFlow: [
        `/v1/market/${market}/flow?by=cohort`,
        () => operations.getMarketFlow(pro, { id: market, by: 'cohort' }),
      ],
      getMarketMovers: [
        `/v1/market/${market}/movers?from=2026-01-14T00:00:00Z&to=2026-01-20T00:00:00Z`,
        () =>
          operations.getMarketMovers(pro, {
            id: market,
            from: '2026-01-14T00:00:00Z',
            to: '2026-01-20T00:00:00Z',
          }),
      ],
      listEvents: ['/v1/events?limit=4', () => operations.listEvents(pro, { limit: 4 })],
      getEvent: [`/v1/event/${event}`, () => operations.getEvent(pro, { id: event })],
      getEventIfWins: [`/v1/event/${event}/if-wins`, () => operations.getEventIfWins(pro, { id: event })],
      listMarkets: ['/v1/markets?limit=4', () => operations.listMarkets(pro, { limit: 4 })],
      listTrades: [
        '/v1/trades?side=buy&change=opened,added&order=largest',
        () => operations.listTrades(pro, { side: 'buy', change: 'opened,added', order: 'largest' }),
      ],
      listPositions: [
        '/v1/positions?minValue=1&order=pnl&limit=3',
        () => operations.listPositions(pro, { where: '{"value":{"min":1}}', order: 'pnl', limit: 3 }),
      ],
      listTradeSigns: [
        '/v1/trades/signs?category=sports',
        () => operations.listTradeSigns(pro, { category: 'sports' }),
      ],
      listScreens: ['/v1/screens', () => operations.listScreens(pro)],
      listExports: ['/v1/exports', () => operations.listExports(pro)],
      listBacktests: ['/v1/lab', () => operations.listBacktests(pro)],
      listRegisteredRules: ['/v1/lab/rules', () => operations.listRegisteredRules(pro)],
      listBacktestExamples: ['/v1/lab/examples', () => operations.listBacktestExamples(pro)],
      listWhaleAlerts: [
        '/v1/whales?side=buy&minUsd=12000.5',
        () => operations.listWhaleAlerts(pro, { side: 'buy', minUsd: 12_000.5 }),
      ],
      getWhaleShowcase: ['/v1/whales/showcase', () => operations.getWhaleShowcase(pro)],
      getWhaleRadarRecord: ['/v1/whales/record', () => operations.getWhaleRadarRecord(pro)],
      getService: ['/v1/service', () => operations.getService(pro)],
      getWhaleAlertConfig: ['/v1/whales/config', () => operations.getWhaleAlertConfig(pro)],
      getWatchlist: ['/v1/watchlist', () => operations.getWatchlist(pro)],
      getChannels: ['/v1/account/channels', () => operations.getChannels(pro)],
      getOutbox: ['/v1/account/outbox', () => operations.getOutbox(pro)],
      whatChanged: ['/v1/account/since', () => operations.whatChanged(pro)],
      getFollow: [
        '/v1/watchlist/leaderboard:pnl-7d',
        () => operations.getFollow(pro, { topic: 'leaderboard:pnl-7d' }),
      ],
      getSmartMoney: [
        '/v1/smart-money?cohort=most-consistent',
        () => operations.getSmartMoney(pro, { cohort: 'most-consistent' }),
      ],
      listSmartMoneyHighlights: [
        '/v1/smart-money/highlights?weeks=2',
        () => operations.listSmartMoneyHighlights(pro, { weeks: 2 }),
      ],
      getLargeBuys: ['/v1/smart-money/large-buys', () => operations.getLargeBuys(pro)],
      getSmartMoneyHistory: ['/v1/smart-money/history', () => operations.getSmartMoneyHistory(pro)],
    }
    for (const [name, [path, call]] of Object.entries(calls)) {
      const answer = await call()
      expect(await pro.get(path), name).toEqual(answer)
    }
    // This world has no alert and no market of a cohort: those that name one are refused as what they are.
    const missing = [
      () => operations.getWhaleAlert(pro, { id: 'A'.repeat(22) }),
      () => operations.getSmartMoneyMarket(pro, { id: `0x${'0'.repeat(64)}` }),
      () => operations.getMarket(pro, { id: `0x${'0'.repeat(64)}` }),
      () => operations.getExport(pro, { id: 'A'.repeat(22) }),
    ]
    for (const call of missing) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
    expect(
      [
        ...Object.keys(calls),
        'getExport',
        'getBacktest',
        'listBacktestCopies',
        'getRegisteredRule',
        'listRuleEntries',
        'getScreen',
        'listScreenMembers',
        'getWhaleAlert',
        'getMarket',
        'getSmartMoneyMarket',
      ].sort(),
    ).toEqual(ROUTES.map(({ name }) => name).sort())
  })

  test('follows the pages of a list lazily', async () => {
    let asked = 0
    const counting = createClient({ baseUrl, fetch: (...args) => fetch(...args).finally(() => asked++) })
    const whole = await operations.searchTraders(pro, { limit: 100 })
    const some: string[] = []
    for await (const { address } of eachItem(counting, operations.searchTraders, { limit: 10 })) {
      some.push(address)
      if (some.length === 25) break
    }
    expect(some).toEqual(whole.items.slice(0, 25).map(({ address }) => address))
    expect(asked).toBe(3)
  })

  test('gets a body once and a 304 afterwards', async () => {
    const statuses: number[] = []
    const send = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init)
      statuses.push(response.status)
      return response
    }
    const client = createClient({ baseUrl, cache: createMemoryCache(), fetch: send })
    const [first, second] = [
      await operations.listLeaderboards(client),
      await operations.listLeaderboards(client),
    ]
    expect(second).toEqual(first)
    expect(statuses).toEqual([200, 304])
  })

  test('reports a missing tier and a wrong parameter', async () => {
    const anyone = createClient({ baseUrl })
    await expect(operations.getSmartMoneyHistory(anyone)).rejects.toMatchObject({ status: 401 })
    await expect(operations.getLeaderboard(anyone, { id: 'pnl-all', limit: 0 })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [{ in: 'query', name: 'limit' }],
    })
  })

  test('is as small as its used functions, without dependencies', async () => {
    const one = await bundleClient(['createClient', 'getLeaderboard'], 'esm')
    const all = await bundleClient(Object.keys(await import('../../src/client/entry.ts')), 'esm')
    expect([one.imports, all.imports]).toEqual([[], []])
    expect(one.code).toContain('/v1/leaderboard/{id}')
    for (const unused of ['/v1/whales', '/v1/smart-money', '/v1/trader', 'createMemoryCache', 'eachPage'])
      expect(one.code).not.toContain(unused)
    for (const { path } of ROUTES) expect(all.code).toContain(path)
    expect(one.code.length).toBeLessThan(all.code.length)
  })

  test('runs with web APIs only', async () => {
    const { code } = await bundleClient(PROGRAM, 'iife')
    const web = { fetch, AbortController, URL, URLSearchParams, setTimeout, clearTimeout, baseUrl }
    const context = createContext(web, { codeGeneration: { strings: false, wasm: false } })
    expect(await new Script(`${code}\n;(${USE})(pequod, baseUrl)`).runInContext(context)).toBe(expected)
  })

  test.skipIf(!existsSync(DENO) && process.env.CI === undefined)(
    'runs in Deno, with the right to reach the service alone',
    async () => {
      const { code } = await bundleClient(PROGRAM, 'esm')
      const folder = await temporaryFolder()
      onTestFinished(() => folder.remove())
      const file = join(folder.path, 'use.js')
      await writeFile(join(folder.path, 'client.js'), code)
      await writeFile(
        file,
        `import * as pequod from './client.js'\nconsole.log(await (${USE})(pequod, ${JSON.stringify(baseUrl)}))`,
      )
      const { host } = new URL(baseUrl)
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [DENO, 'run', '--no-remote', '--no-config', `--allow-net=${host}`, file],
        { env: { ...process.env, DENO_DIR: folder.path, DENO_NO_UPDATE_CHECK: '1' } },
      )
      expect(stdout.trim()).toBe(expected)
    },
  )

  test.skipIf(lacksChromium)('runs in Chromium, as a module on a page of another origin', async () => {
    const { code } = await bundleClient(PROGRAM, 'esm')
    const site = await serveScript((response, { url }) => {
      const type = url === '/client.js' ? 'text/javascript' : 'text/html'
      response
        .writeHead(200, { 'content-type': type })
        .end(url === '/client.js' ? code : '<title>Page</title>')
    })
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      await page.goto(site.baseUrl)
      const use = `import('/client.js').then((pequod) => (${USE})(pequod, ${JSON.stringify(baseUrl)}))`
      expect(await page.evaluate(use)).toBe(expected)
    } finally {
      await browser.close()
    }
  })
})
