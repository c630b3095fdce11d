import type { Day, MicroShares, MicroUsd, Seconds, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import type { Value } from '../engine/table-types.ts'
import { type EventPage, ledgerOf } from '../ledger/ledger.ts'
import { MOVEMENT_COLUMNS } from '../ledger/movement-row.ts'
import { comparePlaces, type Place, type PlaceBound } from '../ledger/place.ts'
import type { PositionId } from '../ledger/position-day.ts'
import { CONDITIONS, TOKENS } from '../tables.ts'
import {
  type EventStep,
  type PositionDayAsked,
  type PositionDayRow,
  positionDays,
  stepsOfDay,
} from './day-steps.ts'
import { effectsOfFills, type FillEffect } from './fill-effects.ts'
import { createLotRecords, type LotRecord, type LotsAsked } from './lot-record.ts'
import type { StoredMovement, StoredTrade } from './trade-filter.ts'
import { storedMovement, TERMS, withFees } from './trade-filter.ts'
import {
  type MarketTerms,
  pricesAround,
  type RecordedTrade,
  readTape,
  type TapeMarket,
  type TapePage,
  type TradePrices,
  tapeMarkets,
  tokensOfEvents,
  tokensWhere,
  type WholeTrade,
  wholesOfFills,
} from './whole-trades.ts'

export interface TokenName {
  id: number
  token: TokenId
  /** Null while metadata does not link it; the condition's number. */
  condition: number | null
  /** Its place among the outcomes; null likewise. */
  outcome: number | null
  name: string | null
}

/** All buys of a trader in an outcome. */
export interface BuyTotals {
  trader: number
  token: number
  /** Time of the first of them. */
  time: Seconds
  shares: MicroShares
  usd: MicroUsd
}

/** Reads of single events. Each method takes a constant number of statements, regardless of the length of its list. */
export interface TradeStore {
  /** Fills of streams by owner or by token. */
  fills(page: EventPage): Promise<StoredTrade[]>
  /** Movements of streams by owner and by receiver. */
  movements(page: EventPage): Promise<StoredMovement[]>
  /** Fills by their keys, in no order; unknown keys are skipped. */
  fillsByKey(keys: readonly number[]): Promise<StoredTrade[]>
  /** A position's days in order, as of a version of the ledger. */
  positionDays(position: PositionId, upTo: Day, version: number): Promise<PositionDayRow[]>
  /** The effect of each event of a position's day; null where too many moved together: see {@link stepsOfDay}. */
  stepsOfDay(asked: PositionDayAsked): Promise<EventStep[] | null>
  /** Disposals of wallets, lot by lot; null where their record is too long: see {@link createLotRecords}. */
  lots(asked: LotsAsked): Promise<LotRecord | null>
  /** The effects of fills on their positions, by key; null if unknown: see {@link effectsOfFills}. */
  effectsOf(fills: readonly StoredTrade[]): Promise<Map<number, FillEffect | null>>
  /** Whole trades of $1,000 or more, newest or largest first: see {@link readTape}. */
  tape(page: TapePage): Promise<RecordedTrade[]>
  /** The first fills of whole trades, by key. */
  firstFills(wholes: readonly RecordedTrade[]): Promise<Map<number, StoredTrade>>
  /** The whole trade of each fill, by the fill's key: see {@link wholesOfFills}. */
  wholesOf(fills: readonly StoredTrade[]): Promise<Map<number, WholeTrade>>
  /** The outcome's prices around whole trades, by their keys: see {@link pricesAround}. */
  pricesAround(wholes: readonly WholeTrade[]): Promise<Map<number, TradePrices>>
  /** The markets of tokens as the tape's filters read them. */
  tapeMarkets(ids: readonly number[]): Promise<Map<number, TapeMarket>>
  /** Tokens of the markets of some events. */
  tokensOfEvents(events: readonly string[]): Promise<number[]>
  /** Ascending ids of the tokens whose market is accepted: it looks at every token. */
  tokensWhere(accepts: (market: MarketTerms) => boolean): Promise<number[]>
  /** The buys of each outcome by some traders up to a place, added up, in no order. */
  boughtBy(traders: readonly number[], upTo: PlaceBound): Promise<BuyTotals[]>
  /** Transactions of fills, by key. */
  hashes(keys: readonly number[]): Promise<Map<number, { tx: Uint8Array | null }>>
  /** A transaction's fills, `most` of them at most, in no order. @param tx its 32 bytes */
  ofTransaction(tx: Uint8Array, most: number): Promise<StoredTrade[]>
  /** Transactions of movements, by key. */
  movementHashes(keys: readonly number[]): Promise<Map<number, { tx: Uint8Array | null }>>
  tokens(ids: readonly number[]): Promise<Map<number, TokenName>>
  /** Tokens of markets by their conditions; none where there is no such market. */
  tokensOf(conditions: readonly string[]): Promise<{ id: number; condition: string }[]>
  tokensOfCondition(condition: number): Promise<{ id: number }[]>
  /** The resolution of a condition by its number, if it is known up to a place; else null. */
  resolutionOf(condition: number, upTo: PlaceBound): Promise<StoredMovement | null>
  /** A token's number; null for one that the ledger does not know. */
  tokenNumber(token: string): Promise<number | null>
}

const TOKEN_NAMES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(TOKENS)
    .select('id', 'token', 'condition_id as condition', 'outcome', 'outcome_name as name')
    .whereAnyOf('id', 'int', ids),
)
const TOKENS_OF = statement((from, { conditions }: { conditions: readonly string[] }) =>
  from(as(TOKENS, 't'))
    .join(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.id', 'c.condition')
    .whereAnyOf('c.condition', 'text', conditions),
)
const TOKENS_OF_CONDITION = statement((from, { condition }: { condition: number }) =>
  from(TOKENS).select('id').where('condition_id', condition),
)
const TOKEN_NUMBER = statement((from, { token }: { token: string }) =>
  from(TOKENS).select('id').where('token', token),
)

/** The reads on one connection. */
export function createTradeStore(sql: Sql): TradeStore {
  const store: TradeStore = {
    fills: (page) => ledgerOf(sql).page<StoredTrade>('FILLS', { rows: `${TERMS}, tx`, sealed: TERMS }, page),
    positionDays: (position, upTo, version) => positionDays(sql, position, upTo, version),
    stepsOfDay: (asked) => stepsOfDay(sql, asked),
    lots: createLotRecords(sql),
    effectsOf: (fills) => effectsOfFills(sql, store, fills),
    async movements(page) {
      const columns = MOVEMENT_COLUMNS.join(', ')
      const rows = await ledgerOf(sql).page<Record<string, Value> & Place>(
        'MOVEMENTS',
        { rows: `${columns}, tx`, sealed: columns },
        page,
      )
      return withFees(sql, rows.map(storedMovement))
    },
    async movementHashes(keys) {
      const rows = await ledgerOf(sql).events<{ key: number; tx: Uint8Array | null }>(
        'MOVEMENTS',
        { keys: [...new Set(keys)] },
        { select: 'key, tx', hashes: true },
      )
      return new Map(rows.map((row) => [row.key, row]))
    },
    fillsByKey: (keys) => ledgerOf(sql).events<StoredTrade>('FILLS', { keys }, { select: TERMS }),
    tape: (page) => readTape(sql, page),
    async firstFills(wholes) {
      const distinct = (of: (whole: RecordedTrade) => number) => [...new Set(wholes.map(of))]
      const filter = {
        keys: distinct(({ key }) => key),
        tokens: distinct(({ tokenId }) => tokenId),
        times: distinct(({ time }) => time),
      }
      const fills = await ledgerOf(sql).events<StoredTrade>('FILLS', filter, { select: TERMS })
      return new Map(fills.map((fill) => [fill.key, fill]))
    },
    async boughtBy(traders, upTo) {
      const parts = await ledgerOf(sql).events<BuyTotals>(
        'FILLS',
        { owners: traders, side: 0, upTo },
        {
          select:
            'owner_id AS trader, token_id AS token, MIN(time) AS time, CAST(SUM(shares) AS BIGINT) AS shares, CAST(SUM(usd) AS BIGINT) AS usd',
          end: 'GROUP BY owner_id, token_id',
        },
      )
      // Rows and sealed fills are added up apart.
      return [...Map.groupBy(parts, ({ trader, token }) => `${trader} ${token}`).values()].map((all) =>
        all.reduce((one, other) => ({
          trader: one.trader,
          token: one.token,
          time: Math.min(one.time, other.time),
          shares: one.shares + other.shares,
          usd: one.usd + other.usd,
        })),
      )
    },
    wholesOf: (fills) => wholesOfFills(sql, fills),
    pricesAround: (wholes) => pricesAround(sql, wholes),
    tapeMarkets: (ids) => tapeMarkets(sql, ids),
    tokensOfEvents: (events) => tokensOfEvents(sql, events),
    tokensWhere: (accepts) => tokensWhere(sql, accepts),
    hashes: (keys) => ledgerOf(sql).fillHashes(keys),
    async ofTransaction(tx, most) {
      const keys = await ledgerOf(sql).fillsOfTransaction(tx, most)
      return keys.length === 0 ? [] : store.fillsByKey(keys)
    },
    async tokens(ids) {
      const rows = await TOKEN_NAMES.all(sql, { ids })
      return new Map(rows.map((row) => [row.id, row]))
    },
    tokensOf: (conditions) => TOKENS_OF.all(sql, { conditions }),
    tokensOfCondition: (condition) => TOKENS_OF_CONDITION.all(sql, { condition }),
    async resolutionOf(condition, upTo) {
      const filter = { conditions: [condition], kinds: ['RESOLVE'] as const, upTo }
      const rows = await ledgerOf(sql).events<Record<string, Value>>('MOVEMENTS', filter, {
        select: MOVEMENT_COLUMNS.join(', '),
      })
      return rows.map(storedMovement).sort(comparePlaces)[0] ?? null
    },
    async tokenNumber(token) {
      return (await TOKEN_NUMBER.get(sql, { token }))?.id ?? null
    },
  }
  return store
}
