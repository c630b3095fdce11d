import { beforeAll, expect, test } from 'vitest'
import { centsText, moveText } from '../../src/formats.ts'
import type { Fill, MarketInfo } from '../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  type Hash,
  MICRO,
  type TokenId,
} from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { closeServed, type Served, serveNothing } from '../server/support/served-world.ts'

const CUTOFF = 1_770_003_000
const DAY = 86_400
const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`

const MARKETS: MarketInfo[] = Array.from({ length: 8 }, (_, n) => ({
  kind: 'MARKET',
  condition: hex(64, 800 + n) as ConditionId,
  tokens: [`${4000 + 2 * n}` as TokenId, `${4001 + 2 * n}` as TokenId],
  outcomes: ['Pikes', 'Wolves'],
  question: `Will <b>${n}</b> happen?`,
  slug: `market-${n}`,
  category: 'sports',
  tags: [],
  event: null,
  negRisk: null,
}))

/** In each market six traders buy, or sell, at prices that differ more with its number; each day and within the last hour. */
function fills(): Fill[] {
  const made = MARKETS.flatMap(({ tokens }, n) =>
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].flatMap((days) =>
      [1, 2, 3, 4, 5, 6].map((trader) => ({
        kind: 'FILL' as const,
        time: CUTOFF - days * DAY - (days === 0 ? 10 * trader : 4_000),
        exchange: null,
        counterparty: null,
        owner: hex(40, trader) as Address,
        orderHash: null,
        role: 'TAKER' as const,
        side: n % 2 === 0 ? ('BUY' as const) : ('SELL' as const),
        token: tokens[0] ?? ('' as TokenId),
        shares: (n === 3 ? 20_000 : 500 + 100 * trader) * MICRO,
        usd:
          (n === 3 ? 20_000 : 500 + 100 * trader) *
          (500_000 + (9 - days) * (n + 1) * (n % 2 === 0 ? 4_000 : -4_000)),
        fee: 0,
        feeIn: 'USD' as const,
      })),
    ),
  )
  return made
    .sort((a, b) => a.time - b.time)
    .map((fill, n) => ({ ...fill, block: n + 1, logIndex: 0, tx: hex(64, n + 1) as Hash }))
}

closeServed()
let served: Served
let quiet: Served
beforeAll(async () => {
  served = await serveNothing({ env: { WHALE_DELAY_MINUTES: '0' } })
  await ingestRecords(served.store.db, [...MARKETS, ...fills()])
  await refresh(served.store.db)
  // One trader alone moves no price.
  quiet = await serveNothing({ env: { WHALE_DELAY_MINUTES: '0' } })
  const alone = fills().filter(({ owner }) => owner === hex(40, 1))
  await ingestRecords(quiet.store.db, [...MARKETS, ...alone.filter(({ usd }) => usd < 1_000 * MICRO)])
  await refresh(quiet.store.db)
})

const conditionsIn = (html: string) => [...html.matchAll(/href="\/market\/(0x\w+)"/g)].map(([, one]) => one)
const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const card = (html: string, title: string) =>
  html.split('<section').find((one) => one.includes(`<h2>${title}</h2>`)) ?? ''

test.each([
  ['/', 'move_24h', '24 hours'],
  ['/?window=24h', 'move_24h', '24 hours'],
  ['/?window=1h', 'move_1h', '1 hour'],
  ['/?window=7d', 'move_7d', '7 days'],
])('%s shows the first rows of REST, each with its change and who moved it', async (path, order, words) => {
  const { items } = (await served.app.inject(`/v1/markets?order=${order}&limit=6`)).json()
  expect(items).toHaveLength(6)
  const moved = card((await served.app.inject(path)).body, 'Prices that moved')
  expect(conditionsIn(moved)).toEqual(items.map(({ condition }: { condition: string }) => condition))
  expect(moved).toMatch(new RegExp(`<a href="[^"]*" aria-current="page">${words}</a>`))
  for (const [i, { move }] of items.entries()) {
    const row = wordsOf(moved.split('<tr')[i + 2] ?? '')
    expect(row).toContain(`Pikes ${centsText(move.price)}`)
    expect(row).toContain(moveText(move.change).replace('\u2009', ' '))
    expect(moved).toContain(`/trader/${move.movedBy.trader.address}`)
    expect(row).toContain(move.change > 0 ? 'net bought $' : 'net sold $')
  }
  expect(moved).toContain('&lt;b&gt;')
})

test('the newest large trades, the busy markets, the leaders and the facts are those of their operations', async () => {
  const { body } = await served.app.inject('/?period=all')
  const { items: trades } = (await served.app.inject('/v1/trades?minUsd=10000&limit=6')).json()
  expect(trades).toHaveLength(6)
  const large = card(body, 'Large trades')
  expect([...large.matchAll(/<time datetime="([^"]+)"/g)].map(([, time]) => time)).toEqual(
    trades.map(({ time }: { time: string }) => time),
  )
  const active = (await served.app.inject('/v1/markets?order=active_week&limit=6')).json().items
  expect(conditionsIn(card(body, 'Active all week'))).toEqual(
    active.map(({ condition }: { condition: string }) => condition),
  )
  const { entries } = (await served.app.inject('/v1/leaderboard/pnl-all?limit=7')).json()
  const leaders = card(body, 'Leaders')
  expect([...leaders.matchAll(/href="\/trader\/(0x\w+)"/g)].map(([, one]) => one)).toEqual(
    entries.map(({ address }: { address: string }) => address),
  )
  expect(leaders).toContain('Fewer than 30 bets')
  const query = '{ service { day { volume } } }'
  const { data } = (await served.app.inject({ method: 'POST', url: '/graphql', payload: { query } })).json()
  expect(body).toContain(`value="${data.service.day.volume}"`)
})

test.each(['move_1h', 'move_24h', 'move_7d', 'active_week'])(
  '/markets?orderBy=%s lists the rows of REST by a click',
  async (order) => {
    const list = (await served.app.inject('/markets?category=sports')).body
    const link = [...list.matchAll(/<a class="pill" href="([^"]+)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    )
    const path = link.find((one) => one.includes(`orderBy=${order}`)) ?? ''
    expect(path).toContain('category=sports')
    const { body } = await served.app.inject(path)
    const { items } = (await served.app.inject(`/v1/markets?order=${order}&category=sports&limit=30`)).json()
    expect(items.length).toBeGreaterThan(5)
    expect(conditionsIn(body)).toEqual(items.map(({ condition }: { condition: string }) => condition))
    for (const { move } of items) expect(body).toContain(`value="${move.volume}"`)
    expect(wordsOf(body)).toContain(`${items.length} markets`)
    const none = (await quiet.app.inject(path)).body
    expect(wordsOf(none)).toContain('No market with such a move fits. Remove all filters')
  },
)

test.each([
  ['1h', '5m', 13],
  ['24h', '1h', 25],
  ['6h', '15m', 25],
  ['7d', '12h', 15],
  ['30d', '1d', 31],
])('the chart of a market shows %s in candles of %s', async (period, interval, limit) => {
  const path = `/market/${MARKETS[4]?.condition}`
  const { items } = (await served.app.inject(`/v1${path}/prices?interval=${interval}&limit=${limit}`)).json()
  const shown = items.filter(({ close }: { close: number | null }) => close !== null)
  expect(shown.length).toBeGreaterThan(5)
  const { body } = await served.app.inject(`${path}?period=${period}`)
  const chart = body.slice(body.indexOf(`aria-label="Price of Pikes by`))
  const rows = [...chart.slice(0, chart.indexOf('</table>')).matchAll(/<time[^>]* datetime="([^"]+)"/g)].map(
    ([, time = '']) => time,
  )
  expect(rows).toEqual(
    shown.toReversed().map(({ time }: { time: string }) => (interval === '1d' ? time.slice(0, 10) : time)),
  )
  expect(body).toMatch(new RegExp(`period=${period}" aria-current="page"`))
})

test('blocks without a row say so', async () => {
  const { body } = await quiet.app.inject('/')
  const { items } = (await quiet.app.inject('/v1/markets?order=move_24h')).json()
  expect(items).toEqual([])
  expect(wordsOf(card(body, 'Prices that moved'))).toContain('No price moved in the last 24 hours')
  expect(wordsOf(card(body, 'Large trades'))).toContain('No trade of $10,000 or more so far')
  expect(wordsOf(card(body, 'Active all week'))).toContain('No market had at least $1,000 traded on each')
  expect((await quiet.app.inject('/?window=2h')).statusCode).toBe(422)
})
