import type { MicroUsd } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { fillPrice } from '../store/ingest/price-day-rows.ts'
import type { EventFilter } from '../store/ledger/event-filter.ts'
import { IS_SHOWN } from '../store/opted-out.ts'
import { CONDITIONS, TOKENS, TRADERS } from '../store/tables.ts'
import type { TailEvent, TailPlace } from '../store/trades/event-tail.ts'
import {
  type EventNames,
  matches,
  type StoredMovement,
  type StoredTrade,
  type TradeFilter,
} from '../store/trades/trade-filter.ts'

/** An event of a stream with the names that filters need. */
export interface StreamedEvent extends EventNames {
  kind: TailEvent['kind']
  event: StoredTrade | StoredMovement
  at: TailPlace
  cursor: string
}

/** The events that a subscriber asks for. */
export interface Interest {
  /** Interests of the same name match the same events. */
  name: string
  /** Every event that matches has one of these: see {@link bucketsOf}. Null: it may have any. */
  buckets: readonly string[] | null
  /** True: it reads signs, which only feeds of published events have. */
  isSigned: boolean
  /** No fill of less matches. */
  minUsd: MicroUsd
  matches(event: StreamedEvent): boolean
  /** Filters by indexes that hold all events which match, for reading those of the past; null: none of a kind does. */
  narrow(sql: Sql): Promise<{ fills: EventFilter | null; movements: EventFilter | null }>
}

const TRADER_IDS = statement((from, { addresses }: { addresses: readonly string[] }) =>
  from(as(TRADERS, 't')).select('t.id').whereAnyOf('t.address', 'text', addresses).where(from.raw(IS_SHOWN)),
)
const TOKEN_IDS = statement((from, { markets }: { markets: readonly string[] }) =>
  from(as(TOKENS, 't'))
    .join(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.id')
    .whereAnyOf('c.condition', 'text', markets),
)

/** The places of an event in the index of interests. */
export function bucketsOf({ traders, market }: StreamedEvent): string[] {
  return [
    ...traders.map((address) => `trader ${address}`),
    ...(market === null ? [] : [`market ${market.condition}`]),
    ...(market === null || market.event === null ? [] : [`event ${market.event}`]),
    ...(market === null || market.category === null ? [] : [`category ${market.category}`]),
  ]
}

/** Fills that meet a filter. */
export function tradeInterest(where: TradeFilter): Interest {
  return {
    name: `trades ${JSON.stringify(where)}`,
    buckets: bucketsOfFilter(where),
    isSigned: readsSigns(where),
    minUsd: where.minUsd ?? 0,
    matches: (streamed) => isTrade(streamed) && matches(where, streamed),
    async narrow(sql) {
      const { traders, markets } = where
      const fills: EventFilter = {
        ...(traders && { owners: idsOf(await TRADER_IDS.all(sql, { addresses: traders })) }),
        ...(markets && { tokens: idsOf(await TOKEN_IDS.all(sql, { markets })) }),
      }
      return { fills, movements: null }
    },
  }
}

/** Every event of a trader, of a market, or of a trader in a market; of all without both. */
export function activityInterest({
  trader,
  market,
}: {
  trader: string | null
  market: string | null
}): Interest {
  const isOwned = ({ event }: StreamedEvent) => 'side' in event || event.owner !== null
  return {
    name: `activity ${trader} ${market}`,
    buckets: trader !== null ? [`trader ${trader}`] : market !== null ? [`market ${market}`] : null,
    isSigned: false,
    minUsd: 0,
    matches: (event) =>
      isOwned(event) &&
      (trader === null || event.traders.some((address) => address === trader)) &&
      (market === null || event.market?.condition === market),
    async narrow(sql) {
      const owners = trader && idsOf(await TRADER_IDS.all(sql, { addresses: [trader] }))
      const tokens = market && idsOf(await TOKEN_IDS.all(sql, { markets: [market] }))
      return { fills: { ...(owners && { owners }), ...(tokens && { tokens }) }, movements: {} }
    },
  }
}

/** Fills in some markets that set the price of their outcome. */
export function priceInterest(markets: readonly string[]): Interest {
  const { narrow, ...trades } = tradeInterest({ markets })
  return {
    ...trades,
    name: `prices ${markets.join(' ')}`,
    matches: (streamed) =>
      trades.matches(streamed) && isTrade(streamed) && fillPrice(streamed.event) !== null,
    narrow,
  }
}

function isTrade(streamed: StreamedEvent): streamed is StreamedEvent & { event: StoredTrade } {
  return 'side' in streamed.event
}

function bucketsOfFilter({ traders, markets, events, categories, any }: TradeFilter): string[] | null {
  if (traders) return traders.map((one) => `trader ${one}`)
  if (markets) return markets.map((one) => `market ${one}`)
  if (events) return events.map((one) => `event ${one}`)
  if (categories) return categories.map((one) => `category ${one}`)
  const parts = any?.map(bucketsOfFilter) ?? [null]
  return parts.every((part) => part !== null) ? [...new Set(parts.flat())] : null
}

function readsSigns({ signs, without, any }: TradeFilter): boolean {
  return signs !== undefined || without !== undefined || (any?.some(readsSigns) ?? false)
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}
