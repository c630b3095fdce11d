import {
  type ConditionId,
  type Hash,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { PricePoint } from '../../whales/watchlist/cross-levels.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { CONDITIONS, FILLS, MARKETS, TOKENS } from '../engine/tables.ts'
import { fillPrice } from '../ingest/price-day-rows.ts'
import type { MarketNews } from './market-news.ts'
import { MARKET_FOLLOWS, MARKET_NEWS } from './watchlist-tables.ts'

/** A price of an outcome, and the transaction that made it. */
export interface FillPoint extends PricePoint {
  /** Null where the source does not name it. */
  tx: Hash | null
}

/** An outcome, and what is said of it; null where metadata does not tell. */
export interface MarketOutcome {
  market: number
  condition: ConditionId
  outcome: number
  token: number
  name: string | null
  question: string | null
  slug: string | null
  category: string | null
}

/** An outcome that somebody follows, and the prices of its market's counting fills, in the ledger's order. */
export interface FollowedPrices extends MarketOutcome {
  points: FillPoint[]
}

/** Where reading fills goes on: behind this one. */
export interface FillPlace {
  market: number
  time: Seconds
  key: number
}

/** Fills that are read at once, whoever's they are. */
export const FILLS_READ = 5_000

interface FillRow extends FillPlace {
  token: number
  shares: MicroShares
  usd: MicroUsd
  tx: Uint8Array | null
}

interface Asked {
  markets: readonly number[]
  from: Seconds
  market: number
  time: Seconds
  key: number
}

const NEW_FILLS = statement((from, asked: Asked) =>
  from(as(MARKET_NEWS, 'n'))
    .join(as(TOKENS, 'k'), 'k.condition_id', 'n.condition_id')
    .join(as(FILLS, 'f'), 'f.token_id', 'k.id')
    .select<FillRow>(
      ...(['n.condition_id as market', 'f.token_id as token', 'f.shares', 'f.usd'] as const),
      ...(['f.time', 'f.key', 'f.tx'] as const),
    )
    .whereAnyOf('n.condition_id', 'int', asked.markets)
    .whereColumn('f.time', '>=', 'n.taken')
    .where('f.time', '>=', asked.from)
    .where('f.shares', '>=', MICRO)
    .where(from.raw('(n.condition_id, f.time, f.key) > (?, ?, ?)', [asked.market, asked.time, asked.key]))
    .orderBy('n.condition_id')
    .orderBy('f.time')
    .orderBy('f.key')
    .limit(FILLS_READ),
)

const OUTCOMES = statement((from, { markets }: { markets: readonly number[] }) =>
  from(as(TOKENS, 'k'))
    .join(as(CONDITIONS, 'c'), 'c.id', 'k.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'k.condition_id')
    .select<MarketOutcome & { followed: number }>(
      ...(['k.condition_id as market', 'c.condition', 'k.outcome', 'k.id as token'] as const),
      ...(['k.outcome_name as name', 'm.question', 'm.slug', 'm.category'] as const),
      from.raw('CASE WHEN EXISTS ? THEN 1 ELSE 0 END AS followed', [
        from(as(MARKET_FOLLOWS, 'f'))
          .select(from.raw('1'))
          .whereColumn('f.condition_id', 'k.condition_id')
          .whereColumn('f.outcome', 'k.outcome'),
      ]),
    )
    .whereAnyOf('k.condition_id', 'int', markets)
    .whereNotNull('k.outcome'),
)

/**
 * The prices of followed outcomes by the fills that a look has taken and that come next, at most {@link FILLS_READ}, as the mark
 * has them (methodology §3): in a market of two outcomes a fill of one at p is one of the other at 1 − p. By the index of fills
 * on (token, time).
 * @param news what the look has taken
 * @param behind where it is; null at its beginning
 * @returns beside the prices where it goes on; null at the end
 */
export async function followedPrices(
  sql: Sql,
  news: readonly MarketNews[],
  behind: FillPlace | null,
): Promise<{ prices: FollowedPrices[]; next: FillPlace | null }> {
  const { market = 0, time = 0, key = 0 } = behind ?? {}
  const markets = news.map((one) => one.market)
  const from = news.reduce((least, one) => Math.min(least, one.from), Number.MAX_SAFE_INTEGER)
  const rows = await NEW_FILLS.all(sql, { markets, from, market, time, key })
  const last = rows.length < FILLS_READ ? undefined : rows.at(-1)
  const next = last ? { market: last.market, time: last.time, key: last.key } : null
  const touched = [...new Set(rows.map((row) => row.market))]
  if (touched.length === 0) return { prices: [], next }
  const outcomes = await OUTCOMES.all(sql, { markets: touched })
  const siblings = Map.groupBy(outcomes, (one) => one.market)
  const fills = Map.groupBy(rows.flatMap(pricedOf), (fill) => fill.token)
  const prices = outcomes
    .filter(({ followed }) => followed === 1)
    .map(({ followed: _, ...outcome }) => {
      const both = siblings.get(outcome.market) ?? []
      const other = both.length === 2 ? both.find(({ token }) => token !== outcome.token) : undefined
      const turned = fills.get(other?.token ?? 0) ?? []
      const points = [
        ...(fills.get(outcome.token) ?? []),
        ...turned.map((fill) => ({ ...fill, price: MICRO - fill.price })),
      ]
      points.sort((a, b) => a.time - b.time || a.key - b.key)
      return { ...outcome, points: points.map(({ token: _token, ...point }) => point) }
    })
    .filter(({ points }) => points.length > 0)
  return { prices, next }
}

function pricedOf(row: FillRow): (FillPoint & { token: number })[] {
  const { token, time, key, tx } = row
  const price = fillPrice(row)
  const hash = tx === null ? null : (`0x${Buffer.from(tx).toString('hex')}` as Hash)
  return price === null ? [] : [{ token, time, key, price, tx: hash }]
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
