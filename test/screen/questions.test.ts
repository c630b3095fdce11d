import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type DocumentNode, print } from 'graphql'
import { createClient } from 'graphql-sse'
import { beforeAll, expect, test } from 'vitest'
import { defined } from '../../src/checks.ts'
import type {
  Holder,
  HolderPage,
  MarketMovers,
  SavedScreen,
  ScreenedTraderPage,
  ScreenMemberPage,
  WholeTradeRowPage,
} from '../../src/client/entry.ts'
import { schema } from '../../src/graph/schema.ts'
import { dayText, MICRO } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import {
  ExportDocument,
  MarketHoldersDocument,
  MarketMoversDocument,
  ScreenMembersDocument,
  ScreenTradersDocument,
  StandingStreamDocument,
  StartExportDocument,
  TapeDocument,
  TradeStreamDocument,
} from '../../src/rest/operations/operations.generated.ts'
import { compileWireMapper } from '../../src/rest/operations/wire-mapper.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { beginPequod, callPequod } from '../cli/support/call-pequod.ts'
import { connectClient } from '../mcp/support/mcp-client.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

/** A question in the words of each door. */
interface Question {
  where: Record<string, unknown>
  /** The conditions as parameters of their own. */
  flat: Record<string, string>
  orderBy: Record<string, unknown>[]
  order: string
  /** The question's other parameters, as REST writes them and as GraphQL does. */
  rest: Record<string, string>
  graphql: Record<string, unknown>
}

const GOOD_AT_POLITICS: Question = {
  where: { isBot: false, lastTrade: { from: '2026-02-10' }, units: { min: 1 }, edgeLow: { known: false } },
  flat: { isBot: 'false', lastFrom: '2026-02-10', minUnits: '1', knownEdgeLow: 'false' },
  orderBy: [{ by: 'ROI', direction: 'DESC' }],
  order: 'roi:desc',
  rest: { period: '90d', category: 'politics' },
  graphql: { period: 'DAYS_90', category: 'POLITICS' },
}

const QUESTIONS: readonly Question[] = [
  GOOD_AT_POLITICS,
  {
    where: { maxDrawdownPct: { max: 0.5 }, marketCount: { min: 2 }, nearCertainShare: { max: 0.1 } },
    flat: { maxMaxDrawdownPct: '0.5', minMarketCount: '2', maxNearCertainShare: '0.1' },
    orderBy: [
      { by: 'ROI', weight: 0.4 },
      { by: 'MAX_DRAWDOWN_PCT', weight: 0.3, direction: 'ASC' },
      { by: 'EDGE', weight: 0.3 },
    ],
    order: 'roi*0.4,max_drawdown_pct*0.3:asc,edge*0.3',
    rest: {},
    graphql: {},
  },
  {
    ...GOOD_AT_POLITICS,
    where: { isBot: false, tradeCount: { min: 2 } },
    flat: { isBot: 'false', minTradeCount: '2' },
    rest: { ...GOOD_AT_POLITICS.rest, asOf: '2026-02-26', compareTo: '2026-02-28' },
    graphql: { ...GOOD_AT_POLITICS.graphql, asOf: '2026-02-26', compareTo: '2026-02-28' },
  },
]

/** A past day of the world. */
const DAY = '2026-02-20'

let served: Served
let headers: Record<string, string>
let origin: string
beforeAll(async () => {
  served = await serveWorld({ parts: { deliver: true } })
  await refresh(served.store.db, { signs: Number.POSITIVE_INFINITY })
  headers = (await tierCallers(served)).PRO
  await served.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(served.app.server.address() as AddressInfo).port}`
})
closeServed()

async function byRest(parameters: Record<string, string>): Promise<ScreenedTraderPage> {
  return (await get(`/v1/traders?${new URLSearchParams(parameters)}`)) as ScreenedTraderPage
}

async function get(path: string): Promise<unknown> {
  const answer = await fetch(`${origin}${path}`, { headers })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.json()
}

/** The same reader's page. */
async function byPage(path: string): Promise<string> {
  const answer = await fetch(`${origin}${path}`, { headers: { ...headers, accept: 'text/html' } })
  const page = await answer.text()
  expect([answer.status, page]).toEqual([200, page])
  return page.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
}

/** The traders to whom a part of a page links, in its order. */
function tradersIn(page: string, begins: string, ends: string | RegExp): string[] {
  const [, part = ''] = page.split(begins)
  const links = part.split(ends)[0]?.matchAll(/href="\/trader\/(0x[0-9a-f]{40})/g) ?? []
  return [...new Set([...links].map(([, address = '']) => address))]
}

function tradesIn(page: string): string[] {
  return [...page.matchAll(/<tr role="row" data-id="([^"]+)"/g)].map(([, id = '']) => id)
}

/** The body that REST makes of an operation's answer. */
async function byGraphql(document: DocumentNode, variables: object): Promise<unknown> {
  const payload = { query: print(document), variables }
  const answer = await served.app.inject({ method: 'POST', url: '/graphql', payload, headers })
  const { data, errors } = answer.json()
  expect(errors).toBeUndefined()
  return compileWireMapper(schema, document)(data)
}

async function byCommand(args: readonly string[]): Promise<unknown> {
  const { stdout, stderr, status } = await callPequod([...args, '--json', '--server', origin], {
    PEQUOD_API_KEY: headers['x-api-key'] ?? '',
  })
  expect([stderr, status]).toEqual(['', 0])
  return JSON.parse(stdout)
}

async function byTool(name: string, given: Record<string, unknown>): Promise<object> {
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } })
  const { client, call } = await connectClient(transport)
  const { structuredContent } = await call(name, given)
  await client.close()
  return Object(structuredContent)
}

test.each(QUESTIONS.map((question, i) => [i + 1, question] as const))(
  'question %i has one answer by GraphQL, REST, the command line and MCP, and by its own link',
  async (_number, { where, flat, orderBy, order, rest, graphql }) => {
    const json = JSON.stringify(where)
    const page = await byRest({ ...rest, where: json, order, limit: '3' })
    expect(page.items.length).toBeGreaterThan(0)
    expect(await byRest({ ...rest, ...flat, order, limit: '3' })).toEqual(page)

    const again = await fetch(`${origin}${page.path}&limit=3`, { headers })
    expect(await again.json()).toEqual(page)

    const payload = {
      query: print(ScreenTradersDocument),
      variables: { ...graphql, where, orderBy, limit: 3 },
    }
    const { data } = (await served.app.inject({ method: 'POST', url: '/graphql', payload, headers })).json()
    const { edges, totalCount, unknown, path } = data.traders
    expect({ totalCount, unknown, path }).toEqual({
      totalCount: page.totalCount,
      unknown: page.unknown,
      path: page.path,
    })
    for (const [i, { node, rank, score, numbers, other, between }] of edges.entries()) {
      const row = page.items[i]
      expect([row?.address, row?.rank, row?.score]).toEqual([node.address, rank, score])
      for (const [ours, theirs] of [
        [row?.numbers, numbers],
        [row?.other, other],
        [row?.between, between],
      ])
        expect([ours?.roi, ours?.pnl, ours?.edge, ours?.lastTrade]).toEqual([
          theirs?.roi,
          theirs?.pnl,
          theirs?.edge,
          theirs?.lastTrade,
        ])
    }

    const options = Object.entries({ ...rest, where: json, order }).flatMap(([name, value]) => [
      `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ])
    expect(await byCommand(['traders', ...options, '--limit', '3'])).toEqual(page)

    const { items, totalCount: count } = (await byTool('screenTraders', {
      ...rest,
      where,
      order,
      limit: 3,
    })) as ScreenedTraderPage
    expect([items, count]).toEqual([page.items, page.totalCount])

    const shown = tradersIn(await byPage(page.path.replace('/v1', '')), '<table class="board', '</table>')
    expect(shown.slice(0, 3)).toEqual(page.items.map(({ address }) => address))
  },
)

test('question 4: every holder at a past close, with the first day and the record up to then', async () => {
  const { condition: id } = await busiestMarket()
  const asked = `asOf=${DAY}&order=shares&outcome=0`
  const page = (await get(`/v1/market/${id}/holders?${asked}&limit=3`)) as HolderPage
  const variables = { id, asOf: DAY, order: 'SHARES', outcome: 0, limit: 3 }
  expect(await byGraphql(MarketHoldersDocument, variables)).toEqual(page)
  const options = ['--as-of', DAY, '--order', 'shares', '--outcome', '0', '--limit', '3']
  expect(await byCommand(['holders', id, ...options])).toEqual(page)
  const tool = { id, asOf: DAY, order: 'shares', outcome: 0, limit: 3 }
  expect((await byTool('listMarketHolders', tool)) as object).toMatchObject({ items: page.items })

  const all: Holder[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const part = (await get(
      `/v1/market/${id}/holders?${asked}&limit=100${cursor && `&cursor=${cursor}`}`,
    )) as HolderPage
    all.push(...part.items)
    cursor = part.nextCursor
  }
  expect(all.length).toBeGreaterThan(3)
  const supply = await served.store.db.all<{ shares: number; trader: string; first: number }>(
    'SELECT a.address AS trader, d.day AS first FROM position_days d JOIN tokens t ON t.id = d.token_id ' +
      'JOIN conditions c ON c.id = t.condition_id JOIN traders a ON a.id = d.trader_id ' +
      'WHERE c.condition = ? AND t.outcome = 0 ORDER BY d.day DESC',
    [id],
  )
  const firstDays = new Map(supply.map(({ trader, first }) => [trader, dayText(Number(first))]))
  for (const { address, openedOn } of all)
    expect([address, openedOn]).toEqual([address, firstDays.get(address)])
  expect(all.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  const onPage = await byPage(`/market/${id}?asOf=${DAY}&all=holders`)
  expect(tradersIn(onPage, 'id="holders"', '</table>')).toEqual(
    all.slice(0, 100).map(({ address }) => address),
  )
  const { address, record } = defined(all[0])
  const then = (await get(`/v1/traders?among=${address}&asOf=${DAY}`)) as ScreenedTraderPage
  expect([record?.pnl, record?.tradeCount]).toEqual([
    then.items[0]?.numbers?.pnl,
    then.items[0]?.numbers?.tradeCount,
  ])
})

const LARGEST = { minUsd: 2_000, minMarketHours: 24, from: `${DAY}T00:00:00Z`, to: '2026-03-02T00:00:00Z' }

test('question 5: the largest trades, each dollar and each order once', async () => {
  const filter = Object.entries(LARGEST).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams([...filter, ['order', 'largest'], ['limit', '4']])
  const page = (await get(`/v1/trades?${query}`)) as WholeTradeRowPage
  expect(page.items.length).toBe(4)
  const sizes = page.items.map(({ whole }) => whole.usd)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  for (const { record, change, trader } of page.items) {
    expect(change).not.toBeNull()
    expect(trader && record).not.toBeNull()
  }
  const variables = { where: LARGEST, orderBy: 'LARGEST', limit: 4 }
  expect(await byGraphql(TapeDocument, variables)).toEqual(page)
  const options = filter.flatMap(([name = '', value = '']) => [
    `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ])
  expect(await byCommand(['trades', '--largest', ...options, '--limit', '4'])).toEqual(page)
  const tool = await byTool('listTrades', { ...LARGEST, order: 'largest', limit: 4 })
  expect(tool).toMatchObject({ items: page.items })
  const onPage = await byPage(`/tape?${new URLSearchParams([...filter, ['order', 'largest']])}`)
  expect(tradesIn(onPage).slice(0, 4)).toEqual(page.items.map(({ id }) => id))
})

const SIGNS = ['MOVED_THE_PRICE', 'AGAINST_THE_DAY']

test('question 6: signs with what is not known, their definitions and how often they won, in one answer', async () => {
  const where = { signs: SIGNS, maxPrice: 0.6, role: 'TAKER', category: ['POLITICS', 'SPORTS'] }
  const names = SIGNS.map((sign) => sign.toLowerCase().replaceAll('_', '-'))
  const path = `/v1/trades?signs=${names.join()}&maxPrice=0.6&role=taker&category=politics,sports&limit=3`
  const page = (await get(path)) as WholeTradeRowPage
  expect(page.items.length).toBeGreaterThan(0)
  for (const { signs, unknownSigns, whole } of page.items) {
    expect(signs).toEqual(expect.arrayContaining(names))
    // The ledger of this world begins less than 30 days before.
    expect(unknownSigns).toContain('new-trader')
    expect(whole.price).toBeLessThanOrEqual(0.6)
  }
  const records = (await get('/v1/trades/signs')) as { items: WholeTradeRowPage['signs'] }
  expect(page.signs).toEqual(records.items.filter(({ sign }) => names.includes(sign)))
  expect(page.signs.map(({ verdict, definition }) => [typeof verdict, typeof definition])).toEqual(
    names.map(() => ['string', 'string']),
  )
  expect(await byGraphql(TapeDocument, { where, limit: 3 })).toEqual(page)
  const options = ['--signs', names.join(), '--max-price', '0.6', '--role', 'taker']
  expect(await byCommand(['trades', ...options, '--category', 'politics,sports', '--limit', '3'])).toEqual(
    page,
  )
  const tool = {
    signs: names,
    maxPrice: 0.6,
    role: 'taker',
    category: ['politics', 'sports'],
    limit: 3,
  }
  expect(await byTool('listTrades', tool)).toMatchObject({ items: page.items, signs: page.signs })
  const onPage = await byPage(path.replace('/v1/trades', '/tape').replace('&limit=3', ''))
  expect(tradesIn(onPage).slice(0, 3)).toEqual(page.items.map(({ id }) => id))
})

test('question 7: who moved a price, with the change of the position and the record up to that morning', async () => {
  const [largest] = (
    (await get(`/v1/trades?order=largest&from=${LARGEST.from}&limit=1`)) as WholeTradeRowPage
  ).items
  const { time, market } = defined(largest)
  const id = market?.condition ?? ''
  const around = (seconds: number) =>
    new Date(Date.parse(time) + seconds * 1_000).toISOString().replace('.000', '')
  const [from, to] = [around(-1_800), around(1_800)]
  const movers = (await get(`/v1/market/${id}/movers?from=${from}&to=${to}`)) as MarketMovers
  const people = [...movers.buyers, ...movers.sellers]
  expect(people.length).toBeGreaterThan(0)
  for (const { record } of people) if (record !== null) expect(record.day < from.slice(0, 10)).toBe(true)
  expect(people.some(({ changes }) => changes.length > 0)).toBe(true)
  expect(await byGraphql(MarketMoversDocument, { id, from, to, first: 3 })).toEqual(movers)
  expect(await byCommand(['movers', id, '--from', from, '--to', to])).toEqual(movers)
  expect(await byTool('getMarketMovers', { id, from, to })).toEqual({ value: movers })
  const hour = `${time.slice(0, 13)}:00:00Z`
  const next = new Date(Date.parse(hour) + 3_600_000).toISOString()
  const { buyers, sellers } = (await get(
    `/v1/market/${id}/movers?from=${hour}&to=${next.replace('.000', '')}`,
  )) as MarketMovers
  const shown = tradersIn(
    await byPage(`/market/${id}?period=24h&from=${hour}`),
    'id="movers"',
    /id="holders"|Biggest winners/,
  )
  expect(shown.toSorted()).toEqual(
    [...buyers, ...sellers].map(({ trader }) => defined(trader).address).toSorted(),
  )
})

test('question 10: every trade of a market as one file, equal to the market’s own figures', async () => {
  const { condition: market, volume } = await busiestMarket()
  const started = await fetch(`${origin}/v1/exports`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ table: 'trades', format: 'csv', market: [market] }),
  })
  const { id } = (await started.json()) as { id: string }
  await expect
    .poll(async () => ((await get(`/v1/exports/${id}`)) as { state: string }).state, { timeout: 60_000 })
    .toBe('done')
  const done = (await get(`/v1/exports/${id}`)) as { path: string; rows: number; sha256: string }
  expect(await byGraphql(ExportDocument, { id })).toEqual(done)
  expect(await byTool('getExport', { id })).toEqual(done)
  const byAssistant = (await byTool('startExport', {
    table: 'trades',
    format: 'csv',
    where: { market: [market] },
  })) as { id: string }
  const text = await (await fetch(`${origin}${done.path}`, { headers })).text()
  expect(createHash('sha256').update(text).digest('hex')).toBe(done.sha256)
  const [heading = '', ...rows] = text.trim().split('\n')
  const columns = heading.split(',')
  const at = (row: string, name: string) => row.split(',')[columns.indexOf(name)]
  const taken = rows.filter((row) => at(row, 'role') === 'TAKER')
  expect(rows.length).toBe(done.rows)
  expect(taken.reduce((sum, row) => sum + Number(at(row, 'usd')), 0)).toBeCloseTo(volume, 4)
  const [file] = await served.store.db.all<{ file: string }>('PRAGMA database_list')
  const { stdout, status } = await callPequod(
    ['export', 'trades', '--format', 'csv', '--market', market, '--out', `${file?.file}.csv`],
    {
      DATABASE_URL: `sqlite:${file?.file}`,
    },
  )
  expect([stdout, status]).toEqual(['', 0])
  expect(await readFile(`${file?.file}.csv`, 'utf8')).toBe(text)
  const remote = await callPequod(
    [
      'export',
      'trades',
      '--format',
      'csv',
      '--market',
      market,
      '--server',
      origin,
      '--out',
      `${file?.file}.remote`,
    ],
    { PEQUOD_API_KEY: headers['x-api-key'] ?? '' },
  )
  expect([remote.stdout, remote.status]).toEqual(['', 0])
  expect(await readFile(`${file?.file}.remote`, 'utf8')).toBe(text)
  const theirs = (await get(`/v1/exports/${byAssistant.id}`)) as typeof done
  expect([theirs.rows, theirs.sha256]).toEqual([done.rows, done.sha256])
  const onPage = await byPage(`/market/${market}`)
  const [variables = ''] = [...onPage.matchAll(/data-variables="({"table":"TRADES".*?})"/g)].map(
    ([, text = '']) => text,
  )
  const byForm = (await byGraphql(StartExportDocument, { ...JSON.parse(variables), format: 'CSV' })) as {
    id: string
  }
  await expect
    .poll(async () => await get(`/v1/exports/${byForm.id}`), { timeout: 60_000 })
    .toMatchObject({ state: 'done', rows: done.rows, sha256: done.sha256 })
  expect(await byPage('/account')).toContain(`href="/v1/exports/${byForm.id}/file"`)
})

test.each(['leaderboard', 'screen'])(
  'question 9: exits of a %s’s traders by both streams, each once, also after a cut',
  async (of) => {
    const board = (await get('/v1/leaderboard/pnl-30d?limit=2')) as { entries: { address: string }[] }
    const [member, other] = board.entries.map(({ address }) => address)
    const { token } = await busiestMarket()
    const block = of === 'screen' ? 99_100_000 : 99_000_000
    const sale = (owner: string, i: number, side = 'SELL') => ({
      kind: 'FILL',
      exchange: '0xe111180000d2663c0091e4f400237545b87b996b',
      owner,
      counterparty: `0x${'9'.repeat(40)}`,
      role: 'TAKER',
      side,
      token,
      shares: 20_000_000,
      usd: 10_000_000 + i,
      fee: 0,
      feeIn: 'USD',
      orderHash: null,
      block: block + 1_000 + i,
      logIndex: 1,
      tx: `0x${(block + i).toString(16).padStart(64, '0')}`,
      time: 1_780_000_000 + (block % 1_000_000) + i,
    })
    const write = (...fills: object[]) => ingestRecords(served.store.db, fills as never)
    const screen = await saved(['Best of the month', '--order', 'pnl:desc', '--period', '30d', '--top', '1'])
    const [members, parameters, options] =
      of === 'screen'
        ? [{ screen: screen.id }, `screen=${screen.id}`, ['--screen', screen.id]]
        : [{ board: { id: 'pnl-30d', top: 1 } }, 'board=pnl-30d&top=1', ['--board', 'pnl-30d', '--top', '1']]
    const path = `/v1/trades/stream?${parameters}&side=sell&minUsd=1`
    const where = { ...members, side: 'SELL', minUsd: 1 }
    const graphql = createClient({ url: `${origin}/graphql`, headers, retryAttempts: 0 })
    const begun = (await byTool('streamTrades', { where })) as { items: unknown[]; nextCursor: string }
    expect(begun).toMatchObject({ items: [], isNewest: true })
    const streamed: unknown[] = []
    const ended = (async () => {
      const query = print(TradeStreamDocument)
      for await (const { data } of graphql.iterate({ query, variables: { where } })) {
        streamed.push(compileWireMapper(schema, TradeStreamDocument)(data))
        if (streamed.length === 4) break
      }
    })()
    const first = await readStream(path, {}, 2, () =>
      write(sale(member ?? '', 1), sale(other ?? '', 2), sale(member ?? '', 3, 'BUY')),
    )
    await write(sale(member ?? '', 4), sale(member ?? '', 5))
    const cut = { 'last-event-id': defined(first.at(-1)).cursor }
    const second = await readStream(path, cut, 2)
    await ended
    graphql.dispose()
    const dollars = [...first, ...second].map(({ kind, trade }) => [kind, trade?.usd])
    expect(dollars).toEqual([
      ['position', undefined],
      ['added', 10.000001],
      ['added', 10.000004],
      ['added', 10.000005],
    ])
    const messages = [...first.slice(1), ...second]
    expect(streamed.slice(1)).toEqual(messages)
    const read: unknown[] = []
    for (let { nextCursor: cursor } = begun; read.length < messages.length; ) {
      const part = (await byTool('streamTrades', { where, cursor })) as typeof begun
      read.push(...part.items)
      cursor = part.nextCursor
    }
    expect(read).toEqual(messages)
    expect(
      await printed(['trades', ...options, '--side', 'sell', '--min-usd', '1'], begun.nextCursor, 3),
    ).toEqual(messages)
    const [, live = ''] = /data-live="([^"]+)"/.exec(await byPage(`/tape?${parameters}&side=sell`)) ?? []
    const { pathname, searchParams } = new URL(live, origin)
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/v1/trades/stream',
      { minUsd: '1000', role: 'taker', side: 'sell', ...Object.fromEntries(new URLSearchParams(parameters)) },
    ])
  },
)

test('question 8: a list of 200 entries in its order, unknown ones named, with what they hold in common, also as a screen', async () => {
  const { items: everybody } = await byRest({ order: 'volume:desc', limit: '200' })
  const named = everybody.at(-1)
  const known = everybody.map(({ address }) => address).slice(0, -1)
  const others = known.slice(0, 185).reverse()
  const strangers = Array.from({ length: 198 - others.length }, (_, i) => `0x${String(i).padStart(40, '0')}`)
  const nobody = [...strangers, 'nobody is called so']
  const among = [...others, defined(named).username ?? '', ...nobody]
  expect(among).toHaveLength(200)
  const page = await byRest({ among: among.join(), limit: '200', inCommon: '5' })
  expect(page.items.map(({ address }) => address)).toEqual([...others, named?.address])
  expect(page.notFound).toEqual(nobody)
  const shared = page.inCommon ?? []
  expect(shared.length).toBeGreaterThan(0)
  const held = Map.groupBy(shared, ({ market }) => market.condition)
  for (const [, outcomes] of held)
    expect(outcomes.reduce((sum, { holders }) => sum + holders, 0)).toBeGreaterThanOrEqual(5)
  expect(shared.filter(({ gap }) => gap !== null).length).toBeGreaterThan(0)
  const variables = { where: { among }, limit: 200, inCommon: 5 }
  expect(await byGraphql(ScreenTradersDocument, variables)).toEqual(page)
  const where = JSON.stringify({ among })
  expect(await byCommand(['traders', '--where', where, '--limit', '200', '--in-common', '5'])).toEqual(page)
  expect(await byTool('screenTraders', { where: { among }, limit: 200, inCommon: 5 })).toMatchObject({
    items: page.items,
    inCommon: shared,
    notFound: nobody,
  })

  const onPage = await byPage(`/traders?${new URLSearchParams({ among: among.join(), inCommon: '5' })}`)
  const listed = tradersIn(onPage, '<table class="board', '</table>')
  expect(listed).toEqual(page.items.slice(0, 25).map(({ address }) => address))
  const marketsIn = [...(onPage.split('id="common"')[1] ?? '').matchAll(/href="\/market\/(0x[0-9a-f]{64})/g)]
  expect(marketsIn.map(([, condition]) => condition)).toEqual(shared.map(({ market }) => market.condition))

  const { id, path } = await saved(['My list', '--where', where, '--top', '200'])
  const members = (await get(`/v1/screens/${id}/members?limit=200&inCommon=5`)) as ScreenMemberPage
  expect(members.items).toEqual(page.items.map(({ other: _other, between: _between, ...row }) => row))
  expect([members.inCommon, members.notFound, members.path]).toEqual([shared, nobody, path])
  expect(await byGraphql(ScreenMembersDocument, { id, limit: 200, inCommon: 5 })).toEqual(members)
  expect(await byCommand(['screens', 'show', id, '--limit', '200', '--in-common', '5'])).toEqual(members)
  expect(await byTool('listScreenMembers', { id, limit: 200, inCommon: 5 })).toMatchObject({
    items: members.items,
    inCommon: shared,
  })
})

test('a screen is renamed and deleted by the command line, and its first places are a stream at every door', async () => {
  const screen = await saved(['Largest', '--order', 'volume:desc', '--top', '3'])
  const { id } = await screens('rename', screen.id, 'The largest')
  expect(await byCommand(['screens', 'list'])).toContainEqual({ ...screen, name: 'The largest' })
  const begun = (await byTool('streamStandings', { screen: id })) as { items: unknown[]; nextCursor: string }
  expect(begun.items).toEqual([])
  const board = (await byTool('streamStandings', { leaderboard: 'volume-all', limit: 3 })) as typeof begun
  expect(board.nextCursor).toBe(begun.nextCursor)
  // Without the first place, everybody has another one.
  const [first] = (await byRest({ order: 'volume:desc', limit: '1' })).items
  const optOut = async (...undo: string[]) =>
    callPequod(['accounts', 'opt-out', defined(first).address, ...undo], await ownStore())
  await optOut()
  await expect
    .poll(async () => (await byRest({ order: 'volume:desc', limit: '1' })).items[0]?.address)
    .not.toBe(first?.address)
  await refresh(served.store.db)
  const path = `/v1/standings/stream?screen=${id}`
  const messages = await readStream(path, { 'last-event-id': begun.nextCursor }, 4)
  expect(messages.map(({ kind }) => kind)).toEqual(['changed', 'changed', 'changed', 'added'])
  const part = (await byTool('streamStandings', { screen: id, cursor: begun.nextCursor })) as typeof begun
  expect(part.items).toEqual(messages)
  expect(await printed(['standings', '--screen', id], begun.nextCursor, 4)).toEqual(messages)
  const graphql = createClient({ url: `${origin}/graphql`, headers, retryAttempts: 0 })
  const variables = { screen: id, cursor: begun.nextCursor }
  const streamed: unknown[] = []
  for await (const { data } of graphql.iterate({ query: print(StandingStreamDocument), variables })) {
    streamed.push(compileWireMapper(schema, StandingStreamDocument)(data))
    if (streamed.length === 4) break
  }
  graphql.dispose()
  expect(streamed).toEqual(messages)
  await optOut('--undo')
  for (const wrong of ['', `?screen=${id}&leaderboard=pnl-7d`])
    expect((await fetch(`${origin}/v1/standings/stream${wrong}`, { headers })).status).toBe(422)
  expect((await fetch(`${origin}${path}`)).status).toBe(404)
  await screens('delete', id)
  expect((await fetch(`${origin}${path}`, { headers })).status).toBe(404)
})

/** Runs `pequod screens` for the account of the key, over the store itself. */
async function screens(...args: string[]): Promise<SavedScreen> {
  const given = ['screens', ...args, '--account', 'PRO reader', '--json']
  const { stdout, stderr, status } = await callPequod(given, await ownStore())
  expect([stderr, status]).toEqual(['', 0])
  return JSON.parse(stdout)
}

/** The store of the service, for commands that need none. */
async function ownStore(): Promise<Record<string, string>> {
  const [file] = await served.store.db.all<{ file: string }>('PRAGMA database_list')
  return { DATABASE_URL: `sqlite:${file?.file}` }
}

function saved(args: readonly string[]): Promise<SavedScreen> {
  return screens('save', ...args)
}

/** The first events that `pequod stream` prints after a cursor. */
async function printed(args: readonly string[], cursor: string, count: number): Promise<unknown[]> {
  const ending = new AbortController()
  const { said, ended } = beginPequod(
    ['stream', ...args, '--cursor', cursor, '--json', '--server', origin],
    { PEQUOD_API_KEY: headers['x-api-key'] ?? '' },
    { ending: ending.signal },
  )
  const events = () =>
    said.stdout
      .split('\n')
      .flatMap((line) => (line === '' ? [] : JSON.parse(line)))
      .filter(({ kind }) => kind !== 'position')
  await expect.poll(events).toHaveLength(count)
  ending.abort()
  expect(await ended).toMatchObject({ status: 0, stderr: '' })
  return events()
}

interface Streamed {
  cursor: string
  kind: string
  trade: { usd: number } | null
}

/** The first messages of a stream by REST that are no positions but for the first. @param act what happens once it is open */
async function readStream(
  path: string,
  more: Record<string, string>,
  count: number,
  act: () => Promise<unknown> = async () => {},
) {
  const line = new AbortController()
  const answer = await fetch(`${origin}${path}`, { headers: { ...headers, ...more }, signal: line.signal })
  const isBegun = 'last-event-id' in more
  const messages: Streamed[] = []
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString()
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (data === undefined) continue
      const message: Streamed = JSON.parse(data)
      if (message.kind !== 'position' || (messages.length === 0 && !isBegun)) messages.push(message)
      if (messages.length === 1) await act()
    }
    if (messages.length >= count) break
  }
  line.abort()
  return messages
}

/** The market with the most fills, its first outcome's token, and the dollars that takers traded. */
async function busiestMarket(): Promise<{ condition: string; token: string; volume: number }> {
  const [market] = await served.store.db.all<{ condition: string; token: string; volume: number }>(
    'SELECT c.condition, MIN(t.token) AS token, SUM(CASE f.role WHEN 1 THEN f.usd ELSE 0 END) AS volume FROM fills f ' +
      'JOIN tokens t ON t.id = f.token_id JOIN conditions c ON c.id = t.condition_id GROUP BY c.condition ORDER BY COUNT(*) DESC LIMIT 1',
  )
  const { condition, token, volume } = defined(market)
  return { condition, token, volume: Number(volume) / MICRO }
}
