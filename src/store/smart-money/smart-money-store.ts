import type { Day, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { holdingsOf, type TokenHolding } from '../ledger/position-days.ts'
import { keepNewest } from '../snapshot/keep-newest.ts'
import { type MarketCounts, readMarketCounts } from './market-counts.ts'
import {
  findMarket,
  listMarkets,
  type MarketFacts,
  type MarketOutcome,
  type MarketPage,
  readMarketsById,
  readOutcomes,
  readTakerVolumes,
} from './market-facts.ts'
import { readMarketHolders } from './market-holders.ts'
import { type MarketsMoment, type OpenMarket, readOpenMarkets } from './open-markets.ts'
import { readSignals, type SignalFilter, type StoredSignal } from './signals.ts'
import { readStances, readStancesIn, readView, type StoredStance, type View, type ViewKey } from './views.ts'
import { readVolumeOrder, type VolumeOrder, type VolumeOrderAsked } from './volume-order.ts'
import { newestFixedWeeks, readWeekMembers, type WeekMember } from './week-members.ts'
import {
  type MarketWeek,
  readMarketWeeks,
  readMembersByWeek,
  readWeekCategories,
  readWeeks,
  readWideStances,
  type WeekCategory,
  type WeekDivergence,
  type WeekRange,
} from './week-series.ts'
import { readChainHead, readWrittenWeeks, type WrittenWeek } from './written-weeks.ts'

/** All that is read of smart money and of markets. Each method is a constant number of statements. */
export interface SmartMoneyStore {
  view(cohort: string, snapshot: number): Promise<View | null>
  stances(view: ViewKey): Promise<StoredStance[]>
  stancesIn(view: ViewKey, markets: readonly number[]): Promise<StoredStance[]>
  marketHolders(
    week: Omit<ViewKey, 'snapshot'>,
    tokens: readonly number[],
    upTo: Day,
  ): Promise<TokenHolding[]>
  holdings(traders: readonly number[], upTo: Day): Promise<TokenHolding[]>
  openMarkets(tokens: readonly number[], moment: MarketsMoment): Promise<OpenMarket[]>
  newestFixedWeeks(cohorts: readonly string[], upTo: Day): Promise<{ cohort: string; week: Day }[]>
  weekMembers(cohorts: readonly string[], week: Day): Promise<WeekMember[]>
  signals(filter: SignalFilter): Promise<StoredSignal[]>
  chainHead(): Promise<number>
  writtenWeeks(): Promise<WrittenWeek[]>
  weeks(range: WeekRange): Promise<{ week: Day; members: number }[]>
  weekCategories(range: WeekRange): Promise<WeekCategory[]>
  wideStances(range: WeekRange, least: number): Promise<WeekDivergence[]>
  membersByWeek(range: WeekRange): Promise<{ week: Day; trader: number }[]>
  marketWeeks(range: WeekRange, market: number): Promise<MarketWeek[]>
  listMarkets(page: MarketPage): Promise<MarketFacts[]>
  marketsById(ids: readonly number[]): Promise<Map<number, MarketFacts>>
  /** Kept for the newest questions: a snapshot's order never changes. */
  volumeOrder(snapshot: number, asked: VolumeOrderAsked): Promise<VolumeOrder>
  /** Kept as long as the newest snapshot is the newest: markets come with snapshots. */
  marketCounts(newest: number): Promise<MarketCounts>
  findMarket(condition: string): Promise<MarketFacts | undefined>
  outcomes(markets: readonly number[], upTo: Day): Promise<MarketOutcome[]>
  takerVolumes(markets: readonly number[], upTo: Seconds): Promise<Map<number, MicroUsd | null>>
}

/** Orders of markets by volume that are kept, each 12 bytes a market. */
const KEPT_ORDERS = 8

/** The reads on one connection, in or outside a transaction. */
export function createSmartMoneyStore(sql: Sql): SmartMoneyStore {
  const orders = keepNewest((key: string) => readVolumeOrder(sql, JSON.parse(key)[1]), KEPT_ORDERS)
  const counts = keepNewest((_newest: number) => readMarketCounts(sql), 1)
  return {
    view: (cohort, snapshot) => readView(sql, cohort, snapshot),
    stances: (view) => readStances(sql, view),
    stancesIn: (view, markets) => readStancesIn(sql, view, markets),
    marketHolders: (week, tokens, upTo) => readMarketHolders(sql, week, tokens, upTo),
    holdings: (traders, upTo) => holdingsOf(sql, traders, upTo),
    openMarkets: (tokens, moment) => readOpenMarkets(sql, tokens, moment),
    newestFixedWeeks: (cohorts, upTo) => newestFixedWeeks(sql, cohorts, upTo),
    weekMembers: (cohorts, week) => readWeekMembers(sql, cohorts, week),
    signals: (filter) => readSignals(sql, filter),
    chainHead: () => readChainHead(sql),
    writtenWeeks: () => readWrittenWeeks(sql),
    weeks: (range) => readWeeks(sql, range),
    weekCategories: (range) => readWeekCategories(sql, range),
    wideStances: (range, least) => readWideStances(sql, range, least),
    membersByWeek: (range) => readMembersByWeek(sql, range),
    marketWeeks: (range, market) => readMarketWeeks(sql, range, market),
    listMarkets: (page) => listMarkets(sql, page),
    marketsById: (ids) => readMarketsById(sql, ids),
    volumeOrder: (snapshot, { category, upTo }) => orders(JSON.stringify([snapshot, { category, upTo }])),
    marketCounts: counts,
    findMarket: (condition) => findMarket(sql, condition),
    outcomes: (markets, upTo) => readOutcomes(sql, markets, upTo),
    takerVolumes: (markets, upTo) => readTakerVolumes(sql, markets, upTo),
  }
}
