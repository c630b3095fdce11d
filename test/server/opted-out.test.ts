import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../src/ledger/quantities.ts'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { FEEDS } from '../../src/pages/feeds/feeds.ts'
import { FEED_FORMATS } from '../../src/pages/kit/feed-formats.ts'
import { PAGES } from '../../src/pages/register-pages.ts'
import { EXPORT_FORMATS } from '../../src/rest/formats/format.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { SAVED_SCREENS } from '../../src/screens/screen-tables.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { type Database, insert } from '../../src/store/engine/database.ts'
import { addOptOut, removeOptOut } from '../../src/store/opted-out.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { isWholeLane } from '../support/lane.ts'
import { plantMembers } from '../whales/support/plant-members.ts'
import { closeServed, type Served, serveAgain, serveWorld } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

/** Somebody of the world, and what the world holds of them. */
interface Somebody {
  address: Address
  username: string | null
  /** Markets that they hold shares in or traded, and an alert on one of their fills. */
  markets: string[]
  /** Events of those markets. */
  events: string[]
  alert: string | null
  /** The transaction of one of their fills. */
  tx: string
}

/** A request: the name of the interface, and the way to send it. */
interface Question {
  door: string
  url: string
  /** A tool of MCP in the place of a path, with its arguments. */
  tool?: string
  given?: Record<string, unknown>
}

/** Every path of REST whose answer may name somebody, by its route: a new route is to be added here. */
const PATHS: Record<string, (who: Somebody) => string[]> = {
  listLeaderboards: () => ['/v1/leaderboard'],
  getLeaderboard: () => LEADERBOARDS.map(({ id }) => `/v1/leaderboard/${id}?limit=1000`),
  searchTraders: ({ address, username }) => [
    '/v1/trader?limit=100',
    `/v1/trader?query=${address}`,
    `/v1/trader?query=${address.slice(0, 8)}&limit=100`,
    ...(username === null ? [] : [`/v1/trader?query=${encodeURIComponent(username)}`]),
  ],
  getTrader: ({ address }) => [`/v1/trader/${address}`],
  getTraderAnalytics: ({ address }) => [`/v1/trader/${address}/analytics`],
  listTraderPositions: ({ address }) => [`/v1/trader/${address}/positions`],
  listTraderTrades: ({ address }) => [`/v1/trader/${address}/trades`],
  listTraderActivity: ({ address }) => [`/v1/trader/${address}/activity`],
  listTraderLots: ({ address }) => [`/v1/trader/${address}/lots`],
  explainNumber: ({ address, markets }) => [
    `/v1/explain/trader/${address}/pnl`,
    ...markets.flatMap((id) =>
      ['volume', 'open-interest', 'holders'].map((one) => `/v1/explain/market/${id}/${one}`),
    ),
  ],
  proveTrader: ({ address }) => [`/v1/proof/${address}`],
  screenTraders: ({ address }) => [`/v1/traders?among=${address}`, '/v1/traders?order=volume&limit=100'],
  compareTraders: ({ address }) => [`/v1/compare?traders=${address}`],
  search: ({ address, username, tx }) => [
    `/v1/search?query=${tx}`,
    `/v1/search?query=${address}`,
    `/v1/search?query=${encodeURIComponent(username ?? address.slice(0, 8))}`,
  ],
  listPositions: ({ markets, address }) => [
    '/v1/positions?minValue=1&limit=100',
    `/v1/positions?trader=${address}`,
    ...markets.map((id) => `/v1/positions?market=${id}&limit=100`),
  ],
  listMarkets: () => ['/v1/markets', '/v1/markets?order=move_7d'],
  listTradeSigns: () => [],
  getMarket: ({ markets }) => markets.map((id) => `/v1/market/${id}`),
  listMarketHolders: ({ markets }) =>
    markets.flatMap((id) =>
      ['shares', 'pnl'].map((order) => `/v1/market/${id}/holders?order=${order}&limit=100`),
    ),
  listMarketTraders: ({ markets }) =>
    markets.flatMap((id) =>
      ['profit', 'loss'].map((order) => `/v1/market/${id}/traders?order=${order}&limit=100`),
    ),
  listMarketTrades: ({ markets, address }) =>
    markets.flatMap((id) => [
      `/v1/market/${id}/trades?limit=500`,
      `/v1/market/${id}/trades?trader=${address}`,
    ]),
  listMarketPrices: ({ markets }) => markets.map((id) => `/v1/market/${id}/prices`),
  getMarketFlow: ({ markets }) => markets.map((id) => `/v1/market/${id}/flow`),
  getMarketMovers: ({ markets }) =>
    markets.map((id) => `/v1/market/${id}/movers?from=2026-01-14T00:00:00Z&to=2026-01-20T00:00:00Z&first=20`),
  listEvents: () => ['/v1/events'],
  // An event shows its markets, as their own paths do.
  getEvent: () => [],
  getEventIfWins: ({ events }) => events.map((id) => `/v1/event/${id}/if-wins?first=25`),
  listTrades: ({ markets, address }) => [
    '/v1/trades?limit=100',
    '/v1/trades?order=largest&role=maker&limit=100',
    `/v1/trades?trader=${address}`,
    ...markets.map((id) => `/v1/trades?market=${id}`),
  ],
  listWhaleAlerts: ({ address }) => ['/v1/whales?limit=100', `/v1/whales?wallet=${address}`],
  getWhaleShowcase: () => ['/v1/whales/showcase'],
  getWhaleRadarRecord: () => ['/v1/whales/record'],
  getWhaleAlert: ({ alert }) => (alert === null ? [] : [`/v1/whales/${alert}`]),
  // The caller's own settings.
  getWhaleAlertConfig: () => [],
  getWatchlist: () => [],
  getFollow: () => [],
  getChannels: () => [],
  getOutbox: () => [],
  whatChanged: () => ['/v1/account/since?time=2026-02-01T00:00:00Z'],
  listScreens: () => [],
  getScreen: () => [],
  listScreenMembers: () => [`/v1/screens/${SCREEN}/members?limit=100`],
  listExports: () => [],
  getExport: () => [],
  // test/lab/service.test.ts has a trial of a wallet that opted out.
  listBacktestExamples: () => [],
  listBacktests: () => [],
  getBacktest: () => [],
  listBacktestCopies: () => [],
  // test/lab/registered.test.ts has a record of one.
  listRegisteredRules: () => [],
  getRegisteredRule: () => [],
  listRuleEntries: () => [],
  getSmartMoney: () => ['/v1/smart-money', '/v1/smart-money?cohort=most-consistent'],
  listSmartMoneyHighlights: () => ['/v1/smart-money/highlights'],
  getSmartMoneyHistory: () => ['/v1/smart-money/history'],
  getSmartMoneyMarket: ({ markets }) => markets.map((id) => `/v1/smart-money/market/${id}`),
  getLargeBuys: () => ['/v1/smart-money/large-buys'],
  getService: () => ['/v1/service'],
}

/** The pages of the explorer, by their patterns; those of documents name nobody. */
const PAGE_PATHS: Record<string, (who: Somebody) => string[]> = {
  '/': () => ['/'],
  '/leaderboard/:id': () => FEW_BOARDS.map(({ id }) => `/leaderboard/${id}`),
  '/trader/:address': ({ address }) => [`/trader/${address}`],
  '/explain/:subject/:id/:metric': ({ address }) => [`/explain/trader/${address}/pnl`],
  '/traders': ({ address }) => ['/traders', `/traders?among=${address}`, '/traders?order=pnl:asc'],
  '/compare': ({ address }) => ['/compare', `/compare?t=${address}`],
  '/lots': ({ address }) => ['/lots', `/lots?t=${address}`],
  '/markets': () => ['/markets'],
  '/market/:id': ({ markets }) => markets.map((id) => `/market/${id}`),
  '/event/:id': ({ events }) => events.map((id) => `/event/${id}`),
  '/tape': ({ address }) => ['/tape', `/tape?trader=${address}`, '/tape?order=largest&role=maker'],
  '/whales': ({ address }) => ['/whales', `/whales?wallet=${address}`],
  '/smart-money': () => ['/smart-money'],
  '/lab': () => ['/lab'],
  // test/lab/service.test.ts has a trial of a wallet that opted out.
  '/lab/:id': () => [],
  // test/lab/registered.test.ts has a record of one.
  '/lab/rules/:id': () => [],
  '/search': ({ address, username, tx }) => [
    `/search?q=${tx}`,
    `/search?q=${address}`,
    `/search?q=${encodeURIComponent(username ?? address.slice(0, 8))}`,
  ],
  '/account': () => ['/account'],
  '/outbox': () => ['/outbox'],
  '/verify': () => ['/verify'],
  '/reconcile': () => ['/reconcile'],
}

/** The boards that doors beside REST are asked for: each shows rows of the same operation. */
const FEW_BOARDS = LEADERBOARDS.filter((_, i) => i % 5 === 0)

function questionsOf(who: Somebody): Question[] {
  const rest = ROUTES.flatMap((route) => (PATHS[route.name]?.(who) ?? []).map((url) => ({ route, url })))
  const few = rest.filter(
    ({ route, url }) =>
      route.name !== 'getLeaderboard' || FEW_BOARDS.some(({ id }) => url.includes(`/${id}?`)),
  )
  const pages = Object.entries(PAGE_PATHS).flatMap(([at, paths]) => paths(who).map((url) => ({ at, url })))
  return [
    ...rest.map(({ route, url }) => ({ door: `REST ${route.name}`, url })),
    ...few
      .filter(({ route }) => route.rows !== undefined)
      .flatMap(({ route, url }) =>
        EXPORT_FORMATS.map(({ name }) => ({
          door: `export ${route.name}`,
          url: `${url}${url.includes('?') ? '&' : '?'}format=${name}`,
        })),
      ),
    ...few.map(({ route, url }) => ({ door: `MCP ${route.name}`, url: '/mcp', ...toolOf(route, url) })),
    ...pages.map(({ at, url }) => ({ door: `page ${at}`, url })),
    ...pages
      .filter(({ at }) => PAGES.find(({ path }) => path === at)?.hasCard)
      .map(({ at, url }) => ({ door: `card ${at}`, url: `${url}/card.svg` })),
    ...pages.map(({ at, url }) => ({ door: `embed ${at}`, url: `/embed${url}` })),
    ...FEEDS.flatMap(({ name }) =>
      FEED_FORMATS.map(({ extension }) => ({ door: `feed ${name}`, url: `/feeds/${name}.${extension}` })),
    ),
    ...['/sitemap.xml', '/llms.txt', '/docs'].map((url) => ({ door: `file ${url}`, url })),
  ]
}

/** A path of REST as a call of its tool. */
function toolOf(route: (typeof ROUTES)[number], url: string): Pick<Question, 'tool' | 'given'> {
  const { pathname, searchParams } = new URL(url, 'http://pequod.invalid')
  const values = pathname.split('/')
  const given: Record<string, unknown> = Object.fromEntries(
    route.path
      .split('/')
      .flatMap((part, i) => (part.startsWith('{') ? [[part.slice(1, -1), values[i]]] : [])),
  )
  for (const [name, value] of searchParams) given[name] = /^\d+$/.test(value) ? Number(value) : value
  if (given.among !== undefined) given.where = { among: [given.among] }
  delete given.among
  if (given.traders !== undefined) given.traders = [given.traders]
  return { tool: route.name, given }
}

const SCREEN = '0123456789abcdefghijkl'

/** Saves everybody by volume as a public screen. */
async function saveScreen(db: Database): Promise<void> {
  const orderBy = [{ by: 'volume', direction: 'DESC' }]
  const question = JSON.stringify({ where: null, orderBy, period: 'ALL', category: null })
  const given = { name: 'Everybody', isPublic: 1, top: 1_000, question, createdAt: 0 }
  await insert(db, SAVED_SCREENS, [{ ...given, id: SCREEN, accountId: 1 }])
}

test('one file decides who is hidden', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const naming = files.filter((file) => /OPTED_OUT|opted_out/.test(readFileSync(`src/${file}`, 'utf8')))
  expect(naming.map((file) => basename(file)).sort()).toEqual(['opted-out.ts', 'tables.ts'])
})

describe('a trader who opted out', () => {
  closeServed()
  let served: Served
  let pro: Record<string, string>
  let people: Somebody[]
  beforeAll(async () => {
    served = await serveWorld()
    const { db } = served.store
    await plantMembers(db)
    await keepRadar(db, { minUsd: 100_000_000 })
    await updateSmartMoney(db)
    pro = (await tierCallers(served)).PRO
    await saveScreen(db)
    people = await peopleOf(served, pro)
  })

  const ask = async (app: Served['app'], { url, tool, given }: Question): Promise<string> => {
    if (tool === undefined) {
      const headers = url.startsWith('/v1') ? pro : {}
      return (await app.inject({ url, headers })).body
    }
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } }
    const headers = { ...pro, accept: 'application/json, text/event-stream' }
    return (await app.inject({ method: 'POST', url, payload, headers })).body
  }

  test('is asked for at each path and page', () => {
    expect(Object.keys(PATHS)).toEqual(ROUTES.map(({ name }) => name))
    const pages = PAGES.map(({ path }) => path).filter((path) => !path.startsWith('/docs'))
    expect(Object.keys(PAGE_PATHS)).toEqual(pages)
  })

  test('is named by no answer of any door, before the next snapshot and after it', async () => {
    const { db } = served.store
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...people), async (who) => {
        const nobody = { ...who, ...NOBODY, username: who.username && NOBODY.username }
        const [questions, unknowns] = [questionsOf(who), questionsOf(nobody)]
        const before = await serveAgain(served, {})
        const named = new Set<string>()
        for (const [i, question] of questions.entries()) {
          const body = await ask(before.app, question)
          const unknown = unknowns[i]
          const isTold =
            unknown !== undefined && unnamed(body, who) !== unnamed(await ask(before.app, unknown), nobody)
          if (isTold || names(body, who, question)) named.add(question.door.split(' ')[0] ?? '')
        }
        // Otherwise nothing is shown by what follows.
        for (const door of ['REST', 'export', 'MCP', 'page', 'card']) expect([...named]).toContain(door)
        await addOptOut(db, who.address)
        try {
          for (const isPublished of [false, true]) {
            if (isPublished) await refresh(db)
            const { app } = await serveAgain(served, {})
            for (const [i, question] of questions.entries()) {
              const body = await ask(app, question)
              expect(names(body, who, question), `${question.door} ${question.url}`).toBe(false)
              const unknown = unknowns[i]
              if (unknown === undefined || isDeepStrictEqual(unknown, question)) continue
              // A request for them by name reveals no more than one for an unknown name.
              expect(unnamed(body, who), question.url).toBe(unnamed(await ask(app, unknown), nobody))
            }
          }
        } finally {
          await removeOptOut(db, who.address)
          await refresh(db)
        }
      }),
      { numRuns: isWholeLane ? 2 : 1, endOnFailure: true },
    )
  })
})

/** Nobody's names, of the lengths that are shown. */
const NOBODY = { address: `0x${'9'.repeat(40)}` as unknown as Address, username: 'nobody-at-all' }

function namesOf({ address, username }: Pick<Somebody, 'address' | 'username'>): string[] {
  return [address, `${address.slice(0, 6)}…${address.slice(-4)}`, ...(username === null ? [] : [username])]
}

/** Whether an answer names somebody, beyond repeating the name that it was asked by. */
function names(body: string, who: Somebody, { url, given }: Question): boolean {
  const asked = `${decodeURIComponent(url)} ${JSON.stringify(given ?? {})}`
  if (asked.includes(who.address)) return false
  return namesOf(who).some((name) => body.includes(name) && !asked.includes(name))
}

/** Words that differ for each question: MCP draws the one that marks data, and a filter's topic is a hash of what was asked. */
const DRAWN = /(?<=marked |data )[\w-]{12}|(?<=trades:filter-)[\w-]{22}/g

/** An answer with somebody's names taken out, and the start of an address that a search repeats. */
function unnamed(body: string, who: Pick<Somebody, 'address' | 'username'>): string {
  const all = [...namesOf(who), who.address.slice(0, 8)].flatMap((name) => [name, encodeURIComponent(name)])
  return all.reduce((text, name) => text.replaceAll(name, '*'), body.replaceAll(DRAWN, ''))
}

/** Those who are at the top of boards, in cohorts and of alerts; every other one has a name. */
async function peopleOf({ app, store: { db } }: Served, pro: Record<string, string>): Promise<Somebody[]> {
  await db.run("UPDATE traders SET username = 'trader-' || id || '-by-name' WHERE id % 2 = 0")
  const { items } = (await app.inject({ url: '/v1/whales?limit=100', headers: pro })).json()
  const alerts = new Map<string, string>(
    items.map(({ address, id }: Record<string, string>) => [address, id] as const),
  )
  const rows = await db.all<{ id: number; address: Address; username: string | null }>(
    'SELECT id, address, username FROM traders WHERE infrastructure = 0 AND id <= 40 ORDER BY id',
  )
  const people = rows.map(async ({ id, address, username }) => {
    const markets = await db.all<{ condition: string; event: string | null }>(
      'SELECT DISTINCT c.condition, e.source_id AS event FROM positions p JOIN tokens t ON t.id = p.token_id JOIN conditions c ON c.id = t.condition_id LEFT JOIN markets m ON m.condition_id = c.id LEFT JOIN market_events e ON e.id = m.event_id WHERE p.trader_id = ? ORDER BY p.shares DESC LIMIT 2',
      [id],
    )
    const [fill] = await db.all<{ tx: Uint8Array }>(
      'SELECT tx FROM fills WHERE owner_id = ? AND tx IS NOT NULL ORDER BY key LIMIT 1',
      [id],
    )
    return {
      address,
      username,
      tx: `0x${Buffer.from(fill?.tx ?? []).toString('hex')}`,
      markets: markets.map(({ condition }) => condition),
      events: markets.flatMap(({ event }) => event ?? []),
      alert: alerts.get(address) ?? null,
    }
  })
  return (await Promise.all(people)).filter(({ alert }) => alert !== null)
}
