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

/** Subscribers by what they ask for, so that an event costs what matches it and not what there is. */
export interface InterestIndex<Subscriber> {
  add(interest: Interest, subscriber: Subscriber): void
  remove(interest: Interest, subscriber: Subscriber): void
  /** Groups of subscribers whose interest, which is one of the group, matches the event. */
  find(event: StreamedEvent): ReadonlySet<Subscriber>[]
}

interface Group<Subscriber> {
  interest: Interest
  subscribers: Set<Subscriber>
}

/**
 * An index of interests. Those of one name are one group, which is matched once. A group is found by the traders, the
 * markets, the events of markets or the categories that it names, the first of these; one that names none is found by
 * its least amount.
 */
export function createInterestIndex<Subscriber>(): InterestIndex<Subscriber> {
  const groups = new Map<string, Group<Subscriber>>()
  const buckets = new Map<string, Set<Group<Subscriber>>>()
  /** Groups without a bucket, by the least amount, smallest first. */
  const byAmount: Group<Subscriber>[] = []

  const place = (group: Group<Subscriber>) => {
    const { buckets: names, minUsd } = group.interest
    if (names === null) {
      const at = byAmount.findIndex(({ interest }) => interest.minUsd > minUsd)
      byAmount.splice(at < 0 ? byAmount.length : at, 0, group)
    } else for (const name of names) buckets.set(name, (buckets.get(name) ?? new Set()).add(group))
  }
  const displace = (group: Group<Subscriber>) => {
    const { buckets: names } = group.interest
    if (names === null) byAmount.splice(byAmount.indexOf(group), 1)
    for (const name of names ?? []) {
      const bucket = buckets.get(name)
      bucket?.delete(group)
      if (bucket?.size === 0) buckets.delete(name)
    }
  }
  return {
    add(interest, subscriber) {
      const group = groups.get(interest.name) ?? { interest, subscribers: new Set() }
      if (!groups.has(interest.name)) {
        groups.set(interest.name, group)
        place(group)
      }
      group.subscribers.add(subscriber)
    },
    remove({ name }, subscriber) {
      const group = groups.get(name)
      if (group === undefined) return
      group.subscribers.delete(subscriber)
      if (group.subscribers.size > 0) return
      groups.delete(name)
      displace(group)
    },
    find(event) {
      const found = new Set<Group<Subscriber>>()
      for (const name of bucketsOf(event)) for (const group of buckets.get(name) ?? []) found.add(group)
      const usd = 'side' in event.event ? event.event.usd : Number.POSITIVE_INFINITY
      for (const group of byAmount) {
        if (group.interest.minUsd > usd) break
        found.add(group)
      }
      return [...found].flatMap(({ interest, subscribers }) => (interest.matches(event) ? [subscribers] : []))
    },
  }
}
