import type { ConditionId, Hash, MicroPrice, Seconds } from '../../ledger/quantities.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { PricePoint } from '../../whales/watchlist/cross-levels.ts'
import type { Sql } from '../engine/database.ts'
import { fillPrice } from '../ingest/price-day-rows.ts'
import { chainKey } from '../ledger/place.ts'
import { MARKET_NOTICES } from './watchlist-tables.ts'

/** A price of an outcome, and the transaction that made it. */
export interface FillPoint extends PricePoint {
  /** Null where the source does not name it. */
  tx: Hash | null
}

/** An outcome that somebody follows, and the prices of its market's counting fills, in the ledger's order. */
export interface FollowedPrices {
  market: number
  condition: ConditionId
  outcome: number
  token: number
  name: string | null
  question: string | null
  slug: string | null
  category: string | null
  points: FillPoint[]
}

interface TokenRow extends Omit<FollowedPrices, 'points' | 'market'> {
  market: number
  followed: number
}

const TOKENS =
  'SELECT k.condition_id AS market, c.condition, k.outcome, k.id AS token, k.outcome_name AS name, m.question, m.slug, ' +
  'm.category, CASE WHEN EXISTS (SELECT 1 FROM market_follows f WHERE f.condition_id = k.condition_id AND ' +
  'f.outcome = k.outcome) THEN 1 ELSE 0 END AS followed FROM (SELECT DISTINCT condition_id FROM market_follows) w ' +
  'JOIN tokens k ON k.condition_id = w.condition_id JOIN conditions c ON c.id = k.condition_id ' +
  'LEFT JOIN markets m ON m.condition_id = k.condition_id'

/**
 * The prices of followed outcomes by the fills from a time on, as the mark has them (methodology §3): in a market of two
 * outcomes a fill of one at p is one of the other at 1 − p. By the index of fills on (token, time).
 */
export async function followedPrices(sql: Sql, from: Seconds): Promise<FollowedPrices[]> {
  const tokens = await sql.all<TokenRow>(TOKENS)
  if (tokens.length === 0) return []
  const rows = await sql.all<{
    token: number
    shares: number
    usd: number
    time: number
    key: number
    tx: Uint8Array | null
  }>(
    `SELECT token_id AS token, shares, usd, time, key, tx FROM fills WHERE ${sql.isIn('token_id', 'int')} AND time >= ? AND shares >= ${MICRO} ORDER BY time, key`,
    [sql.list(tokens.map(({ token }) => token)), from],
  )
  const fills = Map.groupBy(
    rows.flatMap(({ tx, ...fill }) => {
      const price = fillPrice(fill)
      const hash = tx === null ? null : (`0x${Buffer.from(tx).toString('hex')}` as Hash)
      return price === null ? [] : [{ token: fill.token, time: fill.time, key: fill.key, price, tx: hash }]
    }),
    ({ token }) => token,
  )
  const markets = Map.groupBy(tokens, ({ market }) => market)
  return tokens
    .filter(({ followed }) => followed === 1)
    .map(({ followed: _, ...outcome }) => {
      const own = fills.get(outcome.token) ?? []
      const both = markets.get(outcome.market) ?? []
      const other = both.length === 2 ? both.find(({ token }) => token !== outcome.token) : undefined
      const turned = (fills.get(other?.token ?? 0) ?? []).map((fill) => ({
        ...fill,
        price: MICRO - fill.price,
      }))
      const points = [...own, ...turned].sort((a, b) => a.time - b.time || a.key - b.key)
      return { ...outcome, points: points.map(({ token: _token, ...point }) => point) }
    })
    .filter(({ points }) => points.length > 0)
}

/** The least and the largest of some prices; there is at least one. */
export function rangeOf(points: readonly PricePoint[]): { lowest: MicroPrice; highest: MicroPrice } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0]
  for (const { price } of points) {
    lowest = Math.min(lowest, price)
    highest = Math.max(highest, price)
  }
  return { lowest, highest }
}

/** Notes by which fills followers were told. */
export async function noteMarketNotices(
  tx: Sql,
  notices: readonly { id: string; time: Seconds; key: number }[],
): Promise<void> {
  const columns = {
    id: notices.map(({ id }) => id),
    time: notices.map(({ time }) => time),
    key: notices.map(({ key }) => key),
  }
  await tx.insertNew(MARKET_NOTICES, columns, notices.length)
}

/**
 * Takes back what rests on fills of a block or after it and is not sent yet, in the transaction that takes the fills back.
 * Levels that they changed are armed again by the price that was before.
 */
export async function retractMarketNotices(tx: Sql, block: number): Promise<void> {
  const key = chainKey(block, 0)
  await tx.run(
    'DELETE FROM alert_outbox WHERE waiting <> 0 AND alert_id IN (SELECT id FROM market_notices WHERE key >= ?)',
    [key],
  )
  await tx.run('DELETE FROM market_notices WHERE key >= ?', [key])
  await tx.run('UPDATE market_follows SET place_key = NULL, place_time = NULL WHERE place_key >= ?', [key])
}

/** Forgets the fills of notices before a time. */
export async function forgetMarketNotices(sql: Sql, before: Seconds): Promise<void> {
  await sql.run('DELETE FROM market_notices WHERE time < ?', [before])
}
