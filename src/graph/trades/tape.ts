import { defined } from '../../checks.ts'
import { wrongArgument } from '../../errors.ts'
import type { FoundTrades } from '../../follows/follow.ts'
import { countText } from '../../formats.ts'
import { DAY_SECONDS, dayOf } from '../../ledger/quantities.ts'
import type { PlaceBound } from '../../store/ledger/place.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type {
  RecordedTrade,
  TapeMarket,
  TapePage,
  TapePlace,
  TapeStream,
} from '../../store/trades/whole-trades.ts'
import type { TradeSign } from '../../tape/signs/sign.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { PAGE_READ } from '../kit/cost/query-cost.ts'
import { inOrder } from '../kit/limits/known-limits.ts'
import { decodeCursor, edgesOf, encodeCursor, eventEnd, isUpTo } from '../kit/paging/page-slice.ts'
import {
  endingFor,
  FIRST_ROWS,
  FIRST_ROWS_ALONE,
  pageArguments,
  placePrice,
} from '../kit/paging/place-paging.ts'
import { type ShownRecord, signRecords, TradeSignRecordType } from '../tape/trade-signs.ts'
import { tradeNodes } from '../traders/trades/trade.ts'
import { TradeConnectionType } from '../traders/trades/trade-connection.ts'
import {
  type CostlyFacts,
  matchesTrade,
  readsFirsts,
  readsHindsight,
  readsImpact,
  readsMarket,
  type TapeFilter,
  tapeFilter,
} from './tape-filter.ts'
import { readTradeWhere, type TradeWhere, TradeWhereInput } from './trade-where.ts'
import { impactOf, wholeLoader } from './whole-trade.ts'

/** Days that a list of the largest trades covers at most, and by default. */
const MOST_DAYS = 31
const USUAL_DAYS = 1
/** Tokens or traders whose trades are read along their own index. */
const MOST_STREAMS = 100
/** Trades that one page looks at: where fewer match, the page is short and its cursor goes on from there. */
const MOST_LOOKED_AT = 20_000
/** Of these at most, where more is read for each that matches otherwise: the change of the price, earlier categories. */
const MOST_PRICED = 2_000
const FEWEST_A_READ = 200
/** Trades that followers are notified of, for one reading. */
const ROWS_A_READ = 500
const MOST_A_READ = 5_000
/** Fills of an export that are found by their whole trades. */
const MOST_KEYS = 200_000

const TradeOrderEnum = builder.enumType('TradeOrder', {
  description: 'Sort orders of whole trades.',
  values: {
    NEWEST: { description: 'Newest first.' },
    LARGEST: { description: 'Largest first, then newest.' },
  } as const,
})

builder.queryField('trades', (t) => {
  const { first, after } = pageArguments(t.arg)
  return t.field({
    type: TradeConnectionType,
    complexity: placePrice(),
    description: `Trades of $1,000 or more in all markets. Smaller ones are listed by market and by trader. A whole trade is one row: the fills of one trader, outcome and side in one transaction; the row is its first fill, and \`whole\` has the sums. A page may be short where few trades match: its \`endCursor\` goes on. ${FIRST_ROWS_ALONE}`,
    throws: { NOT_FOUND: 'for an unknown market, leaderboard or screen' },
    args: {
      where: t.arg({
        type: TradeWhereInput,
        description: 'Only whole trades that meet it. Default: all.',
      }),
      orderBy: t.arg({
        type: TradeOrderEnum,
        defaultValue: 'NEWEST',
        description: `${inOrder('NEWEST')} LARGEST covers at most ${MOST_DAYS} days, by default the last 24 hours.`,
      }),
      first,
      after,
    },
    resolve: async (_root, { where, orderBy, ...page }, context) =>
      listTape({ where: where ?? {}, order: orderBy ?? 'NEWEST', ...page }, context),
  })
})

builder.objectField(TradeConnectionType, 'signs', (t) =>
  t.field({
    type: [TradeSignRecordType],
    // A page's fields are priced once a row, and the largest has a hundred rows. The records are read once a snapshot and category.
    complexity: { field: PAGE_READ / 2, multiplier: 1 },
    description:
      "The definition and the track record of each sign that the list's `where` names, in its category if it names one; empty for a list that names none.",
    resolve: ({ signs }) => signs?.() ?? [],
  }),
)

builder.objectField(TradeConnectionType, 'streamCursor', (t) =>
  t.string({
    nullable: true,
    complexity: { field: PAGE_READ / 2, multiplier: 1 },
    description:
      'The place of the streams at the end of the snapshot that the list shows: pass it as `after` to `trades` or `activity`, and a stream goes on behind the list, without a gap or a repetition. Streams take it for a day. Null before there is an event.',
    async resolve({ cutoff }, _args, { caller, live }) {
      const last = await cutoff?.()
      return last ? live.streams.of(caller.tier).cursorAt(last) : null
    },
  }),
)

interface TapeArguments {
  where: TradeWhere
  order: TapePage['order']
  first?: number | null | undefined
  after?: string | null | undefined
}

async function listTape({ where, order, first, after }: TapeArguments, context: RequestContext) {
  const snapshot = await context.snapshot()
  const filter = bounded(await tapeFilter(readTradeWhere(where, 'LIST'), snapshot, context), order, snapshot)
  const rows = first ?? FIRST_ROWS
  const mark = order.toLowerCase()
  const start = after ? placeAt(after, mark) : null
  const found = await readMatching({ filter, order, after: start, upTo: eventEnd(snapshot), rows }, context)
  const shown = found.rows.slice(0, rows)
  const fills = await context.reader.trades.firstFills(shown)
  const wholes = wholeLoader(context)
  const events = shown.flatMap((whole) => {
    wholes.prime(whole.key, whole)
    return fills.get(whole.key) ?? []
  })
  const placed = new Map(shown.map((whole) => [whole.key, whole]))
  const cursorOf = ({ usd, time, key }: TapePlace) => encodeCursor(mark, [usd, time, key])
  const nodes = tradeNodes(events, snapshot, context)
  const hasMore = found.rows.length > rows
  const last = hasMore || found.goesOnFrom === null ? shown.at(-1) : found.goesOnFrom
  const isWhole = start === null && !hasMore && found.goesOnFrom === null
  return {
    total: async () => (isWhole ? shown.length : null),
    signs: () => recordsOf(where, snapshot, context),
    cutoff: () => snapshot.cutoff,
    ...endingFor(context.caller.tier, {
      edges: edgesOf(nodes, (i) => {
        const whole = placed.get(events[i]?.key ?? 0)
        return whole === undefined ? '' : cursorOf(whole)
      }),
      pageInfo: {
        hasNextPage: hasMore || found.goesOnFrom !== null,
        hasPreviousPage: start !== null,
        startCursor: shown[0] === undefined ? null : cursorOf(shown[0]),
        endCursor: last === undefined ? null : cursorOf(last),
      },
    }),
  }
}

/**
 * The whole trades that meet a filter after a place and up to the newest snapshot, oldest first: those that the list of trades has.
 * @throws PequodError as the list does
 */
export async function tradesAfter(
  where: TradeWhere,
  after: PlaceBound,
  context: RequestContext,
): Promise<FoundTrades> {
  const snapshot = await context.snapshot()
  const asked = { ...readTradeWhere(where, 'FOLLOW'), from: after.time }
  const filter = await tapeFilter(asked, snapshot, context)
  const trades: RecordedTrade[] = []
  for await (const rows of matching(filter, snapshot, context)) for (const row of rows) trades.push(row)
  const upTo = eventEnd(snapshot)
  return { snapshot: snapshot.id, upTo, trades: trades.filter((one) => !isUpTo(one, after)).reverse() }
}

/**
 * The keys of all fills of the whole trades that meet a filter up to a snapshot.
 * @throws PequodError BAD_USER_INPUT for more than {@link MOST_KEYS}
 */
export async function fillsOfTrades(
  filter: TapeFilter,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<number[]> {
  const { trades } = context.reader
  const keys: number[] = []
  for await (const rows of matching(filter, snapshot, context)) {
    const first = await trades.firstFills(rows)
    for (const key of (await trades.wholesOf([...first.values()])).keys()) keys.push(key)
    if (keys.length > MOST_KEYS)
      throw wrongArgument(
        'where.from',
        `must leave at most ${countText(MOST_KEYS)} trades, as signs and changes need: ask for fewer days`,
      )
  }
  return keys
}

/** The whole trades that meet a filter up to a snapshot, newest first. */
async function* matching(
  filter: TapeFilter,
  snapshot: Snapshot,
  context: RequestContext,
): AsyncGenerator<RecordedTrade[]> {
  const upTo = eventEnd(snapshot)
  for (let place: TapePlace | null = null, isEnd = false; !isEnd; ) {
    const asked = { filter, order: 'NEWEST', after: place, upTo, rows: ROWS_A_READ } as const
    const found: Found = await readMatching(asked, context)
    const rows = found.rows.slice(0, ROWS_A_READ)
    yield rows
    place = found.rows.length > rows.length ? defined(rows.at(-1)) : found.goesOnFrom
    isEnd = place === null
  }
}

/** The records of the signs that a filter names. */
async function recordsOf(
  where: TradeWhere,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<ShownRecord[]> {
  const named = namedSigns(where)
  if (named.size === 0) return []
  const categories = where.category ?? []
  const category = categories.length === 1 ? (categories[0] ?? null) : null
  const records = await signRecords({ minUsd: where.minUsd ?? null, category }, snapshot, context)
  return records.filter(({ sign }) => named.has(sign))
}

function namedSigns({ signs, any }: TradeWhere): Set<TradeSign> {
  return new Set([...(signs ?? []), ...(any ?? []).flatMap((one) => [...namedSigns(one)])])
}

/** @throws PequodError BAD_USER_INPUT for a list of the largest trades over too many days */
function bounded(filter: TapeFilter, order: TapePage['order'], { cutoff }: Snapshot): TapeFilter {
  if (order === 'NEWEST') return filter
  const before = Math.min(filter.before ?? cutoff.time + 1, cutoff.time + 1)
  const since = filter.since ?? before - USUAL_DAYS * DAY_SECONDS
  if (before - since > MOST_DAYS * DAY_SECONDS)
    throw wrongArgument(
      'where.from',
      `is more than ${MOST_DAYS} days before the end: order by NEWEST, or ask for fewer days`,
    )
  return { ...filter, since, before }
}

function placeAt(cursor: string, mark: string): TapePlace {
  const [usd = 0, time = 0, key = 0] = decodeCursor(cursor, { name: 'after', mark, numbers: 3 })
  return { usd, time, key }
}

interface Reading extends Pick<TapePage, 'order' | 'after' | 'upTo'> {
  filter: TapeFilter
  rows: number
}

interface Found {
  rows: RecordedTrade[]
  /** The last trade that was looked at, where the list may go on; null where it was read to its end. */
  goesOnFrom: TapePlace | null
}

/** Reads the first whole trades that match, and one more where there is one. */
async function readMatching(
  { filter, order, after, upTo, rows }: Reading,
  context: RequestContext,
): Promise<Found> {
  const { reader } = context
  const found: RecordedTrade[] = []
  const markets = new Map<number, TapeMarket>()
  const { since, before, usd } = filter
  const page = { order, since, before, upTo, usd, streams: streamsOf(filter, order) }
  let place = after
  let limit = Math.max(FEWEST_A_READ, rows + 1)
  const isCostly = readsImpact(filter) || readsFirsts(filter) || readsHindsight(filter)
  const most = isCostly ? MOST_PRICED : MOST_LOOKED_AT
  for (let looked = 0; looked < most; looked += limit, limit = Math.min(2 * limit, MOST_A_READ)) {
    const some = await reader.trades.tape({ ...page, after: place, limit })
    if (readsMarket(filter)) await learnMarkets(markets, some, reader)
    const likely = some.filter((trade) => matchesTrade(filter, trade, markets.get(trade.tokenId)))
    const factsOf = isCostly ? await readFacts(filter, likely, { markets, context }) : () => undefined
    for (const trade of likely) {
      if (matchesTrade(filter, trade, markets.get(trade.tokenId), factsOf(trade))) found.push(trade)
      if (found.length > rows) return { rows: found, goesOnFrom: null }
    }
    place = some.at(-1) ?? place
    if (some.length < limit) return { rows: found, goesOnFrom: null }
  }
  return { rows: found, goesOnFrom: place }
}

/** Reads what costs more than a row of the tape, as far as a filter needs it. */
async function readFacts(
  filter: TapeFilter,
  trades: readonly RecordedTrade[],
  { markets, context }: { markets: ReadonlyMap<number, TapeMarket>; context: RequestContext },
): Promise<(trade: RecordedTrade) => CostlyFacts> {
  const prices = readsImpact(filter) ? await context.reader.trades.pricesAround(trades) : null
  const categorized = trades.map((trade) => ({
    ...trade,
    category: markets.get(trade.tokenId)?.category ?? null,
  }))
  const firsts = readsFirsts(filter) ? await context.signs.firsts(categorized) : null
  const { cutoff } = await context.snapshot()
  const hindsights = readsHindsight(filter) ? await context.signs.hindsights(trades, cutoff.time) : null
  return (trade) => ({
    moved: impactOf(trade, prices?.get(trade.key)),
    isFirst: firsts?.get(trade.key) ?? null,
    hindsight: hindsights?.get(trade.key) ?? [],
  })
}

async function learnMarkets(
  known: Map<number, TapeMarket>,
  trades: readonly RecordedTrade[],
  { trades: store }: RequestContext['reader'],
): Promise<void> {
  const missing = new Set(trades.map(({ tokenId }) => tokenId).filter((token) => !known.has(token)))
  for (const [token, market] of await store.tapeMarkets([...missing])) known.set(token, market)
}

/** The narrowest index: that of few traders or tokens, or of the days for the largest. */
function streamsOf(
  { tokens, traders, since, before }: TapeFilter,
  order: TapePage['order'],
): readonly TapeStream[] | null {
  if (traders !== null && traders.size <= MOST_STREAMS)
    return [...traders].map((id) => ({ column: 'trader_id', id }))
  if (tokens !== null && tokens.size <= MOST_STREAMS)
    return [...tokens].map((id) => ({ column: 'token_id', id }))
  if (order === 'NEWEST' || since === null || before === null) return null
  const [from, to] = [dayOf(since), dayOf(before - 1)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => ({ column: 'day', id: from + i }))
}
