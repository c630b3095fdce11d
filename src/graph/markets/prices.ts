import { MAX_OUTCOMES } from '../../ledger/bounds.ts'
import { DAY_SECONDS, dayOf, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import { isSettled } from '../../smart-money/market-prices.ts'
import type { CandlesAsked, TradedBucket } from '../../store/markets/candles.ts'
import { priceByEither } from '../../store/markets/last-prices.ts'
import type { MarketOutcome } from '../../store/markets/market-facts.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { valuesOf } from '../kit/enums.ts'
import { type Market, MarketRef } from '../kit/market-page.ts'
import { certainTotal, eventEnd, type PageArguments, pageSlice, withNodes } from '../kit/paging/page-slice.ts'
import {
  BEYOND_FIRST,
  endingFor,
  FIRST_ROWS,
  FIRST_ROWS_ALONE,
  pageArguments,
  placePrice,
} from '../kit/paging/place-paging.ts'

/** Lengths of candles in seconds; each divides a day. */
const INTERVALS = {
  MINUTES_5: { seconds: 300, wire: '5m', says: 'Five minutes of the UTC day.' },
  MINUTES_15: { seconds: 900, wire: '15m', says: 'Fifteen minutes of the UTC day.' },
  HOUR: { seconds: 3_600, wire: '1h', says: 'An hour of the UTC day.' },
  HOURS_12: { seconds: 43_200, wire: '12h', says: 'Half a UTC day.' },
  DAY: { seconds: DAY_SECONDS, wire: '1d', says: 'A whole UTC day.' },
} as const
type Interval = keyof typeof INTERVALS

const PriceIntervalEnum = builder.enumType('PriceInterval', {
  description: 'Lengths of candles.',
  values: valuesOf<Interval>(INTERVALS),
})

const PRICE = { nullable: true, limits: { minimum: 0, maximum: 1 } } as const

const CandleType = builder.objectRef<TradedBucket>('Candle').implement({
  description:
    'Prices and volume of an outcome within an interval. Prices are of fills that make a price; volume and count are of all fills. Without a price, all four are the last one before it.',
  fields: (t) => ({
    time: t.when('start', 'Start of the interval, a multiple of its length since midnight UTC.'),
    open: t.amount(({ prices }) => prices?.open, {
      ...PRICE,
      description: 'First price, in USD from {limits}. Null before the first trade.',
    }),
    high: t.amount(({ prices }) => prices?.high, {
      ...PRICE,
      description: 'Highest price, in USD from {limits}. Null before the first trade.',
    }),
    low: t.amount(({ prices }) => prices?.low, {
      ...PRICE,
      description: 'Lowest price, in USD from {limits}. Null before the first trade.',
    }),
    close: t.amount(({ prices }) => prices?.close, {
      ...PRICE,
      description: 'Last price, in USD from {limits}. Null before the first trade.',
    }),
    volume: t.amount('usd', {
      nullable: true,
      description:
        'Traded volume in USD, 0 or more: every fill with the role TAKER, also one that makes no price. Null if the role of any fill is unknown.',
    }),
    tradeCount: t.count(
      'fills',
      'Number of fills, {limits}: 0 in a gap. It includes fills that make no price. A match has a fill for each of its orders.',
    ),
  }),
})

const CandleConnectionType = builder.connectionObject(
  {
    type: CandleType,
    name: 'CandleConnection',
    description: 'A page of candles.',
    fields: (t) => ({
      totalCount: t.count(certainTotal, 'Candles in the whole list, {limits}.'),
    }),
  },
  { name: 'CandleEdge', description: 'A candle with its cursor.' },
)

interface PriceArguments extends PageArguments {
  outcome?: number | null | undefined
  interval?: Interval | null | undefined
  from?: Seconds | null | undefined
  to?: Seconds | null | undefined
}

builder.objectFields(MarketRef, (t) => ({
  prices: t.field({
    type: CandleConnectionType,
    complexity: placePrice(),
    description: `Prices of an outcome by interval, newest first, without gaps: from the day of its first trade to the last event, or to its resolution. Prices come from fills of at least one share, up to $1; in a market of two outcomes, fills of the other outcome count as $1 minus their price, as in \`Outcome.price\`. ${FIRST_ROWS_ALONE}`,
    args: {
      outcome: t.arg.int({
        limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
        defaultValue: 0,
        description:
          'Index of the outcome, from {limits}. Default: 0. Without such an outcome, the list is empty.',
      }),
      interval: t.arg({
        type: PriceIntervalEnum,
        defaultValue: 'DAY',
        description: 'Candle length. Default: DAY. Each interval has its own cursors.',
      }),
      from: t.arg({
        type: 'DateTime',
        tier: BEYOND_FIRST,
        description: 'Only candles ending after this time. Default: the first candle.',
      }),
      to: t.arg({
        type: 'DateTime',
        tier: BEYOND_FIRST,
        description: 'Only candles starting before this time. Default: the last candle.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: (market, args, context) => listCandles(market, args, context),
  }),
}))

/** A page of an outcome's candles, newest first. At most three statements, and a read of sealed files. */
async function listCandles(market: Market, args: PriceArguments, context: RequestContext) {
  const { facts, snapshot, page } = market
  const { marketStore } = context.reader
  const interval = args.interval ?? 'DAY'
  const { seconds } = INTERVALS[interval]
  const priced = pricedBy((await page.outcomes()).get(facts.id) ?? [], args.outcome ?? 0)
  const end = eventEnd(snapshot)
  const resolved = isSettled(facts, end.time) ? (facts.resolvedTime ?? end.time) : end.time
  const upTo = resolved < end.time ? { time: resolved, key: Number.MAX_SAFE_INTEGER } : end
  const firstDay = await marketStore.firstDay(priced.tokens, dayOf(end.time), snapshot.ledgerVersion)
  const startOf = (time: Seconds) => time - (time % seconds)
  const first = Math.max((firstDay ?? 0) * DAY_SECONDS, startOf(args.from ?? 0))
  const last = Math.min(startOf(upTo.time), startOf((args.to ?? upTo.time + 1) - 1))
  const count = firstDay === null ? 0 : Math.max(0, (last - first) / seconds + 1)
  const list = {
    count,
    at: (row: number) => last - row * seconds,
    placeOf: (start: Seconds) => [-start, 0] as const,
  }
  const slice = pageSlice(list, args, { mark: `prices ${interval}`, rows: FIRST_ROWS })
  const { edges, ...ends } = endingFor(context.caller.tier, slice)
  const [newest, oldest] = [edges[0]?.node ?? 0, edges.at(-1)?.node ?? 0]
  // Earlier fills of the first day are read as well, because the price carries over from them.
  const midnight = dayOf(oldest) * DAY_SECONDS
  const before = newest + seconds
  const whole = { time: before - 1, key: Number.MAX_SAFE_INTEGER }
  const asked: CandlesAsked = {
    ...priced,
    seconds,
    since: midnight,
    before,
    upTo: whole.time < upTo.time ? whole : upTo,
  }
  const nothing = edges.length === 0
  const traded = nothing
    ? new Map<Seconds, TradedBucket>()
    : await marketStore.candles(asked, snapshot.ledgerVersion)
  const carried = nothing ? null : await closeBefore(priced, midnight, market, context)
  const candles = carry(traded, { from: midnight, to: newest, seconds, carried })
  return {
    total: async () => count,
    cutoff: () => snapshot.cutoff,
    edges: withNodes(
      edges,
      edges.map(({ node }) => candles.get(node)),
    ),
    ...ends,
  }
}

/** Returns the tokens whose fills price an outcome: see `marketPrices`. */
function pricedBy(
  outcomes: readonly MarketOutcome[],
  index: number,
): Pick<CandlesAsked, 'tokens' | 'complements'> {
  const own = outcomes.find(({ outcome }) => outcome === index)
  if (own === undefined) return { tokens: [], complements: [] }
  if (outcomes.length !== 2) return { tokens: [own.token], complements: [] }
  const others = outcomes.filter((one) => one !== own).map(({ token }) => token)
  return { tokens: [own.token, ...others], complements: others }
}

/** Returns the last price before a midnight, null if there is none. */
async function closeBefore(
  { tokens: [own = 0], complements }: Pick<CandlesAsked, 'tokens' | 'complements'>,
  midnight: Seconds,
  { snapshot }: Market,
  { reader: { marketStore } }: RequestContext,
): Promise<MicroPrice | null> {
  const [close, other] = await marketStore.closes(
    [own, ...complements],
    dayOf(midnight) - 1,
    snapshot.ledgerVersion,
  )
  return priceByEither(close, other)
}

/** Returns a candle for every bucket of a range; a bucket without a trade has the last price before it. */
function carry(
  traded: ReadonlyMap<Seconds, TradedBucket>,
  {
    from,
    to,
    seconds,
    carried,
  }: { from: Seconds; to: Seconds; seconds: Seconds; carried: MicroPrice | null },
): Map<Seconds, TradedBucket> {
  const candles = new Map<Seconds, TradedBucket>()
  let price = carried
  for (let start = from; start <= to; start += seconds) {
    const { fills, usd, prices }: Omit<TradedBucket, 'start'> = traded.get(start) ?? {
      fills: 0,
      usd: 0,
      prices: null,
    }
    const last = price === null ? null : { open: price, high: price, low: price, close: price }
    candles.set(start, { start, fills, usd, prices: prices ?? last })
    price = prices?.close ?? price
  }
  return candles
}
