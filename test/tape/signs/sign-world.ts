import fc from 'fast-check'
import type { Condition } from '../../../src/store/ingest/conditions.ts'
import type { MovementRow } from '../../../src/store/ledger/movement-row.ts'
import { comparePlaces } from '../../../src/store/ledger/place.ts'
import { createHoldings, type FoldedEvent, noPositions } from '../../../src/tape/signs/fold-holdings.ts'
import {
  emptySignState,
  type SignedTrade,
  type SignState,
  takeSecond,
} from '../../../src/tape/signs/sign-pass.ts'
import type { WorldEvent, WorldMarket } from './slow-signs.ts'

/** Three lone markets, one of them of three outcomes, three more to spread over, and a neg-risk market of two questions. */
export const MARKETS: readonly WorldMarket[] = [
  { id: 1, tokens: [11, 12], negRisk: null },
  { id: 2, tokens: [21, 22, 23], negRisk: null },
  { id: 3, tokens: [31, 32], negRisk: null },
  { id: 4, tokens: [41, 42], negRisk: 1 },
  { id: 5, tokens: [51, 52], negRisk: 1 },
  { id: 6, tokens: [61, 62], negRisk: null },
  { id: 7, tokens: [71, 72], negRisk: null },
]
/** The last is of no known market. */
const TOKENS = [...MARKETS.flatMap(({ tokens }) => tokens), 99]
const TRADERS = 7
const DAY = 86_400
const UNIT = 1_000_000

/** Gaps between events: none, within a block's second, around the limits of definitions, and long ones. */
const gap = fc.oneof(
  { weight: 60, arbitrary: fc.constant(0) },
  { weight: 60, arbitrary: fc.constantFrom(1, 2, 30, 300, 599, 600, 601) },
  { weight: 10, arbitrary: fc.constantFrom(1_800, 3_600, 3_601, DAY - 1, DAY) },
  { weight: 2, arbitrary: fc.constantFrom(6 * DAY, 7 * DAY, 30 * DAY) },
  { weight: 1, arbitrary: fc.constantFrom(90 * DAY, 91 * DAY) },
)
const trader = fc.integer({ min: 1, max: TRADERS })
/** Half of the trading is in one market, so that its trades meet. */
const token = fc.oneof(fc.constantFrom(11, 12), fc.constantFrom(...TOKENS))
const shares = fc.oneof(
  fc.constantFrom(1_000, 1_500, 1_010, 3_000, 10_000, 0.5, 2).map((n) => Math.round(n * UNIT)),
  fc.constantFrom(100, 200, 2_000, 50_000, 100_000).map((n) => n * UNIT),
)
const price = fc.oneof(fc.constantFrom(50, 51, 52, 49, 63, 38), fc.integer({ min: 1, max: 99 }))
const role = fc.constantFrom('TAKER' as const, 'TAKER' as const, 'MAKER' as const, null)

const fill = fc
  .record({
    owner: trader,
    token,
    side: fc.constantFrom('BUY', 'BUY', 'BUY', 'BUY', 'BUY', 'BUY', 'SELL'),
    role,
    shares,
    price,
  })
  .map(({ price, ...terms }) => ({
    kind: 'FILL' as const,
    ...terms,
    side: terms.side as 'BUY' | 'SELL',
    usd: Math.round((terms.shares * price) / 100),
    fee: 0,
  }))
const other = fc.oneof(
  fc.record({
    kind: fc.constant('SPLIT' as const),
    owner: trader,
    market: fc.constantFrom(...MARKETS.map(({ id }) => id)),
    amount: shares,
  }),
  fc.record({ kind: fc.constant('TRANSFER' as const), from: trader, to: trader, token, amount: shares }),
  fc.record({ kind: fc.constant('INCOME' as const), owner: trader }),
  fc.record({
    kind: fc.constant('RESOLVE' as const),
    market: fc.constantFrom(...MARKETS.map(({ id }) => id)),
    prices: fc.constantFrom([UNIT, 0, 0], [0, UNIT, 0]),
  }),
)

interface Drawn {
  what: WorldEvent | (typeof fill extends fc.Arbitrary<infer T> ? T : never)
  gap: number
  isSameTx: boolean
  isSameBlock: boolean
  isApi: boolean
  /** Makes the event, if it is a fill, one that takes the fill before it back, or does the same for another trader. */
  echo: 'BACK' | 'TWIN' | null
}
const drawn = fc.record({
  what: fc.oneof({ weight: 30, arbitrary: fill }, { weight: 1, arbitrary: other }),
  echo: fc.constantFrom('BACK' as const, 'TWIN' as const, ...Array(12).fill(null)),
  gap,
  isSameTx: fc.boolean(),
  isSameBlock: fc.boolean(),
  isApi: fc.integer({ min: 0, max: 11 }).map((n) => n === 0),
}) as fc.Arbitrary<Drawn>

/** The ledger of a small world, in order. The first event lies far enough back for most signs of history to be known. */
export const signWorld: fc.Arbitrary<WorldEvent[]> = fc
  .tuple(
    fc.array(drawn, { minLength: 20, maxLength: 200, size: 'max' }),
    fc.constantFrom(10 * DAY, 31 * DAY, 100 * DAY),
    fc.constantFrom(33_605_403, 33_605_404),
  )
  .map(([all, reach, block]) => placed(all, reach, block))

function placed(all: readonly Drawn[], reach: number, firstBlock: number): WorldEvent[] {
  const start = 1_770_000_000
  const first = {
    kind: 'INCOME' as const,
    owner: 1,
    time: start,
    key: firstBlock * 2 ** 20,
    item: 0,
    block: firstBlock,
    tx: 'first',
  }
  const events: WorldEvent[] = [first]
  let [time, block, log, transaction] = [start + reach, 50_000_000, 0, 0]
  let last: Drawn['what'] | null = null
  all.forEach((one, n) => {
    const what: Drawn['what'] = one.echo === null || last === null ? one.what : echoOf(last, one.echo)
    if (what.kind === 'FILL') last = what
    time += one.echo === 'TWIN' ? 0 : one.gap
    if (one.echo !== 'TWIN' && (one.gap > 0 || !one.isSameBlock)) {
      block++
      log = 0
    }
    if (one.gap > 0 || log === 0 || !one.isSameTx || one.echo !== null) transaction++
    log++
    // Rows of the Data API of a second may be of one transaction without being next to each other.
    const place = one.isApi
      ? { key: -1_000_000 + ((n * 7_919) % 1_000), block: null, tx: n % 3 === 0 ? null : `api ${time}` }
      : { key: block * 2 ** 20 + log, block, tx: `${transaction}` }
    events.push({ ...what, time, item: 0, ...place } as WorldEvent)
  })
  return firstResolutions(distinct(events).sort(comparePlaces))
}

function echoOf(what: Drawn['what'], echo: 'BACK' | 'TWIN'): Drawn['what'] {
  if (what.kind !== 'FILL') return what
  if (echo === 'BACK') return { ...what, side: what.side === 'BUY' ? 'SELL' : 'BUY' }
  return { ...what, owner: (what.owner % TRADERS) + 1, shares: what.shares + Math.floor(what.shares / 200) }
}

function distinct(events: readonly WorldEvent[]): WorldEvent[] {
  return [...new Map(events.map((event) => [`${event.time} ${event.key}`, event])).values()]
}

/** A condition keeps its first resolution. */
function firstResolutions(events: readonly WorldEvent[]): WorldEvent[] {
  const seen = new Set<number>()
  return events.filter((event) => {
    if (event.kind !== 'RESOLVE') return true
    const isFirst = !seen.has(event.market)
    seen.add(event.market)
    return isFirst
  })
}

/** The signs of a world by one pass, with the state and positions stored and read again after some of its seconds. */
export function passOver(
  events: readonly WorldEvent[],
  stops: ReadonlySet<number> = new Set(),
): SignedTrade[] {
  let state: SignState = emptySignState()
  const facts = factsOf(events)
  let holdings = createHoldings(facts, noPositions())
  const seconds = [...Map.groupBy(events, ({ time }) => time).values()]
  return seconds.flatMap((second, n) => {
    const signed = takeSecond(state, holdings, second.map(foldedEvent))
    if (stops.has(n)) {
      holdings = createHoldings(facts, structuredClone(holdings.take()))
      state = structuredClone(state)
    }
    return signed
  })
}

function foldedEvent(event: WorldEvent): FoldedEvent {
  const { time, key, item, block, tx } = event
  const place = { time, key, item, block, tx }
  const nothing = {
    owner: null,
    other: null,
    condition: null,
    negRisk: null,
    token: null,
    amount: null,
    amounts: null,
    payouts: null,
    indexSet: null,
    feeBips: null,
  }
  const moved = (traders: number[], row: Partial<MovementRow> & Pick<MovementRow, 'kind'>): FoldedEvent => ({
    ...place,
    traders,
    fill: null,
    row: { ...nothing, time, key, item, ...row },
  })
  switch (event.kind) {
    case 'FILL':
      return { ...place, traders: [event.owner], fill: event, row: { ...event, feeIn: 'USD' } }
    case 'SPLIT':
      return moved([event.owner], {
        kind: 'SPLIT',
        owner: event.owner,
        condition: event.market,
        amount: event.amount,
      })
    case 'TRANSFER':
      return moved([event.from, event.to], {
        kind: 'TRANSFER',
        owner: event.from,
        other: event.to,
        token: event.token,
        amount: event.amount,
      })
    case 'INCOME':
      return moved([event.owner], { kind: 'INCOME', owner: event.owner, amount: 1 })
    case 'RESOLVE':
      return moved([], { kind: 'RESOLVE', condition: event.market, payouts: event.prices })
  }
}

function factsOf(events: readonly WorldEvent[]): Parameters<typeof createHoldings>[0] {
  const conditions = MARKETS.map(({ id, tokens, negRisk }): Condition => {
    const resolution = events.find((event) => event.kind === 'RESOLVE' && event.market === id)
    const prices = resolution?.kind === 'RESOLVE' ? resolution.prices : null
    const resolved = resolution ? { time: resolution.time, key: resolution.key, item: 0 } : null
    return {
      id,
      tokens,
      negRisk,
      negRiskIndex: null,
      prepared: null,
      resolved,
      pricesAt: (place) => (resolved !== null && comparePlaces(resolved, place) <= 0 ? prices : null),
    }
  })
  const get = (id: number) => conditions.find((one) => one.id === id) as Condition
  return {
    conditions: { get, negRisk: () => [], questionsAt: () => null, feeBipsOf: () => 0 },
    conditionOf: (token) => conditions.find(({ tokens }) => tokens.includes(token)) ?? null,
    tokensOfNegRisk: (id) => conditions.flatMap(({ negRisk, tokens }) => (negRisk === id ? tokens : [])),
    isInfrastructure: () => false,
  }
}
