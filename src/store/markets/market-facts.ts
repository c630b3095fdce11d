import type { ConditionId, Day, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql, Value } from '../engine/database.ts'
import { LAST_CLOSE, type LastClose } from './last-close.ts'
import { VOLUME_ROWS, VOLUME_SUM, volumeUpTo } from './volume-up-to.ts'

/** What is known of a market, whatever its number of outcomes. */
export interface MarketFacts {
  id: number
  condition: ConditionId
  question: string | null
  slug: string | null
  category: string | null
  /** A JSON list of texts, or null without any. */
  tags: string | null
  /** When its source made it, as far as one says. */
  createdAt: Seconds | null
  endsAt: Seconds | null
  /** The number of its event, or null while that is unknown. */
  event: number | null
  /** The payout numerators as JSON, and when they were known; null while the market is open. */
  payouts: string | null
  resolvedTime: Seconds | null
}

/** An outcome of a market. */
export interface MarketOutcome {
  market: number
  token: number
  tokenName: string
  outcome: number
  name: string | null
}

/** A question that several markets are of. */
export interface EventFacts {
  id: number
  /** As its source numbers it. */
  sourceId: string
  title: string | null
  slug: string | null
}

const FACTS =
  'SELECT c.id, c.condition, m.question, m.slug, m.category, m.tags, m.created_at AS "createdAt", m.ends_at AS "endsAt", m.event_id AS event, ' +
  'c.payouts, c.resolved_time AS "resolvedTime" FROM conditions c LEFT JOIN markets m ON m.condition_id = c.id WHERE'

/** What a list of markets can be named by. */
const KEYS = { id: ['c.id', 'int'], condition: ['c.condition', 'text'], slug: ['m.slug', 'text'] } as const

/** The markets of these numbers, conditions or slugs; of those that share a slug, each. One statement. */
export function readMarkets(
  sql: Sql,
  by: keyof typeof KEYS,
  names: readonly (number | string)[],
): Promise<MarketFacts[]> {
  const [column, type] = KEYS[by]
  return sql.all<MarketFacts>(`${FACTS} ${sql.isIn(column, type)} ORDER BY c.id DESC`, [sql.list(names)])
}

/** The events of these numbers, source's ids or slugs. One statement. */
export function readEvents(
  sql: Sql,
  by: 'id' | 'source_id' | 'slug',
  names: readonly (number | string)[],
): Promise<EventFacts[]> {
  return sql.all<EventFacts>(
    `SELECT id, source_id AS "sourceId", title, slug FROM market_events WHERE ${sql.isIn(by, by === 'id' ? 'int' : 'text')} ORDER BY id DESC`,
    [sql.list(names)],
  )
}

/** The outcomes of markets, in their order. One statement. */
export function readOutcomes(sql: Sql, markets: readonly number[]): Promise<MarketOutcome[]> {
  return sql.all<MarketOutcome>(
    'SELECT condition_id AS market, id AS token, token AS "tokenName", outcome, outcome_name AS name FROM tokens ' +
      `WHERE ${sql.isIn('condition_id', 'int')} AND outcome IS NOT NULL ORDER BY condition_id, outcome`,
    [sql.list(markets)],
  )
}

/** The last close of each token up to a day, undefined without one; one statement. */
export function readCloses(
  sql: Sql,
  tokens: readonly number[],
  upTo: Day,
): Promise<(LastClose | undefined)[]> {
  const days = tokens.map(() => upTo)
  return sql.findEach<LastClose>(
    { token: 'int', day: 'int' },
    { token: tokens, day: days },
    tokens.length,
    LAST_CLOSE,
  )
}

/** Which of a market's trades its volume counts. */
export interface VolumeAsked {
  upTo: Seconds
  /** From the start of this day on. @default the first */
  from?: Day | null
}

/**
 * The dollars of the TAKER fills of markets up to a time, by market: each trade once; null where the role of a fill is
 * not known. One statement that reads the
 * markets' rows of volume_days along their key.
 */
export async function readTakerVolumes(
  sql: Sql,
  markets: readonly number[],
  { upTo, from = null }: VolumeAsked,
): Promise<Map<number, MicroUsd | null>> {
  const values: Value[] = [sql.list(markets), ...volumeUpTo(upTo, from ?? 0)]
  const rows = await sql.all<{ market: number; usd: MicroUsd | null }>(
    `WITH k AS (SELECT id, condition_id AS market FROM tokens WHERE ${sql.isIn('condition_id', 'int')}) ` +
      `SELECT market, ${VOLUME_SUM} AS usd FROM (${VOLUME_ROWS}) r GROUP BY market`,
    values,
  )
  return new Map(rows.map(({ market, usd }) => [market, usd]))
}
