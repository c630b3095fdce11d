import {
  type Address,
  type ConditionId,
  type Day,
  dayOf,
  MICRO,
  type MicroPrice,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, type From, statement } from '../engine/statement.ts'
import type { Value } from '../engine/table.ts'
import { type PositionChange, type RecordedTerms, termsOfFills } from '../ingest/whole-trade-rows.ts'
import { feesOf } from '../ledger/chain-knowledge.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { type MovementDetail, movementRowOf } from '../ledger/movement-row.ts'
import type { Place } from '../ledger/place.ts'
import { IS_SHOWN } from '../opted-out.ts'
import { CONDITIONS, MARKET_EVENTS, MARKETS, TOKENS, TRADERS } from '../tables.ts'

/** A filter of fills: they meet everything that is named. A list names any one of its values. */
export interface TradeFilter {
  minUsd?: MicroUsd
  maxUsd?: MicroUsd
  /** Of a share, before fees. */
  minPrice?: MicroPrice
  maxPrice?: MicroPrice
  side?: 'BUY' | 'SELL'
  /** A fill of unknown role is of neither. */
  role?: 'MAKER' | 'TAKER'
  /** The outcome's index in its market. */
  outcome?: number
  /** Of the whole trade. */
  changes?: readonly PositionChange[]
  /** Signs of the whole trade: all of these, and none of those, each of them known. A fill whose signs are not known has neither. */
  signs?: readonly string[]
  without?: readonly string[]
  /** Conditions, in lower case. */
  markets?: readonly string[]
  /** The source's ids of events. */
  events?: readonly string[]
  categories?: readonly string[]
  tags?: readonly string[]
  /** The scheduled life of the market at least. */
  minMarketSeconds?: number
  /** Addresses, in lower case. */
  traders?: readonly string[]
  /** The addresses of the fill's possible owners by its UTC day. A missing day has none. */
  membersOn?: Readonly<Record<Day, readonly string[]>>
  /** At this second or later. */
  from?: Seconds
  /** Before this second. */
  to?: Seconds
  /** At least one of these, beside the rest. */
  any?: readonly TradeFilter[]
}

/** A fill with the names that filters need. */
export interface NamedTrade extends EventNames {
  event: StoredTrade
}

/** Returns whether a fill meets a filter. An unknown value meets no condition on it. */
export function matches(where: TradeFilter, trade: NamedTrade): boolean {
  const { event, market, outcome, traders, change } = trade
  return (
    (where.minUsd === undefined || event.usd >= where.minUsd) &&
    (where.maxUsd === undefined || event.usd <= where.maxUsd) &&
    (where.side === undefined || event.side === (where.side === 'BUY' ? 0 : 1)) &&
    (where.role === undefined || event.role === (where.role === 'MAKER' ? 0 : 1)) &&
    (where.outcome === undefined || outcome === where.outcome) &&
    (where.from === undefined || event.time >= where.from) &&
    (where.to === undefined || event.time < where.to) &&
    isAmong(where.changes, [change]) &&
    isSigned(where, trade) &&
    isAmong(where.traders, traders) &&
    (where.membersOn === undefined || isAmong(where.membersOn[dayOf(event.time)] ?? [], traders)) &&
    isAmong(where.markets, market === null ? [] : [market.condition]) &&
    isAmong(where.events, [market?.event]) &&
    isAmong(where.categories, [market?.category]) &&
    isAmong(where.tags, market?.tags ?? []) &&
    (where.minMarketSeconds === undefined || lifeOf(market) >= where.minMarketSeconds) &&
    isPriced(where, event) &&
    (where.any === undefined || where.any.some((one) => matches(one, trade)))
  )
}

function isSigned({ signs = [], without = [] }: TradeFilter, { signs: held }: NamedTrade): boolean {
  if (signs.length + without.length === 0) return true
  return (
    held !== null &&
    signs.every((sign) => held.signs.includes(sign)) &&
    !without.some((sign) => held.signs.includes(sign) || held.unknownSigns.includes(sign))
  )
}

/** The scheduled seconds of a market from its creation to its end; below all where unknown. */
function lifeOf(market: EventNames['market']): number {
  const { createdAt = null, endsAt = null } = market ?? {}
  return createdAt === null || endsAt === null ? Number.NEGATIVE_INFINITY : endsAt - createdAt
}

function isAmong(
  list: readonly string[] | undefined,
  values: readonly (string | null | undefined)[],
): boolean {
  return list === undefined || values.some((value) => typeof value === 'string' && list.includes(value))
}

/** Returns whether a price is in a range: compares products, which are exact. A trade without shares has no price. */
export function isPriced(
  { minPrice, maxPrice }: Pick<TradeFilter, 'minPrice' | 'maxPrice'>,
  { usd, shares }: Pick<StoredTrade, 'usd' | 'shares'>,
): boolean {
  if (minPrice === undefined && maxPrice === undefined) return true
  if (shares === 0) return false
  const paid = BigInt(usd) * BigInt(MICRO)
  return (
    (minPrice === undefined || paid >= BigInt(minPrice) * BigInt(shares)) &&
    (maxPrice === undefined || paid <= BigInt(maxPrice) * BigInt(shares))
  )
}

/** The names by which filters select an event, as they are known when it is read. */
export interface EventNames {
  /** The owner, and whom a transfer goes to; without wallets that opted out. */
  traders: readonly Address[]
  /** Null if the event concerns no single market, or its market is unknown. */
  market: MarketNames | null
  /** The outcome's index; null if the event concerns no single outcome, or metadata do not link it yet. */
  outcome: number | null
  /** The effect of the whole trade of a fill; null where it is not recorded, and for other events. */
  change: PositionChange | null
  /** The signs of the same as they are stored; null where they are not, and for other events. */
  packedSigns: number | null
  /** The same as names, in feeds that read them; else null. */
  signs: { signs: readonly string[]; unknownSigns: readonly string[] } | null
}

/** The names of a market; what metadata do not tell is null or empty. */
export interface MarketNames {
  condition: ConditionId
  category: string | null
  tags: readonly string[]
  /** The source's own id of the market's event. */
  event: string | null
  createdAt: Seconds | null
  endsAt: Seconds | null
}

const describedMarkets = (from: From) =>
  from(as(CONDITIONS, 'c'))
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .leftJoin(as(MARKET_EVENTS, 'e'), 'e.id', 'm.event_id')
    .select(
      'c.id',
      'c.condition',
      'm.category',
      'm.tags',
      'e.source_id as event',
      'm.created_at',
      'm.ends_at',
    )
const MARKETS_BY_ID = statement((from, { ids }: { ids: readonly number[] }) =>
  describedMarkets(from).whereAnyOf('c.id', 'int', ids),
)
const OUTCOMES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(TOKENS).select('id', 'condition_id as market', 'outcome').whereAnyOf('id', 'int', ids),
)
const SHOWN = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(TRADERS, 't')).select('t.id', 't.address').whereAnyOf('t.id', 'int', ids).where(from.raw(IS_SHOWN)),
)

/** Names events, in their order: four statements, however many there are. */
export async function nameEvents(
  sql: Sql,
  events: readonly (StoredTrade | StoredMovement)[],
): Promise<EventNames[]> {
  const tokens = await OUTCOMES.all(sql, { ids: distinct(events.map(({ token }) => token)) })
  const outcomes = new Map(tokens.map((row) => [row.id, row]))
  const marketOf = (event: StoredTrade | StoredMovement) =>
    event.token === null
      ? 'condition' in event
        ? event.condition
        : null
      : (outcomes.get(event.token)?.market ?? null)
  const described = await MARKETS_BY_ID.all(sql, { ids: distinct(events.map(marketOf)) })
  const markets = new Map(
    described.map(({ id, tags, ...market }) => [
      id,
      { ...market, tags: tags === null ? [] : (JSON.parse(tags) as string[]) },
    ]),
  )
  const shown = await SHOWN.all(sql, { ids: distinct(events.flatMap(tradersOf)) })
  const addresses = new Map(shown.map(({ id, address }) => [id, address]))
  // A fill that was taken back has its terms with it: the whole trade is gone.
  const fills = events.filter((event) => 'side' in event && event.change === undefined) as StoredTrade[]
  const recorded = await termsOfFills(sql, fills)
  const terms = new Map<object, RecordedTerms | undefined>(fills.map((fill, i) => [fill, recorded[i]]))
  const termsOf = (event: StoredTrade | StoredMovement) =>
    terms.get(event) ?? ('side' in event ? event : null)
  return events.map((event) => ({
    traders: tradersOf(event).flatMap((id) => addresses.get(id) ?? []),
    market: markets.get(marketOf(event) ?? 0) ?? null,
    outcome: event.token === null ? null : (outcomes.get(event.token)?.outcome ?? null),
    change: termsOf(event)?.change ?? null,
    packedSigns: termsOf(event)?.signs ?? null,
    signs: null,
  }))
}

function tradersOf(event: StoredTrade | StoredMovement): number[] {
  const both = 'side' in event ? [event.owner] : [event.owner, event.other]
  return both.filter((id) => id !== null)
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null)
}

/** A fill as the ledger keeps it: ids in place of names, amounts in micro-units. */
export interface StoredTrade extends Place {
  time: Seconds
  owner: number
  /** Null if unknown. */
  counterparty: number | null
  /** 0 MAKER, 1 TAKER; null if unknown. */
  role: number | null
  /** 0 BUY, 1 SELL. */
  side: number
  token: number
  shares: number
  usd: number
  fee: number
  /** 0 USD, 1 shares. */
  feeIn: number
  /** The transaction; undefined for a sealed fill, whose hash is in a file of its own. */
  tx?: Uint8Array | null
  /** The change of its whole trade, of a fill that was taken back. */
  change?: PositionChange | null
  /** The stored signs of its whole trade, of the same. */
  signs?: number | null
}

/** An event that is no fill, as the ledger keeps it. */
export interface StoredMovement extends MovementRow {
  /** INCOME: the type of the Data API. */
  reason: string | null
  /** The transaction; undefined for a sealed movement, whose hash is in a file of its own. */
  tx?: Uint8Array | null
}

/** The columns of a {@link StoredTrade}, as rows and sealed files both have them. */
export const TRADE_COLUMNS = [
  'key',
  'time',
  '0 AS item',
  'owner_id AS "owner"',
  'counterparty_id AS "counterparty"',
  'role',
  'side',
  'token_id AS "token"',
  'shares',
  'usd',
  'fee',
  'fee_in AS "feeIn"',
] as const

/** The same as a list of a SELECT. */
export const TERMS = TRADE_COLUMNS.join(', ')

/** A row of movements as events are read. */
export function storedMovement({ tx, ...row }: Record<string, Value>): StoredMovement {
  const detail: MovementDetail = typeof row.detail === 'string' ? JSON.parse(row.detail) : {}
  return {
    ...movementRowOf(row),
    reason: detail.reason ?? null,
    ...(tx !== undefined && { tx: tx instanceof Uint8Array ? tx : null }),
  }
}

/** Movements with the fees of conversions, which are their market's. */
export async function withFees(sql: Sql, rows: readonly StoredMovement[]): Promise<StoredMovement[]> {
  const fees = await feesOf(
    sql,
    rows.map(({ negRisk }) => negRisk),
  )
  return rows.map((row) => ({ ...row, feeBips: fees.get(row.negRisk ?? 0) ?? row.feeBips }))
}
