import DataLoader from 'dataloader'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import {
  type ConditionId,
  DAY_SECONDS,
  type Day,
  dayOf,
  type MicroPrice,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import { stancesInMarkets } from '../../smart-money/current-stances.ts'
import { isSettled, marketPrices } from '../../smart-money/market-prices.ts'
import type { Performance } from '../../smart-money/performance.ts'
import type { SmartCohort, Stance } from '../../smart-money/stance.ts'
import type { TraderFlow } from '../../store/markets/flows.ts'
import type { Holders } from '../../store/markets/holders.ts'
import type { LastClose } from '../../store/markets/last-prices.ts'
import type { Book } from '../../store/markets/market-book.ts'
import type { EventFacts, MarketFacts, MarketOutcome } from '../../store/markets/market-facts.ts'
import { type MarketMove, MOVE_WINDOWS, type MoveWindow } from '../../store/markets/moves.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { textCost } from './cost/query-cost.ts'
import { readBatch } from './loaders.ts'
import { eventEnd } from './paging/page-slice.ts'

/** A market within a page of markets, which are read together; it holds the facts that most lists show. */
export interface Market extends Pick<MarketFacts, 'condition' | 'question' | 'slug'> {
  readonly facts: MarketFacts
  readonly snapshot: Snapshot
  readonly page: MarketPageReads
}

export interface Outcome extends MarketOutcome {
  readonly of: Market
}

/** A question that several markets are of, within a page of events or markets. */
export interface MarketEvent {
  readonly facts: EventFacts
  readonly snapshot: Snapshot
}

export const MarketRef = builder.objectRef<Market>('Market')
export const OutcomeRef = builder.objectRef<Outcome>('Outcome')
/** The question that several markets are of. */
export const EventRef = builder.objectRef<MarketEvent>('Event')

export const SLUG = {
  complexity: textCost(TEXT_BOUNDS.slug),
  nullable: true,
  description: 'The slug, its short name in URLs. Null while unknown.',
} as const

/** Reads of a page's markets, each made once for all of them and only when a field needs it. */
export interface MarketPageReads {
  outcomes(): Promise<Map<number, MarketOutcome[]>>
  /** Prices at a day's close, or at the snapshot's cutoff on its own day, in the outcomes' order. */
  prices(day: Day): Promise<Map<number, (MicroPrice | null)[]>>
  /** Prices 24 hours before the snapshot's cutoff, in the outcomes' order. */
  pricesDayAgo(): Promise<Map<number, (MicroPrice | null)[]>>
  /**
   * Volume from a day on, or all-time for null. A market's value is null if unknown, and a market without a
   * fill is absent.
   */
  volumes(from: Day | null): Promise<Map<number, MicroUsd | null>>
  events(): Promise<Map<number, EventFacts>>
  /** Holdings and totals of all traders at a day's close. */
  book(day: Day): Promise<Book>
  /** Each token's supply at a day's close; null if {@link MarketPageReads.book} has it as cheaply, or is read anyway. */
  supplies(day: Day): Promise<Holders['supplies'] | null>
  /**
   * The number of traders of each market up to a day's close; null if {@link MarketPageReads.book} has it as
   * cheaply, or is read anyway.
   */
  traders(day: Day): Promise<ReadonlyMap<number, number> | null>
  /** The window whose moves order the list of the markets; null in any other list. */
  readonly orderedBy: MoveWindow | null
  /** Moves in a window of those of the markets that qualify. */
  moves(window: MoveWindow): Promise<ReadonlyMap<number, MarketMove>>
  /** Traders' fills in the last days, those of the cutoff's day included, by market. */
  flows(days: number): Promise<ReadonlyMap<number, readonly TraderFlow[]>>
  /** Traders' fills in a window, by market, of those of the markets that have a move in it. */
  moveFlows(window: MoveWindow): Promise<ReadonlyMap<number, readonly TraderFlow[]>>
  /** Prices within a window, of those of the markets that have a move in it: see {@link readPaths}. */
  movePaths(window: MoveWindow): Promise<ReadonlyMap<number, readonly (MicroPrice | null)[]>>
  /** The cohort's stances in the markets, and the Monday of its members; null if there are no members. */
  stances(cohort: SmartCohort): Promise<{ week: Day; byMarket: Map<number, Stance> } | null>
  /** The record of all markets in which skilled money differed from the rest. */
  divergenceRecord(): Promise<Performance>
}

/** Markets of a snapshot as one page. @param orderedBy see {@link MarketPageReads.orderedBy} */
export function marketPage(
  list: readonly MarketFacts[],
  snapshot: Snapshot,
  { reader: { marketStore }, smartMoney }: Pick<RequestContext, 'reader' | 'smartMoney'>,
  orderedBy: MoveWindow | null = null,
): Market[] {
  const ids = list.map(({ id }) => id)
  const { time } = snapshot.cutoff
  const version = snapshot.ledgerVersion
  const outcomes = onceFor(async (_: null) =>
    Map.groupBy(await marketStore.outcomes(ids, version), ({ market }) => market),
  )
  const pricesBy = async (
    until: Seconds,
    closesOf: (tokens: number[]) => Promise<(LastClose | undefined)[]>,
  ) => {
    const known = await outcomes(null)
    const tokens = await tokensOf()
    const closes = await closesOf(tokens)
    const byToken = new Map(tokens.map((token, i) => [token, closes[i]]))
    return new Map(
      list.map((facts) => {
        const own = known.get(facts.id) ?? []
        const ownCloses = own.map(({ token }) => byToken.get(token))
        return [facts.id, marketPrices(facts, own, ownCloses, until)]
      }),
    )
  }
  const prices = onceFor((day: Day) =>
    pricesBy(Math.min(time, (day + 1) * DAY_SECONDS - 1), (tokens) =>
      marketStore.closes(tokens, day, version),
    ),
  )
  const pricesDayAgo = onceFor((_: null) => {
    const then = time - DAY_SECONDS
    // At the end of a day, that moment is a close, which a past version keeps.
    if (dayOf(then + 1) > dayOf(then)) return prices(dayOf(then))
    return pricesBy(then, (tokens) => marketStore.lastPrices(tokens.map((token) => ({ token, time: then }))))
  })
  const tokensOf = async () => [...(await outcomes(null)).values()].flat().map(({ token }) => token)
  const windowOf = (window: MoveWindow) => ({ seconds: MOVE_WINDOWS[window], upTo: eventEnd(snapshot) })
  const moves = onceFor((window: MoveWindow) => {
    const open = list.filter((facts) => !isSettled(facts, time)).map(({ id }) => id)
    return marketStore.moves(snapshot, windowOf(window), open)
  })
  const flowsOf = async (range: { since: Seconds; before: Seconds }, isAsked = (_market: number) => true) => {
    const own = [...(await outcomes(null)).values()].flat().filter(({ market }) => isAsked(market))
    const marketOf = new Map(own.map(({ token, market }) => [token, market]))
    const asked = { tokens: [...marketOf.keys()], ...range, upTo: eventEnd(snapshot) }
    const flows = own.length === 0 ? [] : await marketStore.flows(asked, version)
    return Map.groupBy(flows, ({ token }) => marketOf.get(token) ?? 0)
  }
  const moveFlows = onceFor(async (window: MoveWindow) => {
    const moved = await moves(window)
    return flowsOf({ since: time - MOVE_WINDOWS[window] + 1, before: time + 1 }, (market) =>
      moved.has(market),
    )
  })
  const flows = onceFor((days: number) => {
    const last = dayOfSnapshot(snapshot)
    return flowsOf({ since: (last - days + 1) * DAY_SECONDS, before: (last + 1) * DAY_SECONDS })
  })
  const record = onceFor((_: null) => smartMoney.divergenceRecord(time, version))
  const booksAsked = new Set<Day>()
  const page: MarketPageReads = {
    orderedBy,
    moves,
    flows,
    moveFlows,
    divergenceRecord: () => record(null),
    movePaths: onceFor(async (window) => {
      const moved = await moves(window)
      const own = [...(await outcomes(null))].filter(([market]) => moved.has(market))
      return marketStore.paths(new Map(own), windowOf(window))
    }),
    outcomes: () => outcomes(null),
    prices,
    pricesDayAgo: () => pricesDayAgo(null),
    volumes: onceFor((from) => marketStore.volumes(ids, { upTo: time, from })),
    events: () => events(null),
    book: onceFor(async (upTo) => {
      booksAsked.add(upTo)
      return marketStore.book({ tokens: await tokensOf(), upTo }, snapshot)
    }),
    // Fields of one market ask in one turn: after the outcomes are read, it is known whether one of them needs the book.
    supplies: onceFor(async (upTo) => {
      const tokens = await tokensOf()
      if (booksAsked.has(upTo)) return null
      const holders = await marketStore.holders({ tokens, upTo }, version)
      return holders?.supplies ?? null
    }),
    traders: onceFor(async (upTo) => {
      await tokensOf()
      return booksAsked.has(upTo) ? null : marketStore.countTraders(ids, upTo, version)
    }),
    stances: onceFor(async (cohort) => {
      const found = await stancesInMarkets(smartMoney, cohort, snapshot, ids)
      return found && { week: found.week, byMarket: new Map(found.stances.map((row) => [row.market, row])) }
    }),
  }
  const events = onceFor(async (_: null) => {
    const known = list.flatMap(({ event }) => event ?? [])
    const found = known.length === 0 ? [] : await marketStore.events('id', [...new Set(known)], version)
    return new Map(found.map((event) => [event.id, event]))
  })
  return list.map((facts) => {
    const { condition, question, slug } = facts
    return { condition, question, slug, facts, snapshot, page }
  })
}

/** Markets by their numbers, as one page. @param orderedBy see {@link MarketPageReads.orderedBy} */
export async function marketsById(
  ids: readonly number[],
  snapshot: Snapshot,
  context: Pick<RequestContext, 'reader' | 'smartMoney'>,
  orderedBy: MoveWindow | null = null,
): Promise<ReadonlyMap<number, Market>> {
  const facts = await context.reader.marketStore.byId(ids, snapshot.ledgerVersion)
  const page = marketPage([...facts.values()], snapshot, context, orderedBy)
  return new Map(page.map((market) => [market.facts.id, market]))
}

/** Caches a read by its key. */
function onceFor<Key, Answer>(read: (key: Key) => Promise<Answer>): (key: Key) => Promise<Answer> {
  const known = new Map<Key, Promise<Answer>>()
  return (key) => {
    const reading = known.get(key) ?? read(key)
    known.set(key, reading)
    return reading
  }
}

/** The day whose closes a snapshot's prices are. */
export function dayOfSnapshot({ cutoff }: Snapshot): Day {
  return dayOf(cutoff.time)
}

/** Returns the prices of a market's outcomes in its snapshot, in the outcomes' order; null if unknown. */
export async function pricesOf({ facts, snapshot, page }: Market): Promise<(MicroPrice | null)[]> {
  return (await page.prices(dayOfSnapshot(snapshot))).get(facts.id) ?? []
}

/** The loaders of one request, by the snapshot that they read. */
const createMarketLoaders = () => new Map<Snapshot, DataLoader<string, Market | null>>()

/** Returns a market by its condition, batched with all others of a request; null if unknown. */
export async function loadMarket(
  condition: ConditionId | string,
  context: RequestContext,
  asOf: Day | null = null,
): Promise<Market | null> {
  const snapshot = await context.snapshot(asOf)
  const bySnapshot = context.own(createMarketLoaders)
  const loader: DataLoader<string, Market | null> =
    bySnapshot.get(snapshot) ??
    new DataLoader(
      readBatch('markets by condition', async (conditions: readonly string[]) => {
        const facts = await context.reader.marketStore.markets(
          'condition',
          conditions,
          snapshot.ledgerVersion,
        )
        const markets = new Map(
          marketPage(facts, snapshot, context).map((market) => [String(market.facts.condition), market]),
        )
        return conditions.map((one) => markets.get(one) ?? null)
      }),
    )
  bySnapshot.set(snapshot, loader)
  return loader.load(condition)
}
