import { COHORT_MEMBERS, newestFixedWeeks, readWeekMembers } from '../cohorts/cohort-weeks.ts'
import type { Day, MicroShares, MicroUsd, Seconds } from '../ledger/quantities.ts'
import { readsOn, type Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import type { PositionId } from '../store/ledger/position-day.ts'
import { IS_SHOWN } from '../store/opted-out.ts'
import { TRADERS } from '../store/tables.ts'
import { readBuyStudy } from './large-buys.ts'
import { type MarketsMoment, readOpenMarkets } from './open-markets.ts'
import { readSignals, type SignalFilter } from './signals.ts'
import { readStances, readStancesIn, readView, type ViewKey } from './views.ts'
import {
  divergenceRecord,
  MEMBERS_BY_WEEK,
  readMarketWeeks,
  readWeeks,
  readWideStances,
  WEEK_CATEGORIES,
  type WeekRange,
} from './week-series.ts'

/** Every read of smart money. Each method runs a constant number of statements. */
export type SmartMoneyStore = ReturnType<typeof createSmartMoneyStore>

/**
 * Reads on one connection, in or outside a transaction.
 * @param isBound they are as of the given versions, else as of now
 */
export function createSmartMoneyStore(sql: Sql, isBound = false) {
  const versionOf = (version: number | undefined) => (isBound ? (version ?? null) : null)
  return {
    ...readsOn(sql, {
      view: readView,
      stances: readStances,
      stancesIn: readStancesIn,
      newestFixedWeeks,
      weekMembers: readWeekMembers,
      weeks: readWeeks,
      weekCategories: WEEK_CATEGORIES.all,
      membersByWeek: MEMBERS_BY_WEEK.all,
      marketWeeks: readMarketWeeks,
      buyStudy: readBuyStudy,
    }),
    marketHolders: (week: Omit<ViewKey, 'snapshot'>, tokens: readonly number[], upTo: Day, version: number) =>
      readMarketHolders(sql, week, tokens, { upTo, at: versionOf(version) }),
    holdings: (traders: readonly number[], { day, version }: MarketsMoment) =>
      holdingsOf(sql, { traders, upTo: day, at: versionOf(version) }),
    openMarkets: (tokens: readonly number[], moment: MarketsMoment) =>
      readOpenMarkets(sql, tokens, moment, versionOf(moment.version)),
    signals: (filter: SignalFilter, version: number) => readSignals(sql, filter, versionOf(version)),
    wideStances: (range: WeekRange & { least: number }, version: number) =>
      readWideStances(sql, range, versionOf(version)),
    divergenceRecord: (upTo: Seconds, version: number) => divergenceRecord(sql, upTo, versionOf(version)),
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
