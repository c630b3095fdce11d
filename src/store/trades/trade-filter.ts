import { MICRO, type MicroPrice, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { EventNames } from './event-names.ts'
import type { StoredTrade } from './stored-event.ts'

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
  const { event, market, outcome, traders } = trade
  return (
    (where.minUsd === undefined || event.usd >= where.minUsd) &&
    (where.maxUsd === undefined || event.usd <= where.maxUsd) &&
    (where.side === undefined || event.side === (where.side === 'BUY' ? 0 : 1)) &&
    (where.role === undefined || event.role === (where.role === 'MAKER' ? 0 : 1)) &&
    (where.outcome === undefined || outcome === where.outcome) &&
    (where.from === undefined || event.time >= where.from) &&
    (where.to === undefined || event.time < where.to) &&
    isAmong(where.traders, traders) &&
    isAmong(where.markets, market === null ? [] : [market.condition]) &&
    isAmong(where.events, [market?.event]) &&
    isAmong(where.categories, [market?.category]) &&
    isAmong(where.tags, market?.tags ?? []) &&
    (where.minMarketSeconds === undefined || lifeOf(market) >= where.minMarketSeconds) &&
    isPriced(where, event) &&
    (where.any === undefined || where.any.some((one) => matches(one, trade)))
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
