import type { MarketNotice } from '../../delivery/notices.ts'
import {
  type ConditionId,
  type Hash,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, type From, known, statement } from '../../store/engine/statement.ts'
import { fillPrice } from '../../store/ingest/price-day-rows.ts'
import { hashText } from '../../store/ledger/place.ts'
import { marksAt } from '../../store/markets/last-prices.ts'
import { CONDITIONS, FILLS, MARKETS, TOKENS } from '../../store/tables.ts'
import type { Notice } from '../follow.ts'
import { JUMP_SECONDS, type PricePoint } from './price-moves.ts'

/** A price of an outcome, and the transaction that made it. */
export interface FillPoint extends PricePoint {
  /** Null where the source does not name it. */
  tx: Hash | null
}

/** An outcome with its names, null if unknown. */
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

/** An outcome, and the prices of its market's counting fills, in the ledger's order. */
export interface FollowedPrices extends MarketOutcome {
  /** The other outcome's token where there are two; null where there are more. */
  other: number | null
  points: FillPoint[]
}

export interface MarketChange {
  /** The condition's id in the store. */
  market: number
  topic: string
  /** The time of the earliest event that is to be looked at. */
  from: Seconds
}

/** News that is the same for all followers of a market; of a holder also the outcome, for those who follow that one. */
export type MarketFact = Notice<{ message: MarketNotice; outcome: number | null }>

/** The last fill that was read; reading continues after it. */
export interface FillPlace {
  market: number
  time: Seconds
  key: number
}

/** Fills read together, of all markets. */
export const FILLS_READ = 5_000

interface FillRow extends FillPlace {
  token: number
  shares: MicroShares
  usd: MicroUsd
  tx: Uint8Array | null
}

interface NewFills {
  markets: readonly number[]
  from: Seconds
  market: number
  time: Seconds
  key: number
}

const NEW_FILLS = statement((from, asked: NewFills) =>
  from(as(TOKENS, 'k'))
    .join(as(FILLS, 'f'), 'f.token_id', 'k.id')
    .select(
      known('k.condition_id as market'),
      'f.token_id as token',
      'f.shares',
      'f.usd',
      'f.time',
      'f.key',
      'f.tx',
    )
    .whereAnyOf('k.condition_id', 'int', asked.markets)
    .where('f.time', '>=', asked.from)
    .where('f.shares', '>=', MICRO)
    .where(from.raw('(k.condition_id, f.time, f.key) > (?, ?, ?)', [asked.market, asked.time, asked.key]))
    .orderBy('k.condition_id')
    .orderBy('f.time')
    .orderBy('f.key')
    .limit(FILLS_READ),
)
/** The columns of a {@link MarketOutcome}, of tokens `k`, their conditions `c` and markets `m`. */
export const OUTCOME_COLUMNS = [
  known('k.condition_id as market'),
  'c.condition',
  known('k.outcome'),
  'k.id as token',
  'k.outcome_name as name',
  'm.question',
  'm.slug',
  'm.category',
] as const

const OUTCOMES = statement((from, { markets }: { markets: readonly number[] }) =>
  from(as(TOKENS, 'k'))
    .join(as(CONDITIONS, 'c'), 'c.id', 'k.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'k.condition_id')
    .select(...OUTCOME_COLUMNS)
    .whereAnyOf('k.condition_id', 'int', markets)
    .whereNotNull('k.outcome'),
)

/**
 * Returns the prices of outcomes from fills that no look has read yet, at most {@link FILLS_READ}, as for the
 * mark (methodology §3): in a market of two outcomes a fill of one at p is one of the other at 1 − p. Uses
 * the index of fills on (token, time).
 * @param news markets with new events, of times near each other
 * @param behind the fill to continue after; null at the start
 * @returns the prices, and the fill to continue after, null at the end
 */
export async function newPrices(
  sql: Sql,
  news: readonly MarketChange[],
  behind: FillPlace | null,
): Promise<{ prices: FollowedPrices[]; next: FillPlace | null }> {
  const { market = 0, time = 0, key = 0 } = behind ?? {}
  const since = new Map(news.map((one) => [one.market, one.from]))
  const from = news.reduce((least, one) => Math.min(least, one.from), Number.MAX_SAFE_INTEGER)
  const rows = await NEW_FILLS.all(sql, { markets: [...since.keys()], from, market, time, key })
  const last = rows.length < FILLS_READ ? undefined : rows.at(-1)
  const next = last ? { market: last.market, time: last.time, key: last.key } : null
  const fresh = rows.filter((row) => row.time >= (since.get(row.market) ?? 0))
  const touched = [...new Set(fresh.map((row) => row.market))]
  if (touched.length === 0) return { prices: [], next }
  const outcomes = await OUTCOMES.all(sql, { markets: touched })
  const siblings = Map.groupBy(outcomes, (one) => one.market)
  const fills = Map.groupBy(fresh.flatMap(pricedOf), (fill) => fill.token)
  const prices = outcomes
    .map((outcome) => {
      const both = siblings.get(outcome.market) ?? []
      const sibling = both.length === 2 ? both.find(({ token }) => token !== outcome.token) : undefined
      const other = sibling?.token ?? null
      return { ...outcome, other, points: pointsOf(fills, outcome.token, other) }
    })
    .filter(({ points }) => points.length > 0)
  return { prices, next }
}

type PricedFill = FillPoint & { token: number }

function pricedOf(row: Omit<FillRow, 'market'>): PricedFill[] {
  const { token, time, key, tx } = row
  const price = fillPrice(row)
  const hash = hashText(tx)
  return price === null ? [] : [{ token, time, key, price, tx: hash }]
}

/** An outcome's prices by its own fills and by those of the other, in the ledger's order. */
function pointsOf(
  fills: ReadonlyMap<number, readonly PricedFill[]>,
  token: number,
  other: number | null,
): FillPoint[] {
  const turned = (other !== null && fills.get(other)) || []
  const points = [
    ...(fills.get(token) ?? []),
    ...turned.map((fill) => ({ ...fill, price: MICRO - fill.price })),
  ]
  points.sort((a, b) => a.time - b.time || a.key - b.key)
  return points.map(({ token: _token, ...point }) => point)
}

interface Before {
  tokens: readonly number[]
  since: Seconds
  time: Seconds
  key: number
}

function fillsBefore(from: From, { tokens, since, time, key }: Before) {
  return from(as(FILLS, 'f'))
    .whereAnyOf('f.token_id', 'int', tokens)
    .where('f.time', '>=', since)
    .where(from.raw('(f.time, f.key) < (?, ?)', [time, key]))
    .where('f.shares', '>=', MICRO)
    .where(from.raw('f.usd <= f.shares'))
}

const RATIO = 'CAST(f.usd AS DOUBLE PRECISION) / f.shares'
const EXTREMES = statement((from, before: Before) =>
  fillsBefore(from, before)
    .select(
      'f.token_id as token',
      from.raw<{ lowest: number }>(`MIN(${RATIO}) AS lowest`),
      from.raw<{ highest: number }>(`MAX(${RATIO}) AS highest`),
    )
    .groupBy('f.token_id'),
)
const DAY = statement((from, before: Before) =>
  fillsBefore(from, before)
    .select('f.token_id as token', 'f.shares', 'f.usd', 'f.time', 'f.key', 'f.tx')
    .orderBy('f.time')
    .orderBy('f.key'),
)

/**
 * The prices of an outcome within the 24 hours before the first of some, or since `oldest`, the one that these began with first.
 * They are added up in the store, and read where they and the new ones differ by `least`.
 * @returns null where they differ by less
 */
export async function dayBefore(
  sql: Sql,
  { token, other, points }: FollowedPrices,
  { least, oldest }: { least: MicroPrice; oldest: Seconds },
): Promise<FillPoint[] | null> {
  const [first] = points
  if (first === undefined) return null
  const since = Math.max(first.time - JUMP_SECONDS, Math.min(oldest, first.time))
  const before = {
    tokens: other === null ? [token] : [token, other],
    since,
    time: first.time,
    key: first.key,
  }
  const extremes = await EXTREMES.all(sql, before)
  const [mark = null] = await marksAt(sql, [{ token, time: since - 1 }])
  const { lowest, highest } = rangeOf(points)
  const all = extremes.flatMap((one) => {
    const [low, high] = [one.lowest * MICRO, one.highest * MICRO]
    return one.token === token ? [low, high] : [MICRO - low, MICRO - high]
  })
  if (mark !== null) all.push(mark)
  // Prices are rounded to millionths, but the compared differences are not.
  if (Math.max(highest, ...all) - Math.min(lowest, ...all) + 2 < least) return null
  const fills = Map.groupBy((await DAY.all(sql, before)).flatMap(pricedOf), (fill) => fill.token)
  const began =
    mark === null ? [] : [{ time: since - 1, key: Number.MIN_SAFE_INTEGER, price: mark, tx: null }]
  return [...began, ...pointsOf(fills, token, other)]
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
