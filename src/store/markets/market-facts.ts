import {
  type ConditionId,
  DAY_SECONDS,
  type Day,
  dayOf,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, known, statement, statementBy } from '../engine/statement.ts'
import type { Value } from '../engine/table.ts'
import { historyOf, readAt } from '../ledger/history.ts'
import { CONDITIONS, MARKET_EVENTS, MARKETS, PRICE_DAYS, TOKENS } from '../tables.ts'
import { LAST_CLOSE, type LastClose } from './last-prices.ts'
import { tokensOfMarkets, VOLUME_ROWS, VOLUME_SUM, volumeUpTo } from './volume-up-to.ts'

/** The known facts of a market with any number of outcomes. */
export interface MarketFacts {
  id: number
  condition: ConditionId
  question: string | null
  slug: string | null
  category: string | null
  /** A JSON list of texts, or null without any. */
  tags: string | null
  /** The time when its source created it, or null. */
  createdAt: Seconds | null
  endsAt: Seconds | null
  /** The number of its event, or null while that is unknown. */
  event: number | null
  /** The number of its neg-risk market, in which exactly one question comes true; null for a market of its own. */
  group: number | null
  /** The payout numerators as JSON, and when they were known; null while the market is open. */
  payouts: string | null
  resolvedTime: Seconds | null
}

export interface MarketOutcome {
  market: number
  token: number
  tokenName: string
  outcome: number
  name: string | null
}

/** An event, the question of several markets. */
export interface EventFacts {
  id: number
  /** The source's own id. */
  sourceId: string
  title: string | null
  slug: string | null
}

type Names = readonly (number | string)[]

const KEYS = { id: ['c.id', 'int'], condition: ['c.condition', 'text'], slug: ['m.slug', 'text'] } as const

const FACTS = statementBy((from, { by }: { by: keyof typeof KEYS }, { names }: { names: Names }) => {
  const [column, type] = KEYS[by]
  return from(as(CONDITIONS, 'c'))
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .select(
      'c.id',
      'c.condition',
      'm.question',
      'm.slug',
      'm.category',
      'm.tags',
      'm.created_at as createdAt',
      'm.ends_at as endsAt',
      'm.event_id as event',
      'c.neg_risk_id as group',
      'c.payouts',
      'c.resolved_time as resolvedTime',
    )
    .whereAnyOf(column, type, names)
    .orderBy('c.id', 'desc')
})
const EVENTS = statementBy((from, { by }: { by: 'id' | 'source_id' | 'slug' }, { names }: { names: Names }) =>
  from(MARKET_EVENTS)
    .select('id', 'source_id as sourceId', 'title', 'slug')
    .whereAnyOf(by, MARKET_EVENTS.columns[by], names)
    .orderBy('id', 'desc'),
)
const MARKETS_OF = statement((from, { events }: { events: readonly number[] }) =>
  from(MARKETS)
    .select('condition_id as market', known('event_id as event'))
    .whereAnyOf('event_id', 'int', events),
)
const OUTCOMES = statement((from, { markets }: { markets: readonly number[] }) =>
  from(TOKENS)
    .select(
      known('condition_id as market'),
      'id as token',
      'token as tokenName',
      known('outcome'),
      'outcome_name as name',
    )
    .whereAnyOf('condition_id', 'int', markets)
    .whereNotNull('outcome')
    .orderBy('condition_id')
    .orderBy('outcome'),
)

/** The markets of these numbers, conditions or slugs; of those that share a slug, each. One statement. */
export async function readMarkets(
  sql: Sql,
  by: keyof typeof KEYS,
  names: readonly (number | string)[],
  at: number | null = null,
): Promise<MarketFacts[]> {
  return withResolutions(sql, await FACTS({ by }).all(sql, { names }), ({ id }) => id, at)
}

/** How a market ended; without an end both are null. */
export type Resolution = Pick<MarketFacts, 'payouts' | 'resolvedTime'>

/** The condition that a row is of. */
export function marketOf({ market }: { market: number }): number {
  return market
}

/** Rows with the resolutions of their conditions as they were at a version; rows of conditions that it does not have are skipped. */
export async function withResolutions<Row extends Partial<Resolution>>(
  sql: Sql,
  rows: readonly Row[],
  conditionOf: (row: Row) => number,
  at: number | null,
): Promise<Row[]> {
  const resolutions = await resolutionsAt(sql, [...new Set(rows.map(conditionOf))], at)
  return rows.flatMap((row) => {
    const then = resolutions.get(conditionOf(row))
    return then === undefined ? [row] : then === null ? [] : [{ ...row, ...then }]
  })
}

/**
 * The resolutions of conditions that have changed since a version, as they were at it; null for a condition that it does not have.
 * @param ids null: all conditions
 */
export async function resolutionsAt(
  sql: Sql,
  ids: readonly number[] | null,
  at: number | null,
): Promise<Map<number, Resolution | null>> {
  if (at === null || ids?.length === 0) return new Map()
  const among = ids === null ? '' : ` AND ${sql.isIn('id', 'int')}`
  const rows = await sql.all<{ id: number }>(
    `SELECT DISTINCT id FROM ${historyOf(CONDITIONS).name} WHERE pin >= ?${among}`,
    [at, ...(ids === null ? [] : [sql.list(ids)])],
  )
  const changed = rows.map(({ id }) => id)
  if (changed.length === 0) return new Map()
  const then = await readAt<{ id: number; payouts: string | null; resolved_time: Seconds | null }>(
    sql,
    CONDITIONS,
    {
      columns: ['payouts', 'resolved_time'],
      where: sql.isIn('id', 'int'),
      values: [sql.list(changed)],
      version: at,
    },
  )
  const known = new Map(
    then.map(({ id, payouts, resolved_time: resolvedTime }) => [id, { payouts, resolvedTime }]),
  )
  return new Map(changed.map((id) => [id, known.get(id) ?? null]))
}

/** Tells a condition, in any case, from a slug. */
export function marketNamedBy(text: string): { by: 'condition' | 'slug'; name: string } {
  return /^0x[0-9a-f]{64}$/i.test(text)
    ? { by: 'condition', name: text.toLowerCase() }
    : { by: 'slug', name: text }
}

/** The events of these numbers, source's ids or slugs; at a version those with a market that it has. */
export async function readEvents(
  sql: Sql,
  by: 'id' | 'source_id' | 'slug',
  names: readonly (number | string)[],
  at: number | null = null,
): Promise<EventFacts[]> {
  const events = await EVENTS({ by }).all(sql, { names })
  if (at === null || events.length === 0) return events
  const markets = await MARKETS_OF.all(sql, { events: events.map(({ id }) => id) })
  const resolutions = await resolutionsAt(
    sql,
    markets.map(({ market }) => market),
    at,
  )
  const known = new Set(
    markets.flatMap(({ market, event }) => (resolutions.get(market) === null ? [] : event)),
  )
  return events.filter(({ id }) => known.has(id))
}

/** The outcomes of markets, in their order. One statement. */
export async function readOutcomes(
  sql: Sql,
  markets: readonly number[],
  at: number | null = null,
): Promise<MarketOutcome[]> {
  if (at === null || markets.length === 0) return OUTCOMES.all(sql, { markets })
  const rows = await readAt<{
    id: number
    token: string
    condition_id: number
    outcome: number | null
    outcome_name: string | null
  }>(sql, TOKENS, {
    columns: ['token', 'condition_id', 'outcome', 'outcome_name'],
    where: sql.isIn('condition_id', 'int'),
    values: [sql.list(markets)],
    version: at,
  })
  return rows
    .flatMap(({ id, token, condition_id: market, outcome, outcome_name: name }) =>
      outcome === null ? [] : [{ market, token: id, tokenName: token, outcome, name }],
    )
    .sort((a, b) => a.market - b.market || a.outcome - b.outcome)
}

/** The last close of each token up to the day beside it, undefined without one; one statement, at a version up to five. */
export async function readCloses(
  sql: Sql,
  asked: readonly { token: number; upTo: Day }[],
  at: number | null = null,
): Promise<(LastClose | undefined)[]> {
  const keys = { token: asked.map(({ token }) => token), day: asked.map(({ upTo }) => upTo) }
  const closes = await LAST_CLOSE.each(sql, { token: 'int', day: 'int' }, keys, asked.length)
  const firsts = at === null ? null : await repriced(sql, [...new Set(keys.token)], at)
  if (firsts === null || firsts.size === 0) return closes
  const beside = asked.flatMap(({ token, upTo }) => {
    const first = firsts.get(token)
    return first === undefined ? [] : [{ token, upTo, before: Math.min(upTo, first - 1) }]
  })
  const columns = { token: beside.map(({ token }) => token), day: beside.map(({ before }) => before) }
  const earlier = await LAST_CLOSE.each(sql, { token: 'int', day: 'int' }, columns, beside.length)
  const pricesFrom = async (from: Day) => {
    const rows = await readAt<{ token_id: number; day: Day; close: number; time: Seconds; key: number }>(
      sql,
      PRICE_DAYS,
      {
        columns: ['close', 'time', 'key'],
        where: `day >= ? AND day <= ? AND ${sql.isIn('token_id', 'int')}`,
        values: [from, keys.day.reduce((last, day) => Math.max(last, day), 0), sql.list([...firsts.keys()])],
        version: at,
        orderBy: ['token_id', 'day'],
      },
    )
    const then = Map.groupBy(rows, ({ token_id: token }) => token)
    return ({ token, upTo }: { token: number; upTo: Day }) =>
      then.get(token)?.findLast(({ day }) => day <= upTo)
  }
  const days = beside.map(({ before }, i) => dayOf(earlier[i]?.time ?? before * DAY_SECONDS))
  const near = await pricesFrom(days.reduce((first, day) => Math.min(first, day)))
  // A token without a price that near has none at the version, or one that changed between the two statements.
  const lastOf = beside.every((one) => near(one) !== undefined) ? near : await pricesFrom(0)
  return asked.map(({ token, upTo }, i) => {
    if (!firsts.has(token)) return closes[i]
    const last = lastOf({ token, upTo })
    return last && { price: last.close, time: last.time, key: last.key }
  })
}

/** The first day of each token whose price changed since a version. */
async function repriced(sql: Sql, tokens: readonly number[], at: number): Promise<Map<number, Day>> {
  const rows = await sql.all<{ token: number; first: Day }>(
    `SELECT token_id AS token, MIN(day) AS first FROM ${historyOf(PRICE_DAYS).name} WHERE pin >= ? AND ${sql.isIn('token_id', 'int')} GROUP BY token_id`,
    [at, sql.list(tokens)],
  )
  return new Map(rows.map(({ token, first }) => [token, first]))
}

/** The trades that a volume counts. */
export interface VolumeAsked {
  upTo: Seconds
  /** From the start of this day on. @default the first */
  from?: Day | null
}

/**
 * The volumes of markets up to a time, in micro-dollars: see {@link VOLUME_SUM} for null. A market without a fill has
 * no entry. One statement that reads the markets' rows of volume_days along their key.
 */
export async function readVolumes(
  sql: Sql,
  markets: readonly number[],
  { upTo, from = null }: VolumeAsked,
): Promise<Map<number, MicroUsd | null>> {
  const values: Value[] = [sql.list(markets), ...volumeUpTo(upTo, from ?? 0)]
  const rows = await sql.all<{ market: number; usd: MicroUsd | null }>(
    `${tokensOfMarkets(sql)} SELECT market, ${VOLUME_SUM} AS usd FROM (${VOLUME_ROWS}) r GROUP BY market`,
    values,
  )
  return new Map(rows.map(({ market, usd }) => [market, usd]))
}
