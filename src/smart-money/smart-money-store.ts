import {
  COHORT_MEMBERS,
  newestFixedWeeks,
  readWeekMembers,
  type WeekMember,
} from '../cohorts/cohort-weeks.ts'
import type { Day, MicroShares, MicroUsd, Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import type { PositionId } from '../store/ledger/position-day.ts'
import { IS_SHOWN } from '../store/opted-out.ts'
import { TRADERS } from '../store/tables.ts'
import { type BuyStudy, readBuyStudy } from './large-buys.ts'
import { type MarketsMoment, type OpenMarket, readOpenMarkets } from './open-markets.ts'
import type { Performance } from './performance.ts'
import { readSignals, type SignalFilter, type StoredSignal } from './signals.ts'
import { readStances, readStancesIn, readView, type StoredStance, type View, type ViewKey } from './views.ts'
import {
  divergenceRecord,
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

/** Every read of smart money. Each method runs a constant number of statements. */
export interface SmartMoneyStore {
  view(cohort: string, snapshot: number): Promise<View | null>
  stances(view: ViewKey): Promise<StoredStance[]>
  stancesIn(view: ViewKey, markets: readonly number[]): Promise<StoredStance[]>
  marketHolders(
    week: Omit<ViewKey, 'snapshot'>,
    tokens: readonly number[],
    upTo: Day,
    version: number,
  ): Promise<TokenHolding[]>
  holdings(traders: readonly number[], moment: MarketsMoment): Promise<TokenHolding[]>
  openMarkets(tokens: readonly number[], moment: MarketsMoment): Promise<OpenMarket[]>
  newestFixedWeeks(cohorts: readonly string[], upTo: Day): Promise<{ cohort: string; week: Day }[]>
  weekMembers(cohorts: readonly string[], week: Day): Promise<WeekMember[]>
  signals(filter: SignalFilter, version: number): Promise<StoredSignal[]>
  weeks(range: WeekRange): Promise<{ week: Day; members: number }[]>
  weekCategories(range: WeekRange): Promise<WeekCategory[]>
  wideStances(range: WeekRange & { least: number }, version: number): Promise<WeekDivergence[]>
  membersByWeek(range: WeekRange): Promise<{ week: Day; trader: number }[]>
  marketWeeks(range: WeekRange, market: number): Promise<MarketWeek[]>
  /** The newest study of large buys of a day up to this one; null for none. */
  buyStudy(upTo: Day): Promise<BuyStudy | null>
  /** The record of markets where skilled money differed from the rest, up to a time. */
  divergenceRecord(upTo: Seconds, version: number): Promise<Performance>
}

/**
 * Reads on one connection, in or outside a transaction.
 * @param isBound they are as of the given versions, else as of now
 */
export function createSmartMoneyStore(sql: Sql, isBound = false): SmartMoneyStore {
  const versionOf = (version: number | undefined) => (isBound ? (version ?? null) : null)
  return {
    view: (cohort, snapshot) => readView(sql, cohort, snapshot),
    stances: (view) => readStances(sql, view),
    stancesIn: (view, markets) => readStancesIn(sql, view, markets),
    marketHolders: (week, tokens, upTo, version) =>
      readMarketHolders(sql, week, tokens, { upTo, at: versionOf(version) }),
    holdings: (traders, { day, version }) => holdingsOf(sql, { traders, upTo: day, at: versionOf(version) }),
    openMarkets: (tokens, moment) => readOpenMarkets(sql, tokens, moment, versionOf(moment.version)),
    newestFixedWeeks: (cohorts, upTo) => newestFixedWeeks(sql, cohorts, upTo),
    weekMembers: (cohorts, week) => readWeekMembers(sql, cohorts, week),
    signals: (filter, version) => readSignals(sql, filter, versionOf(version)),
    weeks: (range) => readWeeks(sql, range),
    weekCategories: (range) => readWeekCategories(sql, range),
    wideStances: (range, version) => readWideStances(sql, range, versionOf(version)),
    membersByWeek: (range) => readMembersByWeek(sql, range),
    marketWeeks: (range, market) => readMarketWeeks(sql, range, market),
    buyStudy: (upTo) => readBuyStudy(sql, upTo),
    divergenceRecord: (upTo, version) => divergenceRecord(sql, upTo, versionOf(version)),
  }
}

const MEMBERS = statement((from, { cohort, week }: Omit<ViewKey, 'snapshot'>) =>
  from(as(COHORT_MEMBERS, 'm'))
    .join(as(TRADERS, 't'), 't.id', 'm.trader_id')
    .select('m.trader_id as trader')
    .where('m.cohort', cohort)
    .where('m.week', week)
    .where(from.raw(IS_SHOWN))
    .orderBy('m.place'),
)

/**
 * The holdings of a week's members in some tokens at a day's close, best member first, without opted-out members. A
 * cohort has few members, and the primary key finds their positions.
 */
export async function readMarketHolders(
  sql: Sql,
  { cohort, week }: Omit<ViewKey, 'snapshot'>,
  tokens: readonly number[],
  moment: { upTo: Day; at: number | null },
): Promise<TokenHolding[]> {
  const members = await MEMBERS.all(sql, { cohort, week })
  const places = new Map(members.map(({ trader }, place) => [trader, place]))
  const placeOf = ({ trader }: TokenHolding) => places.get(trader) ?? 0
  const holdings = await holdingsOf(sql, { traders: [...places.keys()], tokens, ...moment })
  return holdings.sort((a, b) => placeOf(a) - placeOf(b) || a.token - b.token)
}

export interface TokenHolding extends PositionId {
  shares: MicroShares
  cost: MicroUsd
}

/** Traders' holdings at a day's close, of some tokens or of all, unordered. */
async function holdingsOf(
  sql: Sql,
  asked: { traders: readonly number[]; tokens?: readonly number[]; upTo: Day; at: number | null },
): Promise<TokenHolding[]> {
  const held = await ledgerOf(sql).sum({ ...asked, columns: ['shares', 'cost'] })
  return held.filter(({ shares }) => shares > 0)
}
