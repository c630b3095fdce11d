import type { Address, ConditionId, Day, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { LeaderboardDefinition, PeriodDefinition } from '../../metrics/leaderboards.ts'
import type { ScreenColumnId } from '../../metrics/screen-columns.ts'
import type { MarketStore } from '../markets/market-store.ts'
import type { TradeStore } from '../trades/trade-store.ts'
import type { SnapshotGaps } from './snapshot-tables.ts'
import type { BoardCells, Standings } from './standings.ts'
import type { TraderPosition, TraderRecord } from './trader-record.ts'

/** The facts that all analytics of a snapshot share. */
export interface SharedAnalytics {
  /** q-values by trader id, of those who have a p-value. */
  qValues: ReadonlyMap<number, number>
  /** Everybody's decided units by period and label as JSON; null in a snapshot that an older version published. */
  baselines: string | null
}

/** One published answer to everything: its id is the cache key and the ETag. */
export interface Snapshot {
  id: number
  /** The day whose close it was computed for, or null for the newest event. */
  asOf: Day | null
  /** The last event that it counts; the close of the day for one as of a day. */
  cutoff: { block: number | null; time: Seconds }
  /** The day of the ledger's first event. */
  firstDay: Day
  /** When it was computed; the close of the day for one as of a day, whenever that was computed. */
  generatedAt: Seconds
  /** Traders with at least one event, and those of them whose ledger has gaps. */
  traders: number
  partialTraders: number
  /** Traders whose first position began on the last whole day up to the cutoff. */
  newTraders: number | null
  /** The value of all shares held in unresolved markets; null of a past day. */
  openInterest: MicroUsd | null
  events: number
  /** The ledger's version that it was computed at. */
  ledgerVersion: number
  /** True where the ledger holds the demo world. */
  simulated: boolean
}

/** How many rows a board of a snapshot has. */
export interface BoardSummary {
  board: string
  entryCount: number
}

export interface BoardWhere {
  /** One text for one condition. */
  key: string
  /** 1 for each row of the board's standings that fits, else 0. */
  fits(standings: Standings): Promise<Uint8Array>
}

export interface BoardFilter {
  /** Leaves out traders who do not fit: ranks count only the others, also for the day before. @default everybody fits */
  where?: BoardWhere | null
  /** Days in place of the board's period, both included. @default the period's */
  window?: { from: Day; to: Day }
  /** Counts only markets of this category. @default all markets */
  category?: string
}

/** A condition as an answer names it; what is not known of it is null. */
export interface MarketName {
  condition: ConditionId
  question: string | null
  slug: string | null
}

export interface BoardOrder {
  count: number
  /** Ids of the first traders, best first. */
  traders: Int32Array
  /** The numbers that ordered these rows. */
  cells: BoardCells
  /** Each row's rank a day before, 0 where it was not on the board then; null where no such board is known. */
  previous: Int32Array | null
  /** A trader's rank from 1, or null where it is not on the board. */
  rankOf(trader: number): number | null
}

export interface TraderRow {
  id: number
  address: Address
  username: string | null
  profileImage: string | null
  xUsername: string | null
  verified: boolean
  bio: string | null
}

/** The days of numbers: a period up to the snapshot's day, or a range of days, both included. */
export type StatsWindow = PeriodDefinition | { readonly from: Day; readonly to: Day }

/** The part of a trader's record that numbers count. */
export interface StatsScope {
  /** A window of days is read as of its last one: prices, results and what is held are those of that day's close. */
  readonly window: StatsWindow
  /**
   * Counts only positions whose unit has this category, in every number but those of the trader as such: `botProbability`,
   * `isBot`, `untracked`, `firstTime`. Income belongs to no category. Null counts everything.
   */
  readonly category: string | null
}

/** The part of everybody's record that a screen counts: of a category, of a tag in its place, or all. */
export interface ScreenScope extends StatsScope {
  readonly tag?: string | null
}

/** A trader's numbers over one window; amounts in micro-units. */
export interface TraderStats {
  trader: number
  /** The period's code; null for a window that is no period. */
  period: number | null
  pnl: number
  realized: number
  unrealized: number
  volume: number
  shareVolume: number
  bought: number
  fees: number
  income: number
  fills: number
  markets: number
  startValue: number
  wins: number
  losses: number
  roi: number | null
  winRate: number | null
  /** Shares that left without having been seen to come, in micro-shares: above 0 the coverage is PARTIAL. */
  untracked: number
  /** In seconds. */
  firstTime: Seconds
  /** Profit by the official rule; null only in a snapshot that a version before 0013 published, as the next. */
  officialPnl: number | null
  maxDrawdown: number | null
  maxDrawdownPct: number | null
  sharpeRatio: number | null
  sortinoRatio: number | null
  profitFactor: number | null
  /** Over all time in every period: a trader is a bot or is not. Null without fills. */
  botProbability: number | null
  /** By that probability. */
  isBot: boolean
}

/** The numbers of a board's row that do not order boards. */
export type ShownNumbers = Pick<
  TraderStats,
  | 'realized'
  | 'markets'
  | 'wins'
  | 'losses'
  | 'winRate'
  | 'botProbability'
  | 'sharpeRatio'
  | 'sortinoRatio'
  | 'profitFactor'
  | 'maxDrawdown'
  | 'maxDrawdownPct'
>

/** One day of a trader's series; amounts in micro-units. */
export interface SeriesPoint {
  day: Day
  /** Cumulative marked PnL at the day's close. */
  pnl: number
  /** Cumulative realized PnL at the day's close. */
  realized: number
  /** Volume of the day. */
  volume: number
}

export interface SearchPage {
  /** Best match first; null for a trader who has opted out since the list was made. */
  traders: (TraderRow | null)[]
  /** The place of each. */
  places: SearchPlace[]
  isLast: boolean
}

/**
 * A row of a search: the list, which belongs to one snapshot and one request, and the position in it; for the list of
 * all traders the address.
 */
export interface SearchPlace {
  list: string
  position: number
}

/** Everybody's numbers of some days up to a snapshot's, in one category or all: a row for each trader with a trade in them. */
export interface ScreenTable {
  /** Unique among all tables. */
  readonly key: string
  /** Ids of traders, in the byte order of the addresses. */
  readonly ids: Float64Array
  /** Traders who have opted out: they are in no answer and no count. */
  readonly hidden: ReadonlySet<number>
  /** A number of each trader, NaN where it is unknown: amounts in micro-dollars, labels as places, flags as 1 or 0. */
  column(id: ScreenColumnId): Promise<Float64Array>
}

/** Reads of published snapshots. Each method is a constant number of statements, regardless of the size of its list. */
export interface SnapshotReader {
  readonly trades: TradeStore
  /** Markets, their events, and who holds and trades them. */
  readonly marketStore: MarketStore
  /** The newest snapshot, or null before the first refresh. Asked of the store at most once a second. */
  current(): Promise<Snapshot | null>
  /** Seconds from an event until it may be in what is read. 0: immediately, as for Pro. */
  readonly delay: Seconds
  /** When a snapshot becomes public, while none is: that time, and the seconds until then. Null if none is there to become so. */
  firstPublic(): Promise<{ time: Seconds; after: Seconds } | null>
  /**
   * The snapshot of the events at or before a day's close. The day of the newest snapshot's cutoff gets that snapshot
   * and its cutoff; an earlier day is computed if it is not published, or it or a day before it has changed since.
   * @param caller the limiter's key of the caller: days are computed for callers in turn. @default this process
   * @param pay called before a day is computed, once for each caller; a rejection refuses it. @default free
   * @throws PequodError BAD_USER_INPUT for a day outside the newest snapshot, SERVICE_UNAVAILABLE before the first
   * refresh, and while the day is not computed yet
   */
  asOf(day: Day, caller?: string, pay?: () => Promise<void>): Promise<Snapshot>
  /**
   * A head snapshot that `current` may have returned before, while the store keeps it: pages of one list stay of one snapshot. Null
   * for any other.
   */
  earlier(name: Pick<Snapshot, 'id' | 'generatedAt'>): Promise<Snapshot | null>
  boards(snapshot: Snapshot): Promise<BoardSummary[]>
  /** A board's order, kept in memory for the newest snapshots; null where the snapshot has no such board. */
  order(
    snapshot: Snapshot,
    board: string,
    filter?: BoardFilter,
    /** The limiter's key of the caller. @default this process */
    caller?: string,
  ): Promise<BoardOrder | null>
  /**
   * The numbers of a board that do not order it, by trader id, kept in memory for the newest snapshots;
   * without traders whom only a filter moves into the first rows, and without those beyond row 100 of a past day. Null if none are
   * published.
   */
  shownNumbers(
    snapshot: Snapshot,
    board: LeaderboardDefinition,
  ): Promise<ReadonlyMap<number, ShownNumbers> | null>
  /**
   * Everybody's numbers of a window that ends with the snapshot's day. A screen that is not in the store is computed.
   * @param caller the limiter's key of the caller. @default this process
   * @throws PequodError SERVICE_UNAVAILABLE while it is not computed yet
   */
  screen(snapshot: Snapshot, scope: ScreenScope, caller?: string): Promise<ScreenTable>
  /** Traders with coverage GAP; cached for the newest snapshots. */
  gaps(snapshot: Snapshot): Promise<SnapshotGaps>
  /** Traders' profiles, by id; each is read from the store at most once a second. */
  tradersById(ids: readonly number[]): Promise<Map<number, TraderRow>>
  tradersByAddress(addresses: readonly Address[]): Promise<Map<Address, TraderRow>>
  /** Traders by name, ignoring case and accents; without names that no trader has, or more than one. */
  tradersByName(names: readonly string[]): Promise<Map<string, TraderRow>>
  /** Numbers of the traders that have any in the scope, by trader id; cached while they are requested. */
  stats(snapshot: Snapshot, scope: StatsScope, ids: readonly number[]): Promise<Map<number, TraderStats>>
  /**
   * The all-time daily series, by trader id; a period's part is a slice of it.
   * @param category counts only positions of this category, as in {@link StatsScope}. @default null
   */
  series(
    snapshot: Snapshot,
    ids: readonly number[],
    category?: string | null,
  ): Promise<Map<number, SeriesPoint[]>>
  /** The parts of traders' analytics, by trader id; `readAnalytics` in refresh composes the answer. */
  analytics(snapshot: Snapshot, ids: readonly number[]): Promise<Map<number, TraderRecord>>
  /**
   * Traders' holdings and flows in each token at the close of a day, or at the cutoff on its day, by trader id.
   * @param category only positions of this category, as in {@link StatsScope}. @default null
   */
  positions(
    snapshot: Snapshot,
    upTo: Day,
    ids: readonly number[],
    category?: string | null,
  ): Promise<Map<number, readonly TraderPosition[]>>
  /** The facts that the snapshot's analytics share; cached for the newest snapshots. */
  shared(snapshot: Snapshot): Promise<SharedAnalytics>
  /** Names of categories and tags by the numbers that analytics hold. */
  labels(ids: readonly number[]): Promise<Map<number, string>>
  /** Conditions by the numbers that analytics hold; a number below 0 is a token's whose condition is not known. */
  markets(ids: readonly number[]): Promise<Map<number, MarketName>>
  /**
   * Traders with a trade whose address begins with the text, or whose name holds each of its words; best match first.
   * @throws PequodError BAD_USER_INPUT for a place in a list that is not kept any more
   */
  search(snapshot: Snapshot, query: string, limit: number, after: SearchPlace | null): Promise<SearchPage>
}

/** A period of everything, the scope of boards and profiles. */
export function wholePeriod(period: PeriodDefinition): StatsScope {
  return { window: period, category: null }
}

/** Computes single traders' numbers of a snapshot, opted out or not. */
export type TraderAsker = Pick<SnapshotReader, 'stats' | 'series' | 'analytics' | 'positions'>
