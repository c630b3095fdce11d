import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill, LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  dayOf,
  type Hash,
  MICRO,
  type TokenId,
} from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { fillPrice } from '../../../src/store/ingest/price-day-rows.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { asker } from '../support/ask.ts'
import { readerOf } from '../support/published-store.ts'

const CUTOFF = 1_770_003_000
const HOUR = 3_600
const DAY = 24 * HOUR
const WINDOWS = { HOUR_1: HOUR, HOURS_24: DAY, DAYS_7: 7 * DAY } as const
type Window = keyof typeof WINDOWS
const ORDERS = {
  MOVE_1H: 'HOUR_1',
  MOVE_24H: 'HOURS_24',
  MOVE_7D: 'DAYS_7',
  ACTIVE_WEEK: 'DAYS_7',
  CHANGE_1H: 'HOUR_1',
  CHANGE_7D: 'DAYS_7',
  TRADED_24H: 'HOURS_24',
  TRADED_7D: 'DAYS_7',
} as const
type Order = keyof typeof ORDERS
const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
const iso = (time: number) => `${new Date(time * 1000).toISOString().slice(0, 19)}Z`

/** Markets of two outcomes, and a last one of three. */
const MARKETS: MarketInfo[] = [0, 1, 2, 3].map((n) => ({
  kind: 'MARKET',
  condition: hex(64, 700 + n) as ConditionId,
  tokens: (n < 3 ? [0, 1] : [0, 1, 2]).map((outcome) => `${3000 + 10 * n + outcome}` as TokenId),
  outcomes: n < 3 ? ['Pikes', 'Wolves'] : ['One', 'Two', 'Three'],
  question: `Question ${n}`,
  slug: `question-${n}`,
  category: n < 2 ? 'sports' : null,
  tags: [],
  event: null,
  negRisk: null,
}))
const marketOf = (token: string) => MARKETS.findIndex(({ tokens }) => tokens.includes(token as TokenId))

/** Seconds before the cutoff: mostly within a window, or at its ends. */
const age = fc.oneof(
  ...[HOUR, DAY, 7 * DAY, 9 * DAY].map((max) => fc.nat(max)),
  fc.constantFrom(...Object.values(WINDOWS).flatMap((length) => [length - 1, length, length + 1])),
)
const trade = fc.record({
  age,
  owner: fc.integer({ min: 1, max: 7 }).map((n) => hex(40, n) as Address),
  token: fc.constantFrom(...MARKETS.flatMap(({ tokens }) => [...tokens])),
  role: fc.constantFrom('TAKER' as const, 'TAKER' as const, 'MAKER' as const),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  price: fc.integer({ min: 1, max: 99 }),
  // Less than a share makes no price.
  shares: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 1_500 }) },
    { weight: 1, arbitrary: fc.constant(0.5) },
  ),
})
const world = fc.record({
  trades: fc.array(trade, { minLength: 80, maxLength: 160 }),
  /** Markets whose fills have no role, or only some. */
  unknown: fc.constantFrom<(number | null)[]>([null], [0], [0, null]),
  resolved: fc.option(fc.record({ market: fc.nat(3), age: fc.nat(8 * DAY) })),
  daily: fc.nat(3),
  isSealed: fc.boolean(),
})

type World = typeof world extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** The events in the chain's order, each in a block of its own. One market trades each day, so that it is active all week. */
function eventsOf({ trades, unknown, resolved, daily }: World): LedgerEvent[] {
  const token = MARKETS[daily]?.tokens[0] ?? ('' as TokenId)
  const regular = Array.from({ length: 8 }, (_, n) => ({
    age: n * DAY,
    owner: hex(40, 8) as Address,
    token,
    role: 'TAKER' as const,
    side: 'BUY' as const,
    price: 50,
    shares: 2_100,
  }))
  const fills = [...trades, ...regular].map(
    ({ age: ago, owner, token: of, role, side, price, shares }, n) => ({
      kind: 'FILL' as const,
      time: CUTOFF - ago,
      exchange: null,
      counterparty: null,
      owner,
      orderHash: null,
      role: unknown.includes(marketOf(of)) && (unknown.length === 1 || n % 2 === 0) ? null : role,
      side,
      token: of,
      shares: shares * MICRO,
      usd: shares * price * (MICRO / 100),
      fee: 0,
      feeIn: 'USD' as const,
    }),
  )
  const ends =
    resolved === null
      ? []
      : [
          {
            kind: 'RESOLVE' as const,
            time: CUTOFF - resolved.age,
            condition: MARKETS[resolved.market]?.condition ?? ('' as ConditionId),
            payouts: MARKETS[resolved.market]?.tokens.map((_, n) => (n === 0 ? '1' : '0')) ?? [],
          },
        ]
  return [...fills, ...ends]
    .sort((a, b) => a.time - b.time)
    .map((event, n) => ({ ...event, block: n + 1, logIndex: 0, tx: hex(64, n + 1) as Hash }))
}

interface SlowMove {
  change: number
  volume: number
  [name: string]: unknown
}

/** A market's move by every fill, in the shape of the answer; null where it does not qualify. */
function slowMove(events: readonly LedgerEvent[], n: number, window: Window): SlowMove | null {
  const { condition, tokens, outcomes } = MARKETS[n] as MarketInfo
  if (events.some((event) => event.kind === 'RESOLVE' && event.condition === condition)) return null
  const fills = events.filter((event): event is Fill => event.kind === 'FILL' && tokens.includes(event.token))
  const start = CUTOFF - WINDOWS[window]
  const priceAt = (time: number) => {
    const priced = fills.filter(
      (fill) => fill.time <= time && (tokens.length === 2 || fill.token === tokens[0]),
    )
    const last = priced.findLast((fill) => fillPrice(fill) !== null)
    const price = last ? (fillPrice(last) as number) : null
    return price === null ? null : last?.token === tokens[0] ? price : MICRO - price
  }
  const within = fills.filter(({ time }) => time > start)
  const [before, now, volume] = [priceAt(start), priceAt(CUTOFF), volumeOf(within)]
  const traders = new Set(within.map(({ owner }) => owner))
  if (before === null || now === null || volume === null || volume < 1_000 * MICRO || traders.size < 5)
    return null
  const days = Array.from({ length: 7 }, (_, ago) => dayOf(CUTOFF) - 1 - ago)
  const active = days.every(
    (day) => (volumeOf(fills.filter(({ time }) => dayOf(time) === day)) ?? 0) >= 1_000 * MICRO,
  )
  const nets = [...traders].map((address) => {
    const own = within.filter(({ owner }) => owner === address)
    const part = (of: (fill: Fill) => number, ofOther: (fill: Fill) => number) =>
      own.reduce((sum, fill) => {
        const sign = fill.side === 'BUY' ? 1 : -1
        if (fill.token === tokens[0]) return sum + sign * of(fill)
        return tokens.length === 2 ? sum - sign * ofOther(fill) : sum
      }, 0)
    const shares = part(
      (fill) => fill.shares,
      (fill) => fill.shares,
    )
    const usd = part(
      (fill) => fill.usd,
      (fill) => fill.shares - fill.usd,
    )
    return { address, shares, usd }
  })
  const sign = Math.sign(now - before)
  const most = nets.reduce((largest, { usd }) => Math.max(largest, sign * usd), 0)
  return {
    window,
    from: iso(start),
    outcome: outcomes?.[0],
    priceBefore: before / MICRO,
    price: now / MICRO,
    change: (now - before) / MICRO,
    path: Array.from({ length: 25 }, (_, i) => Number(priceAt(start + (i * WINDOWS[window]) / 24)) / MICRO),
    volume: volume / MICRO,
    traderCount: traders.size,
    activeAllWeek: active,
    movedBy: nets
      .filter(({ usd }) => most > 0 && sign * usd === most)
      .map(({ address, shares, usd }) => `${address} ${shares / MICRO} ${usd / MICRO}`),
  }
}

/** Dollars of the fills but those of makers; null if the roles of only some are known. */
function volumeOf(fills: readonly Fill[]): number | null {
  const unknown = fills.filter(({ role }) => role === null).length
  if (unknown > 0 && unknown < fills.length) return null
  return fills.reduce((sum, { role, usd }) => (role === 'MAKER' ? sum : sum + usd), 0)
}

const MOVE = `window from outcome { name } priceBefore price change path volume traderCount activeAllWeek
  movedBy { trader { address } shares usd }`
const ONE = `query ($id: String!) { market(id: $id) { none: move { window } outcomes { priceDayAgo }
  ${Object.keys(WINDOWS)
    .map((window) => `${window}: move(window: ${window}) { ${MOVE} }`)
    .join(' ')} } }`
const FACTS = '{ service { openInterest day { day volume volumeDayBefore resolvedMarkets newTraders } } }'
const LIST = `query ($order: MarketSort!, $where: MarketWhere, $after: String) { markets(orderBy: { by: $order }, where: $where, first: 2, after: $after) {
  totalCount nodes { condition move { ${MOVE} } } pageInfo { hasNextPage endCursor } } }`

interface Answer {
  outcome: { name: string }
  movedBy: { trader: { address: string }; shares: number; usd: number } | null
  [name: string]: unknown
}
interface Page {
  totalCount: number
  nodes: { condition: string; move: Answer }[]
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

/** An answer beside what the fills say: of several traders with the same net, any may be named. */
function expectMove(answer: Answer | null, expected: SlowMove | null): void {
  if (answer === null || expected === null) {
    expect(answer).toEqual(expected)
    return
  }
  const { movedBy, outcome, ...rest } = answer
  const { movedBy: any, ...others } = expected
  const named = movedBy === null ? [] : [`${movedBy.trader.address} ${movedBy.shares} ${movedBy.usd}`]
  expect({ ...rest, outcome: outcome.name }).toEqual(others)
  if (movedBy === null) expect(any).toEqual([])
  else expect(any).toEqual(expect.arrayContaining(named))
}

describeEngines('the moves of markets', (open, engine) => {
  test('are those of raw fills, in each window, and rank the lists', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const { db, close } = await open()
        const events = eventsOf(drawn)
        await ingestRecords(db, [...MARKETS, ...events])
        if (drawn.isSealed) await sealLedger(db, { settledAfterDays: 1, partRows: 7 })
        await refresh(db)
        const ask = asker(db, readerOf(db))
        for (const [n, { condition }] of MARKETS.entries()) {
          const { data, errors } = await ask(ONE, { id: condition })
          expect(errors).toBeUndefined()
          const { outcomes, ...moves } = (data?.market ?? {}) as {
            outcomes: { priceDayAgo: number | null }[]
          }
          const { none = null, ...answers } = moves as Record<string, Answer | null>
          expect(none).toBeNull()
          for (const window of Object.keys(WINDOWS) as Window[])
            expectMove(answers[window] ?? null, slowMove(events, n, window))
          const day = slowMove(events, n, 'HOURS_24')
          if (day !== null) expect(outcomes[0]?.priceDayAgo).toBe(day.priceBefore)
        }
        expect((await ask(FACTS)).data).toEqual({
          service: { openInterest: slowOpenInterest(events), day: slowFacts(events) },
        })
        for (const order of Object.keys(ORDERS) as Order[])
          for (const category of [null, 'SPORTS']) {
            const expected = slowList(events, order, category)
            const rows: Page['nodes'] = []
            for (let after: string | null = null; ; ) {
              const { data, errors } = await ask(LIST, { order, where: { category }, after })
              expect(errors).toBeUndefined()
              const page = data?.markets as unknown as Page
              const { nodes, pageInfo } = page
              expect(page.totalCount).toBe(expected.length)
              rows.push(...nodes)
              if (!pageInfo.hasNextPage) break
              after = pageInfo.endCursor
            }
            expect(rows.map((row) => row.condition)).toEqual(expected.map((n) => MARKETS[n]?.condition))
            for (const [i, { move }] of rows.entries())
              expectMove(move, slowMove(events, expected[i] ?? -1, ORDERS[order]))
            found += rows.length
          }
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 4 : 3, endOnFailure: true },
    )
    expect(found).toBeGreaterThan(0)
  })
})

/** The markets of a list by moves, in its order, by their numbers. */
function slowList(events: readonly LedgerEvent[], order: Order, category: string | null): number[] {
  const moves = [...MARKETS.keys()].flatMap((n) => {
    const move = slowMove(events, n, ORDERS[order])
    const isIn = category === null || MARKETS[n]?.category === category.toLowerCase()
    if (move === null || !isIn) return []
    if (order === 'ACTIVE_WEEK') return move.activeAllWeek ? [{ n, rank: move.volume }] : []
    const change = Math.round(move.change * MICRO) / MICRO
    const weight = Math.abs(change) * Math.sqrt(move.volume)
    const rank = order.startsWith('CHANGE') ? change : order.startsWith('TRADED') ? move.volume : weight
    return change === 0 ? [] : [{ n, rank }]
  })
  const total = (n: number) => {
    const own = MARKETS[n]?.tokens ?? []
    const fills = events.filter((event): event is Fill => event.kind === 'FILL' && own.includes(event.token))
    return volumeOf(fills) ?? -1
  }
  return moves.sort((a, b) => b.rank - a.rank || total(b.n) - total(a.n) || b.n - a.n).map(({ n }) => n)
}

/** The facts of the day before the cutoff's, by every event. */
function slowFacts(events: readonly LedgerEvent[]) {
  const last = dayOf(CUTOFF) - 1
  const [volume, volumeDayBefore] = [last, last - 1].map((day) => {
    const open = MARKETS.filter(({ condition }) => {
      const end = events.find((event) => event.kind === 'RESOLVE' && event.condition === condition)
      return end === undefined || dayOf(end.time) >= last - 1
    })
    const sums = open.map(({ tokens }) =>
      volumeOf(
        events.filter(
          (event): event is Fill =>
            event.kind === 'FILL' && tokens.includes(event.token) && dayOf(event.time) === day,
        ),
      ),
    )
    return sums.includes(null) ? null : sums.reduce<number>((sum, one) => sum + (one ?? 0), 0) / MICRO
  })
  const resolvedMarkets = events.filter(({ kind, time }) => kind === 'RESOLVE' && dayOf(time) === last).length
  const first = new Map<string, number>()
  for (const event of events)
    if (event.kind === 'FILL' && !first.has(event.owner)) first.set(event.owner, dayOf(event.time))
  return {
    day: new Date(last * DAY * 1_000).toISOString().slice(0, 10),
    volume,
    volumeDayBefore,
    resolvedMarkets,
    newTraders: [...first.values()].filter((day) => day === last).length,
  }
}

/** The shares that traders hold of unresolved markets at their last prices, by every fill. */
function slowOpenInterest(events: readonly LedgerEvent[]): number {
  const fills = events.filter((event): event is Fill => event.kind === 'FILL')
  let sum = 0n
  for (const { condition, tokens } of MARKETS) {
    if (events.some((event) => event.kind === 'RESOLVE' && event.condition === condition)) continue
    for (const token of tokens) {
      const held = new Map<string, number>()
      for (const fill of fills.filter((one) => one.token === token)) {
        const before = held.get(fill.owner) ?? 0
        // Shares that were not seen to come leave without a trace.
        held.set(fill.owner, fill.side === 'BUY' ? before + fill.shares : Math.max(0, before - fill.shares))
      }
      const last = fills.findLast(
        (fill) =>
          (tokens.length === 2 ? tokens.includes(fill.token) : fill.token === token) &&
          fillPrice(fill) !== null,
      )
      const own = last && (fillPrice(last) as number)
      const price = own === undefined ? 0 : last?.token === token ? own : MICRO - own
      const supply = [...held.values()].reduce((total, shares) => total + shares, 0)
      sum += (BigInt(supply) * BigInt(price)) / BigInt(MICRO)
    }
  }
  return Number(sum) / MICRO
}
