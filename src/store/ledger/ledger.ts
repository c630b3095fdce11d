import type { Day, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { EventFilter } from './event-filter.ts'
import type { MovementRow } from './movement-row.ts'
import type { Place } from './place.ts'
import type { DayColumn, DayPart, PositionId } from './position-day.ts'
import { type DaySums, type LastDay, lastDays, type SumsAsked, sums } from './reads/day-sums.ts'
import { type DaysAsked, days } from './reads/days.ts'
import {
  type ChainScan,
  type EventPage,
  type FillNumbers,
  type FillPiece,
  fillNumbers,
  fillPieces,
  type PageColumns,
  readEventPage,
  scanChain,
} from './reads/event-scans.ts'
import {
  type ChainPlace,
  countEvents,
  type EventKind,
  type EventQuery,
  type FillColumn,
  type FillRow,
  type FirstFills,
  lastOfChain,
  type MovementMarkets,
  type MovementTerms,
  movementsOfMarkets,
  queryEvents,
  readEvents,
  readFills,
  readHashes,
  readMovementHashes,
  readMovementTerms,
  readTransaction,
  readTransactionNames,
  sealedKeys,
  sealedPlaces,
  type TransactionName,
} from './reads/events.ts'
import { type LastFill, lastOfDays, type TokenMoment } from './reads/last-of-days.ts'

export type { EventPage, EventStream } from './reads/event-scans.ts'
export type { EventKind, FillRow, TransactionName } from './reads/events.ts'
export type { TokenMoment } from './reads/last-of-days.ts'

type Hash = Uint8Array | null

/**
 * The ledger, read. Rows of the store, sealed files and generations are inside: every answer is of both
 * ages and of one moment, and the same however the ledger is split into them.
 */
export interface Ledger {
  /** Days of positions, in the order of trader, token and day, as they are or as of a pinned version. See {@link days}. */
  days<Column extends DayColumn>(asked: DaysAsked<Column>): AsyncGenerator<DayPart<Column>>
  /** Each position's last day before its own day, or undefined. See {@link lastDays}. */
  lastDays<Column extends DayColumn>(
    positions: readonly (PositionId & { before: Day })[],
    columns: readonly Column[],
    at?: number | null,
  ): Promise<(LastDay<Column> | undefined)[]>
  /** Holdings of positions at a day's close, and sums of their flows up to it. See {@link sums}. */
  sum<Column extends DayColumn>(asked: SumsAsked<Column>): Promise<DaySums<Column>[]>

  /** Some columns of the fills that meet a filter. See {@link readFills}. */
  fills<Column extends FillColumn>(
    columns: readonly Column[],
    filter: EventFilter,
    first?: FirstFills,
  ): Promise<FillRow<Column>[]>
  /** The movements of some markets, in no order. */
  movementsOf(markets: MovementMarkets): Promise<MovementRow[]>
  /** Columns of the movements that meet a filter, each with its transaction, by key. */
  movementTerms(columns: readonly string[], filter: EventFilter): Promise<(MovementTerms & { tx: Hash })[]>
  /** A page of some streams' events in the ledger's order. See {@link readEventPage}. */
  page<Row extends Place>(kind: EventKind, columns: PageColumns, page: EventPage): Promise<Row[]>
  /** All events of a kind, page by page in the order of their places. See {@link scanChain}. */
  scan<Row extends { key: number; item?: number }>(
    kind: EventKind,
    columns: readonly string[],
    scan?: ChainScan,
  ): AsyncGenerator<Row[]>
  /** One query's answers, of rows and of sealed events: sums come once of each. See {@link readEvents}. */
  events<Row>(kind: EventKind, filter: EventFilter, query: EventQuery): Promise<Row[]>
  /** The same of a query that is more than one SELECT. */
  queryEvents<Row>(
    kind: EventKind,
    filter: EventFilter,
    query: (from: string, where: string) => string,
  ): Promise<Row[]>
  /** Each token's last fill that makes a price, from the start of a day up to a moment. See {@link lastOfDays}. */
  lastOfDays(moments: readonly TokenMoment[], since: readonly Seconds[]): Promise<(LastFill | undefined)[]>
  /** The chain's last event before a time, or null. */
  lastOfChain(before?: Seconds): Promise<ChainPlace | null>
  /** How many events there are before a time. Counts every row: for what is done once a week. */
  countEvents(before: Seconds): Promise<number>
  /** All fills that meet a filter, as columns of numbers. See {@link fillNumbers}. */
  fillNumbers<Column extends FillColumn>(
    columns: readonly Column[],
    filter: EventFilter,
  ): AsyncGenerator<FillNumbers<Column>>
  /** Fills for DuckDB to write. See {@link fillPieces}. */
  fillPieces(columns: readonly string[], filter: EventFilter, pageRows: number): AsyncGenerator<FillPiece>

  /** Transaction and order of fills by key; unknown keys are omitted. */
  fillHashes(keys: readonly number[]): Promise<Map<number, { tx: Hash; orderHash: Hash }>>
  /** Keys of a transaction's fills in order, `most` of them at most. See {@link readTransaction}. */
  fillsOfTransaction(tx: Uint8Array, most: number): Promise<number[]>
  /** Names of the transactions of the chain's events of a range by key. See {@link readTransactionNames}. */
  transactionNames(
    range: Required<Pick<EventFilter, 'afterKey' | 'upToKey'>>,
    inHex: boolean,
  ): Promise<Map<number, TransactionName>>
  /** The transactions of movements by place, among some keys. */
  movementHashes(keys: readonly number[]): Promise<Map<string, Hash>>
  /** Those of some keys under which a fill is sealed. */
  sealedFills(keys: ArrayLike<unknown>): Promise<ReadonlySet<number>>
  /** The places of the movements that are sealed, among some keys. */
  sealedMovements(keys: ArrayLike<unknown>): Promise<ReadonlySet<string>>
}

/** The ledger as a connection sees it. */
export function ledgerOf(sql: Sql): Ledger {
  return {
    days: (asked) => days(sql, asked),
    lastDays: (positions, columns, at) => lastDays(sql, positions, columns, at),
    sum: (asked) => sums(sql, asked),
    fills: (columns, filter, first) => readFills(sql, columns, filter, first),
    movementsOf: (markets) => movementsOfMarkets(sql, markets),
    movementTerms: (columns, filter) => readMovementTerms(sql, columns, filter),
    page: (kind, columns, page) => readEventPage(sql, kind, columns, page),
    scan: (kind, columns, scan) => scanChain(sql, kind, columns, scan),
    events: (kind, filter, query) => readEvents(sql, kind, filter, query),
    queryEvents: (kind, filter, query) => queryEvents(sql, kind, filter, query),
    lastOfDays: (moments, since) => lastOfDays(sql, moments, since),
    lastOfChain: (before) => lastOfChain(sql, before),
    countEvents: (before) => countEvents(sql, before),
    fillNumbers: (columns, filter) => fillNumbers(sql, columns, filter),
    fillPieces: (columns, filter, pageRows) => fillPieces(sql, columns, filter, pageRows),
    fillHashes: (keys) => readHashes(sql, keys),
    fillsOfTransaction: (tx, most) => readTransaction(sql, tx, most),
    transactionNames: (range, inHex) => readTransactionNames(sql, range, inHex),
    movementHashes: (keys) => readMovementHashes(sql, keys),
    sealedFills: (keys) => sealedKeys(sql, keys),
    sealedMovements: (keys) => sealedPlaces(sql, keys),
  }
}
