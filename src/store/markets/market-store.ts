import type { Day, MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { TokenMoment } from '../ledger/ledger.ts'
import type { PositionId } from '../ledger/position-day.ts'
import type { SnapshotName } from '../ledger/versions.ts'
import { keepNewest } from '../snapshot/keep-newest.ts'
import { type CandlesAsked, readCandles, readFirstDay, type TradedBucket } from './candles.ts'
import { type DayFacts, lastWholeDay, openedDays, readDayFacts } from './day-facts.ts'
import {
  type FlowsAsked,
  readFlows,
  readTrading,
  type TraderFlow,
  type TraderTrading,
  type TradingAsked,
} from './flows.ts'
import {
  countTraders,
  type Holders,
  type HoldersAsked,
  hasMorePositions,
  readHolders,
  realizedOf,
} from './holders.ts'
import { type LastClose, lastPrices } from './last-prices.ts'
import { type BookReader, createBookReader } from './market-book.ts'
import {
  type EventFacts,
  type MarketFacts,
  type MarketOutcome,
  readCloses,
  readEvents,
  readMarkets,
  readOutcomes,
  readVolumes,
  type VolumeAsked,
} from './market-facts.ts'
import { type MarketList, readMarketList } from './market-list.ts'
import { searchMarkets, taggedMarkets } from './market-words.ts'
import { createMoveReader, type MarketMove, type MovesAsked, readPaths } from './moves.ts'
import { readVolumeDays, type VolumeDay } from './volume-up-to.ts'

/** All that is read of markets. Each method is a constant number of statements. */
export interface MarketStore {
  /** The markets of these conditions or slugs; unknown ones are omitted. */
  markets(by: 'condition' | 'slug', names: readonly string[], version: number): Promise<MarketFacts[]>
  /**
   * The markets of these numbers; unknown ones are omitted.
   * @param version the ledger's: another one may have other resolutions
   */
  byId(ids: readonly number[], version: number): Promise<ReadonlyMap<number, MarketFacts>>
  events(
    by: 'id' | 'source_id' | 'slug',
    names: readonly (number | string)[],
    version: number,
  ): Promise<EventFacts[]>
  outcomes(markets: readonly number[], version: number): Promise<MarketOutcome[]>
  closes(tokens: readonly number[], upTo: Day, version: number): Promise<(LastClose | undefined)[]>
  /** The day of the first price of some tokens, or null if they have none up to a day. */
  firstDay(tokens: readonly number[], upTo: Day, version: number): Promise<Day | null>
  /**
   * The buckets of time with trades of some tokens, by their starts. Caches the newest requests.
   * @param version the ledger's: another one has other candles
   */
  candles(asked: CandlesAsked, version: number): Promise<Map<Seconds, TradedBucket>>
  volumes(markets: readonly number[], asked: VolumeAsked): Promise<Map<number, MicroUsd | null>>
  /** The days of a market's volume by token: see {@link readVolumeDays}. */
  volumeDays(market: number, asked: { upTo: Seconds; from: Day | null }): Promise<VolumeDay[]>
  /**
   * Traders' buys and sells of some tokens in days. Caches the newest requests.
   * @param version the ledger's: another one has other fills
   */
  flows(asked: FlowsAsked, version: number): Promise<TraderFlow[]>
  /** The fills of some traders after a time, added up by trader and token. */
  trading(asked: TradingAsked): Promise<TraderTrading[]>
  /** Each token's last priced fill at or before its moment: see {@link lastPrices}. */
  lastPrices(moments: readonly TokenMoment[]): Promise<(LastClose | undefined)[]>
  /** Traders' holdings and flows of some tokens, as of a day's close. Cached: see {@link createBookReader}. */
  book: BookReader
  /** True if some tokens have more positions than a number of them, which bounds what {@link MarketStore.book} reads. */
  hasMorePositions(tokens: readonly number[], than: number): Promise<boolean>
  /** A page of the holders of some tokens, or how many there are; null where {@link MarketStore.book} is as cheap. */
  holders(asked: HoldersAsked, version: number): Promise<Holders | null>
  /**
   * How many traders ever had an event in each of some markets, by market; null where {@link MarketStore.book} is as cheap. Kept for the newest questions.
   * @param version the ledger's: another one has other positions
   */
  countTraders(
    markets: readonly number[],
    upTo: Day,
    version: number,
  ): Promise<ReadonlyMap<number, number> | null>
  /** The realized profit of some positions up to a day's close. */
  realizedOf(positions: readonly PositionId[], upTo: Day, version: number): Promise<MicroUsd[]>
  /** The day of the first event of some positions; null for one without an event up to a day's close. */
  openedDays(positions: readonly PositionId[], upTo: Day, version: number): Promise<(Day | null)[]>
  /** Kept for the newest questions: a snapshot's list never changes. */
  list(snapshot: SnapshotName, upTo: Seconds): Promise<MarketList>
  /**
   * Changes of price of markets that qualify, by market: see {@link readMoves}. Those of all markets are kept for the newest
   * snapshots.
   * @param among only these unresolved markets; absent: all
   */
  moves(
    snapshot: SnapshotName,
    window: Omit<MovesAsked, 'at'>,
    among?: readonly number[],
  ): Promise<ReadonlyMap<number, MarketMove>>
  /** Prices of markets' first outcomes within a window: see {@link readPaths}. */
  paths(
    markets: ReadonlyMap<number, readonly MarketOutcome[]>,
    window: Omit<MovesAsked, 'at'>,
    parts?: number,
  ): Promise<ReadonlyMap<number, readonly (MicroPrice | null)[]>>
  /** Sums over all markets of the last whole UTC day up to a time. Kept as the list is. */
  dayFacts(snapshot: SnapshotName, upTo: Seconds): Promise<DayFacts>
  /** The markets that a query finds, with their events, in no order. */
  search(query: string): Promise<{ market: number; event: number | null }[]>
  /** The markets with one of some tags, in no order. */
  tagged(tags: readonly string[]): Promise<number[]>
}

/** Lists that are kept, each some 40 bytes a market. */
const KEPT_LISTS = 2

/** Candles that are kept, each of some hundred buckets. */
const KEPT_CANDLES = 64

/** Flows that are kept, each some 100 bytes a trader. */
const KEPT_FLOWS = 12

/** Counts of traders that are kept, each a number for each market of a page. */
const KEPT_COUNTS = 1_000

/** The reads on one connection. @param isBound they are as of the given versions, else as of now */
export function createMarketStore(sql: Sql, isBound = false): MarketStore {
  const at = (version: number) => (isBound ? version : null)
  const closing = (tokens: readonly number[], upTo: Day) => tokens.map((token) => ({ token, upTo }))
  const lists = keepNewest(
    (key: string) => readMarketList(sql, JSON.parse(key)[1], at(JSON.parse(key)[0].ledgerVersion)),
    KEPT_LISTS,
  )
  const flows = keepNewest((key: string) => readFlows(sql, JSON.parse(key)[1]), KEPT_FLOWS)
  const counts = keepNewest((key: string) => {
    const [version, markets, upTo] = JSON.parse(key)
    return countTraders(sql, markets, { upTo, at: at(version) })
  }, KEPT_COUNTS)
  const candles = keepNewest((key: string) => readCandles(sql, JSON.parse(key)[1]), KEPT_CANDLES)
  const listed: MarketStore['list'] = ({ id, generatedAt, ledgerVersion }, upTo) =>
    lists(JSON.stringify([{ id, generatedAt, ledgerVersion }, upTo]))
  const days = keepNewest((key: string) => {
    const [snapshot, upTo] = JSON.parse(key)
    return listed(snapshot, upTo).then((list) => readDayFacts(sql, list, lastWholeDay(upTo)))
  }, KEPT_LISTS)
  const moves = createMoveReader(sql, async (snapshot, upTo) => {
    const traded = (await listed(snapshot, upTo)).select('NEWEST', { isTraded: true }).all()
    return traded.flatMap(({ market, resolvedAt }) => (resolvedAt > upTo ? market : []))
  })
  return {
    markets: (by, names, version) => readMarkets(sql, by, names, at(version)),
    byId: async (ids, version) =>
      new Map((await readMarkets(sql, 'id', ids, at(version))).map((market) => [market.id, market])),
    events: (by, names, version) => readEvents(sql, by, names, at(version)),
    outcomes: (markets, version) => readOutcomes(sql, markets, at(version)),
    closes: (tokens, upTo, version) => readCloses(sql, closing(tokens, upTo), at(version)),
    async firstDay(tokens, upTo, version) {
      // Prices of later days have no history, and a version does not bound them.
      const closes = isBound ? await readCloses(sql, closing(tokens, upTo), version) : null
      return closes?.every((close) => close === undefined) ? null : readFirstDay(sql, tokens)
    },
    candles: (asked, version) => candles(JSON.stringify([version, asked])),
    volumes: (markets, asked) => readVolumes(sql, markets, asked),
    volumeDays: (market, asked) => readVolumeDays(sql, [market], asked),
    flows: (asked, version) => flows(JSON.stringify([version, asked])),
    trading: (asked) => readTrading(sql, asked),
    lastPrices: (moments) => lastPrices(sql, moments),
    book: createBookReader(sql, isBound),
    hasMorePositions: (tokens, than) => hasMorePositions(sql, tokens, than),
    holders: (asked, version) => readHolders(sql, { ...asked, at: at(version) }),
    countTraders: (markets, upTo, version) => counts(JSON.stringify([version, markets, upTo])),
    realizedOf: (positions, upTo, version) => realizedOf(sql, positions, { upTo, at: at(version) }),
    openedDays: (positions, upTo, version) => openedDays(sql, positions, { upTo, at: at(version) }),
    list: listed,
    moves: (snapshot, window, among) =>
      moves({ snapshot, ...window, at: at(snapshot.ledgerVersion), ...(among && { among }) }),
    paths: (markets, window, parts) => readPaths(sql, markets, window, parts),
    dayFacts: ({ id, generatedAt, ledgerVersion }, upTo) =>
      days(JSON.stringify([{ id, generatedAt, ledgerVersion }, upTo])),
    search: (query) => searchMarkets(sql, query),
    tagged: (tags) => taggedMarkets(sql, tags),
  }
}
