import type { Address, ConditionId, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, type From, statement } from '../engine/statement.ts'
import { IS_SHOWN } from '../opted-out.ts'
import { CONDITIONS, MARKET_EVENTS, MARKETS, TOKENS, TRADERS } from '../tables.ts'
import type { StoredMovement, StoredTrade } from './stored-event.ts'

/** The names by which filters select an event, as they are known when it is read. */
export interface EventNames {
  /** The owner, and whom a transfer goes to; without wallets that opted out. */
  traders: readonly Address[]
  /** Null if the event concerns no single market, or its market is unknown. */
  market: MarketNames | null
  /** The outcome's index; null if the event concerns no single outcome, or metadata do not link it yet. */
  outcome: number | null
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

/** Names events, in their order: three statements, however many there are. */
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
  return events.map((event) => ({
    traders: tradersOf(event).flatMap((id) => addresses.get(id) ?? []),
    market: markets.get(marketOf(event) ?? 0) ?? null,
    outcome: event.token === null ? null : (outcomes.get(event.token)?.outcome ?? null),
  }))
}

function tradersOf(event: StoredTrade | StoredMovement): number[] {
  const both = 'side' in event ? [event.owner] : [event.owner, event.other]
  return both.filter((id) => id !== null)
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null)
}
