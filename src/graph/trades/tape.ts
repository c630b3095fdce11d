import { defined } from '../../checks.ts'
import { wrongArgument } from '../../errors.ts'
import type { FoundTrades } from '../../follows/follow.ts'
import { countText } from '../../formats.ts'
import { DAY_SECONDS, dayOf } from '../../ledger/quantities.ts'
import type { PlaceBound } from '../../store/ledger/place.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { StoredTrade } from '../../store/trades/trade-filter.ts'
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
/** Whole trades whose fills are read together. */
const FILLED_TOGETHER = 25
/** Such readings of a page at most: hardly any has a whole trade without a fill that matches. */
const MOST_BATCHES = 8
/** The roles of a fill: MAKER, TAKER, and unknown. */
const ROLES = [0, 1, null]
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
    description: `Trades of $1,000 or more in all markets. Smaller ones are listed by market and by trader. A whole trade is one row: the fills of one trader, outcome and side in one transaction; the row is its first fill, and \`whole\` has the sums. With \`collapse: false\` each of its fills is a row. A page may be short where few trades match: its \`endCursor\` goes on. ${FIRST_ROWS_ALONE}`,
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
      collapse: t.arg.boolean({
        defaultValue: true,
        description:
          'Whether a whole trade is one row. If false, each of its fills is one, those of a whole trade together, the newest first. Conditions are on the whole trade; `role` is that of each fill.',
      }),
      first,
      after,
    },
    resolve: async (_root, { where, orderBy, collapse, ...page }, context) => {
      const asked = { where: where ?? {}, order: orderBy ?? 'NEWEST', ...page } as const
      return (collapse ?? true) ? listTape(asked, context) : listFills(asked, context)
    },
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
  const [usd = 0, time = 0, key = 0] = after ? decodeCursor(after, { name: 'after', mark, numbers: 3 }) : []
  const start = after ? { usd, time, key } : null
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

/** A fill of a listed whole trade. */
interface ListedFill {
  fill: StoredTrade
  whole: RecordedTrade
}

/** The place behind all fills of a whole trade. */
const NO_FILL_LEFT = Number.MIN_SAFE_INTEGER

/** The fills of the whole trades of {@link listTape}, those of each together. A cursor is the place of a whole trade and the key of its fill. */
async function listFills({ where, order, first, after }: TapeArguments, context: RequestContext) {
  const snapshot = await context.snapshot()
  const filter = bounded(await tapeFilter(readTradeWhere(where, 'LIST'), snapshot, context), order, snapshot)
  const rows = first ?? FIRST_ROWS
  const mark = `${order.toLowerCase()} fills`
  const [usd = 0, time = 0, key = 0, fillKey = 0] = after
    ? decodeCursor(after, { name: 'after', mark, numbers: 4 })
    : []
  // The whole trade of the cursor is read again: some of its fills may be left.
  let place: TapePlace | null = after ? { usd, time, key: key + 1 } : null
  const isLeft = ({ fill, whole }: ListedFill) => !after || whole.key !== key || fill.key < fillKey
  const found: ListedFill[] = []
  let goesOnFrom: TapePlace | null = null
  for (let batch = 0; batch < MOST_BATCHES && found.length <= rows; batch++) {
    const asked = {
      filter,
      order,
      after: place,
      upTo: eventEnd(snapshot),
      rows: FILLED_TOGETHER,
      isOfFills: true,
    }
    const some: Found = await readMatching(asked, context)
    const wholes = some.rows.slice(0, FILLED_TOGETHER)
    found.push(...(await fillsOf(wholes, some.acceptsRole, context)).filter(isLeft))
    goesOnFrom = some.rows.length > wholes.length ? defined(wholes.at(-1)) : some.goesOnFrom
    place = goesOnFrom
    if (some.rows.length <= wholes.length) break
  }
  const shown = found.slice(0, rows)
  const hasMore = found.length > rows
  const wholes = wholeLoader(context)
  for (const { fill, whole } of shown) wholes.prime(fill.key, whole)
  const cursorOf = (at: TapePlace, left: number) => encodeCursor(mark, [at.usd, at.time, at.key, left])
  const nodes = tradeNodes(
    shown.map(({ fill }) => fill),
    snapshot,
    context,
  )
  const edges = edgesOf(nodes, (i) => {
    const { fill, whole } = defined(shown[i])
    return cursorOf(whole, fill.key)
  })
  return {
    total: async () => (!after && !hasMore && goesOnFrom === null ? shown.length : null),
    signs: () => recordsOf(where, snapshot, context),
    cutoff: () => snapshot.cutoff,
    ...endingFor(context.caller.tier, {
      edges,
      pageInfo: {
        hasNextPage: hasMore || goesOnFrom !== null,
        hasPreviousPage: Boolean(after),
        startCursor: edges[0]?.cursor ?? null,
        endCursor:
          hasMore || goesOnFrom === null
            ? (edges.at(-1)?.cursor ?? null)
            : cursorOf(goesOnFrom, NO_FILL_LEFT),
      },
    }),
  }
}

/** The fills of whole trades whose roles are accepted: in the order of the trades, and of each the newest first. */
async function fillsOf(
  wholes: readonly RecordedTrade[],
  acceptsRole: Found['acceptsRole'],
  { reader: { trades } }: RequestContext,
): Promise<ListedFill[]> {
  if (wholes.length === 0) return []
  const first = await trades.firstFills(wholes)
  const wholeOf = await trades.wholesOf([...first.values()])
  const fills = await trades.fillsByKey([...wholeOf.keys()])
  const ofWhole = Map.groupBy(fills, ({ key }) => wholeOf.get(key)?.key)
  return wholes.flatMap((whole) =>
    (ofWhole.get(whole.key) ?? [])
      .filter(({ role }) => acceptsRole(whole, role))
      .sort((a, b) => b.key - a.key)
      .map((fill) => ({ fill, whole })),
  )
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

interface Reading extends Pick<TapePage, 'order' | 'after' | 'upTo'> {
  filter: TapeFilter
  rows: number
  /** True: a whole trade whose fills have several roles, or unknown ones, matches by any role. @default by none */
  isOfFills?: boolean
}

interface Found {
  rows: RecordedTrade[]
  /** Whether a fill of one of the rows matches by its role, the rest of the filter being about the whole trade. */
  acceptsRole(whole: RecordedTrade, role: number | null): boolean
  /** The last trade that was looked at, where the list may go on; null where it was read to its end. */
  goesOnFrom: TapePlace | null
}

/** Reads the first whole trades that match, and one more where there is one. */
async function readMatching(
  { filter, order, after, upTo, rows, isOfFills = false }: Reading,
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
  const facts = new Map<number, CostlyFacts | undefined>()
  const matchesAs = (trade: RecordedTrade, role: number | null, known?: CostlyFacts) =>
    matchesTrade(filter, { ...trade, role }, markets.get(trade.tokenId), known)
  const isMatch = (trade: RecordedTrade, known?: CostlyFacts) =>
    isOfFills && trade.role === null
      ? ROLES.some((role) => matchesAs(trade, role, known))
      : matchesTrade(filter, trade, markets.get(trade.tokenId), known)
  const acceptsRole: Found['acceptsRole'] = (whole, role) =>
    role === whole.role || matchesAs(whole, role, facts.get(whole.key))
  for (let looked = 0; looked < most; looked += limit, limit = Math.min(2 * limit, MOST_A_READ)) {
    const some = await reader.trades.tape({ ...page, after: place, limit })
    if (readsMarket(filter)) await learnMarkets(markets, some, reader)
    const likely = some.filter((trade) => isMatch(trade))
    const factsOf = isCostly ? await readFacts(filter, likely, { markets, context }) : () => undefined
    for (const trade of likely) {
      if (isMatch(trade, factsOf(trade))) {
        found.push(trade)
        facts.set(trade.key, factsOf(trade))
      }
      if (found.length > rows) return { rows: found, acceptsRole, goesOnFrom: null }
    }
    place = some.at(-1) ?? place
    if (some.length < limit) return { rows: found, acceptsRole, goesOnFrom: null }
  }
  return { rows: found, acceptsRole, goesOnFrom: place }
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
