import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import { DAY_SECONDS, dayOf, dayText, MICRO } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { ledgerOf, MARKET_LINES } from '../../store/support/random-ledger.ts'
import { type Ask, asker } from '../support/ask.ts'
import { readerOf } from '../support/published-store.ts'

const PRICES = `query ($id: String!, $asOf: Date, $outcome: Int, $interval: PriceInterval, $from: DateTime, $to: DateTime,
  $first: Int, $after: String, $last: Int, $before: String) {
  market(id: $id, asOf: $asOf) { outcomes { price }
    prices(outcome: $outcome, interval: $interval, from: $from, to: $to, first: $first, after: $after, last: $last, before: $before) {
      totalCount nodes { time open high low close volume tradeCount }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

interface Candle {
  time: string
  open: number | null
  high: number | null
  low: number | null
  close: number | null
  volume: number | null
  tradeCount: number
}
interface Answer {
  outcomes: { price: number | null }[]
  prices: {
    totalCount: number
    nodes: Candle[]
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
  }
}

const textOf = (time: number) => `${new Date(time * 1000).toISOString().slice(0, 19)}Z`

async function askPrices(ask: Ask, variables: object): Promise<Answer> {
  const { data, errors } = await ask(PRICES, { ...variables }, 'PRO')
  expect(errors).toBeUndefined()
  return data?.market as Answer
}

/** All candles, page by page from one of the ends. */
async function walk(ask: Ask, variables: object, isBackward: boolean): Promise<Candle[]> {
  const candles: Candle[] = []
  for (let cursor: string | null = null; ; ) {
    const place: object = isBackward ? { last: 100, before: cursor } : { first: 100, after: cursor }
    const { nodes, pageInfo, totalCount }: Answer['prices'] = (
      await askPrices(ask, { ...variables, ...place })
    ).prices
    candles.splice(isBackward ? 0 : candles.length, 0, ...nodes)
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) {
      expect(candles).toHaveLength(totalCount)
      return candles
    }
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor
  }
}

interface Asked {
  condition: string
  outcome: number
  seconds: number
  asOf: number
}

/** The candles of an outcome from a list of its market's events, newest first, one bucket after the other. */
function slowCandles(events: readonly LedgerEvent[], { condition, outcome, seconds, asOf }: Asked): Candle[] {
  const tokens: readonly string[] = MARKET_LINES.find((line) => line.condition === condition)?.tokens ?? []
  const known = events.filter(({ time }) => time < (asOf + 1) * DAY_SECONDS)
  const resolution = known.find((event) => event.kind === 'RESOLVE' && event.condition === condition)
  // A snapshot as of a day ends with its close, the newest day's too.
  // The ledger's last day is not over: it ends at the newest event.
  const newest = Math.max(...events.map(({ time }) => time))
  const end = resolution?.time ?? Math.min((asOf + 1) * DAY_SECONDS - 1, newest)
  const fills = known.filter(
    (event): event is Fill => event.kind === 'FILL' && tokens.includes(event.token) && event.time <= end,
  )
  const priceOf = ({ token, usd, shares }: Fill) => {
    if (shares < MICRO || usd > shares) return []
    const price = Math.round((usd / shares) * MICRO)
    return [(token === tokens[outcome] ? price : MICRO - price) / MICRO]
  }
  const everPriced = events.find(
    (event) => event.kind === 'FILL' && tokens.includes(event.token) && priceOf(event).length > 0,
  )
  if (everPriced === undefined) return []
  const candles: Candle[] = []
  let close: number | null = null
  for (let start = dayOf(everPriced.time) * DAY_SECONDS; start <= end; start += seconds) {
    const own = fills.filter(({ time }) => time >= start && time < start + seconds)
    const prices = own.flatMap(priceOf)
    const all: (number | null)[] = prices.length > 0 ? prices : close === null ? [null] : [close]
    close = all.at(-1) ?? null
    const numbers = all.filter((price) => price !== null)
    candles.unshift({
      time: textOf(start),
      open: all[0] ?? null,
      close,
      high: numbers.length === 0 ? null : Math.max(...numbers),
      low: numbers.length === 0 ? null : Math.min(...numbers),
      volume: own.reduce((sum, fill) => sum + (fill.role === 'TAKER' ? fill.usd : 0), 0) / MICRO,
      tradeCount: own.length,
    })
  }
  return candles
}

describeEngines("an outcome's prices", (open, engine) => {
  test('are candles of its fills at any length, of any day, sealed or not, in both directions', async () => {
    const world = fc.tuple(ledgerOf(40), fc.integer({ min: 0, max: 9 }), fc.boolean())
    await fc.assert(
      fc.asyncProperty(world, async ([events, after, isSealed]) => {
        const { db, close } = await open()
        await ingestRecords(db, [...MARKET_LINES, ...events])
        if (isSealed) await sealLedger(db, { settledAfterDays: 2, partRows: 7 })
        await refresh(db)
        const ask = asker(db, readerOf(db, { computeAsOf: (day) => publishAsOf(db, day) }))
        const [first, last] = [events[0], events.at(-1)].map((event) => dayOf(event?.time ?? 0))
        const asOf = Math.min((first ?? 0) + after, last ?? 0)
        for (const [n, { condition }] of MARKET_LINES.slice(0, 3).entries()) {
          const outcome = n % 2
          for (const [interval, seconds] of [
            ['HOUR', 3_600],
            ['DAY', DAY_SECONDS],
          ] as const) {
            const variables = { id: condition, asOf: dayText(asOf), outcome, interval }
            const expected = slowCandles(events, { condition, outcome, seconds, asOf })
            expect(await walk(ask, variables, false)).toEqual(expected)
            expect(await walk(ask, variables, true)).toEqual(expected)
          }
        }
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 4 : 2, endOnFailure: true },
    )
  })

  test('end at the mark while the market is open, and can be limited to times without being cut', async () => {
    const { db } = await open()
    const [drawn = []] = fc.sample(ledgerOf(55), { numRuns: 1, seed: 3 })
    const events = drawn.filter(({ kind }) => kind !== 'RESOLVE')
    await ingestRecords(db, [...MARKET_LINES, ...events])
    await refresh(db)
    const ask = asker(db)
    for (const { condition } of MARKET_LINES)
      for (const outcome of [0, 1]) {
        const variables = { id: condition, outcome, interval: 'MINUTES_5' }
        const { outcomes, prices } = await askPrices(ask, { ...variables, first: 100 })
        expect(prices.nodes[0]?.close ?? null).toBe(outcomes[outcome]?.price)
        const [newest, oldest] = [prices.nodes[10], prices.nodes[20]]
        if (!newest || !oldest) continue
        const within = { from: oldest.time.replace('0Z', '1Z'), to: newest.time.replace('0Z', '1Z') }
        const narrowed = await askPrices(ask, { ...variables, ...within })
        expect(narrowed.prices.nodes).toEqual(prices.nodes.slice(10, 21))
      }
    const { prices } = await askPrices(ask, { id: MARKET_LINES[0]?.condition, outcome: 2 })
    expect(prices).toMatchObject({ totalCount: 0, nodes: [] })
  })

  test('count dust in volume and number, and leave their prices as they were', async () => {
    const { db } = await open()
    const [market] = MARKET_LINES
    if (!market) throw new Error('no market')
    const fill = (time: number, shares: number, usd: number, logIndex: number): Fill => ({
      kind: 'FILL',
      block: time,
      logIndex,
      tx: null,
      time,
      exchange: null,
      counterparty: null,
      owner: `0x${'ab'.repeat(20)}` as Fill['owner'],
      role: 'TAKER',
      side: 'BUY',
      token: market.tokens[0] ?? ('1' as Fill['token']),
      shares,
      usd,
      fee: 0,
      feeIn: 'USD',
      orderHash: null,
    })
    const start = 1_700_006_400
    await ingestRecords(db, [
      market,
      fill(start + 60, 10 * MICRO, 4 * MICRO, 1),
      fill(start + 120, 100_000, 90_000, 2),
    ])
    await refresh(db)
    const ask = asker(db)
    const { prices } = await askPrices(ask, { id: market.condition, first: 1, interval: 'DAY' })
    expect(prices.nodes[0]).toMatchObject({ open: 0.4, high: 0.4, low: 0.4, close: 0.4, tradeCount: 2 })
    expect(prices.nodes[0]?.volume).toBe(4.09)
  })
})
