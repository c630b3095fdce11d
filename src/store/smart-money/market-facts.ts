import type { ConditionId, Day, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { LAST_CLOSE, type LastClose } from './last-close.ts'
import { VOLUME_ROWS, VOLUME_SUM, volumeUpTo } from './volume-up-to.ts'

/** What is known of a market, whatever its number of outcomes. */
export interface MarketFacts {
  id: number
  condition: ConditionId
  question: string | null
  slug: string | null
  category: string | null
  /** The payout numerators as JSON, and when they were known; null while the market is open. */
  payouts: string | null
  resolvedTime: Seconds | null
}

/** One outcome of a market. */
export interface MarketOutcome {
  market: number
  token: number
  tokenName: string
  outcome: number
  name: string | null
  /** The token's own last close: its price, its time and its place among all events. */
  close: LastClose | null
}

/** A place in the list of markets: they are in the order in which the ledger first saw them, newest first. */
export interface MarketPage {
  first: number
  /** The number of the market to go on behind, or null for the start. */
  after: number | null
  category: string | null
}

const FACTS =
  'SELECT c.id, c.condition, m.question, m.slug, m.category, c.payouts, c.resolved_time AS "resolvedTime" FROM conditions c '

/** A page of the markets that metadata tell of, and one more where there is one. */
export function listMarkets(sql: Sql, { first, after, category }: MarketPage): Promise<MarketFacts[]> {
  const wanted = category === null ? '' : 'AND m.category = ? '
  return sql.all<MarketFacts>(
    `${FACTS} JOIN markets m ON m.condition_id = c.id WHERE c.id < ? ${wanted}ORDER BY c.id DESC LIMIT ?`,
    [after ?? Number.MAX_SAFE_INTEGER, ...(category === null ? [] : [category]), first + 1],
  )
}

/** The markets of these numbers, by them. One statement. */
export async function readMarketsById(sql: Sql, ids: readonly number[]): Promise<Map<number, MarketFacts>> {
  const rows = await sql.all<MarketFacts>(
    `${FACTS} LEFT JOIN markets m ON m.condition_id = c.id WHERE ${sql.isIn('c.id', 'int')}`,
    [sql.list(ids)],
  )
  return new Map(rows.map((facts) => [facts.id, facts]))
}

/** The market of a condition, or undefined. */
export function findMarket(sql: Sql, condition: string): Promise<MarketFacts | undefined> {
  return sql.get<MarketFacts>(`${FACTS} LEFT JOIN markets m ON m.condition_id = c.id WHERE c.condition = ?`, [
    condition,
  ])
}

/** The outcomes of markets, in their order, each with its last close up to a day. Two statements. */
export async function readOutcomes(
  sql: Sql,
  markets: readonly number[],
  upTo: Day,
): Promise<MarketOutcome[]> {
  const rows = await sql.all<Omit<MarketOutcome, 'close'>>(
    'SELECT condition_id AS market, id AS token, token AS "tokenName", outcome, outcome_name AS name FROM tokens ' +
      `WHERE ${sql.isIn('condition_id', 'int')} AND outcome IS NOT NULL ORDER BY condition_id, outcome`,
    [sql.list(markets)],
  )
  const closes = await sql.findEach<LastClose>(
    { token: 'int', day: 'int' },
    { token: rows.map(({ token }) => token), day: rows.map(() => upTo) },
    rows.length,
    LAST_CLOSE,
  )
  return rows.map((row, i) => ({ ...row, close: closes[i] ?? null }))
}

/**
 * The dollars of the TAKER fills of markets up to a time, by market: each trade once; null where the role of a fill is
 * not known. One statement that reads the
 * markets' rows of volume_days along their key.
 */
export async function readTakerVolumes(
  sql: Sql,
  markets: readonly number[],
  upTo: Seconds,
): Promise<Map<number, MicroUsd | null>> {
  const rows = await sql.all<{ market: number; usd: MicroUsd | null }>(
    `WITH k AS (SELECT id, condition_id AS market FROM tokens WHERE ${sql.isIn('condition_id', 'int')}) ` +
      `SELECT market, ${VOLUME_SUM} AS usd FROM (${VOLUME_ROWS}) r GROUP BY market`,
    [sql.list(markets), ...volumeUpTo(upTo)],
  )
  return new Map(rows.map(({ market, usd }) => [market, usd]))
}
