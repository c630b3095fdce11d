import { defined } from '../../checks.ts'
import { dayOf, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { resolutionsAt } from './market-facts.ts'
import { VOLUME_ROWS, VOLUME_SUM, volumeUpTo } from './volume-up-to.ts'

/** Sorts an unknown volume after 0. */
export const UNKNOWN_VOLUME = -1
/** Stands for a missing time, which it sorts last. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** UTC days of a week's volume. */
const WEEK = 7

export type ListOrder = 'VOLUME' | 'NEWEST' | 'ENDING'

export interface ListedMarket {
  market: number
  /** {@link UNKNOWN_VOLUME} where it is not known. */
  volume: MicroUsd
  /** Of the last {@link WEEK} UTC days, the last one included; {@link UNKNOWN_VOLUME} where it is not known. */
  weekVolume: MicroUsd
  /** Whether the ledger has a fill in it. */
  isTraded: boolean
  category: string | null
  event: number | null
  /** Where a time is missing, {@link NEVER}. */
  createdAt: Seconds
  endsAt: Seconds
  resolvedAt: Seconds
}

/** The listed markets: those that match every given field. */
export interface MarketFilter {
  category?: string | null
  event?: number | null
  /** Only markets with a trade. */
  isTraded?: boolean
  among?: ReadonlySet<number> | null
}

/** A market's place in an order: by a key, and among equal ones by its number. */
export interface ListPlace {
  key: number
  market: number
}

/** Every market with metadata at a moment, in memory. */
export interface MarketList {
  /** How many there are. */
  count: number
  /** The market of a place, the newest in the ledger first. */
  at(place: number): ListedMarket
  /** The markets that meet a filter, in an order. */
  select(order: ListOrder, filter: MarketFilter): ListedMarkets
  has(market: number): boolean
}

export interface ListedMarkets {
  count: number
  at(place: number): ListedMarket
  all(): ListedMarket[]
}

/** A market's place in an order, which goes up by the key, then down by the number. */
export function placeIn(order: ListOrder, { volume, endsAt, market }: ListedMarket): ListPlace {
  return { key: order === 'VOLUME' ? -volume : order === 'ENDING' ? endsAt : 0, market }
}

/** Less than 0 where `a` comes before `b`. */
function comparePlaces(a: ListPlace, b: ListPlace): number {
  return a.key - b.key || b.market - a.market
}

/** The sum of a week's volume as of {@link VOLUME_SUM}; its values are four times the first day. */
const WEEK_SUM = (() => {
  const sum = (column: string) => `SUM(CASE WHEN day >= ? THEN ${column} ELSE 0 END)`
  return `CASE WHEN ${sum('unknown')} > 0 AND ${sum('unknown')} < ${sum('fills')} THEN NULL ELSE CAST(${sum('usd')} AS BIGINT) END`
})()

/**
 * Reads what lists of markets are made by. One statement, which reads volume_days along its key: a row for each token and
 * day, not each fill; for what is kept as long as a snapshot.
 */
export async function readMarketList(sql: Sql, upTo: Seconds, at: number | null = null): Promise<MarketList> {
  const from = dayOf(upTo) - WEEK + 1
  const now = await sql.all<ListedRow>(
    'WITH k AS (SELECT m.condition_id AS market, t.id FROM markets m LEFT JOIN tokens t ON t.condition_id = m.condition_id), ' +
      `v AS (SELECT market, COALESCE(${VOLUME_SUM}, ${UNKNOWN_VOLUME}) AS volume, COALESCE(${WEEK_SUM}, ${UNKNOWN_VOLUME}) AS "weekVolume", CASE WHEN SUM(fills) > 0 THEN 1 ELSE 0 END AS traded FROM ` +
      `(SELECT market, 0 AS day, 0 AS usd, 0 AS unknown, 0 AS fills FROM k UNION ALL ${VOLUME_ROWS}) r GROUP BY market) ` +
      'SELECT v.market, v.volume, v."weekVolume", v.traded, m.category, m.event_id AS event, m.created_at AS "createdAt", m.ends_at AS "endsAt", ' +
      'CASE WHEN c.payouts IS NULL THEN NULL ELSE c.resolved_time END AS "resolvedAt" ' +
      'FROM v JOIN markets m ON m.condition_id = v.market JOIN conditions c ON c.id = v.market',
    [from, from, from, from, ...volumeUpTo(upTo)],
  )
  const resolutions = await resolutionsAt(sql, null, at)
  const rows = now.flatMap((row) => {
    const then = resolutions.get(row.market)
    if (then === undefined) return [row]
    return then === null ? [] : [{ ...row, resolvedAt: then.payouts === null ? null : then.resolvedTime }]
  })
  const rowAt = columnsOf(rows.sort((a, b) => b.market - a.market))
  const count = rows.length
  const sorted = new Map<string, Int32Array>()
  const inOrder = (order: ListOrder, isTraded: boolean): Int32Array => {
    const key = `${order} ${isTraded}`
    const compare = (a: number, b: number) =>
      comparePlaces(placeIn(order, rowAt(a)), placeIn(order, rowAt(b)))
    const known =
      sorted.get(key) ??
      (isTraded
        ? inOrder(order, false).filter((row) => rowAt(row).isTraded)
        : Int32Array.from({ length: count }, (_, row) => row).sort(compare))
    sorted.set(key, known)
    return known
  }
  const markets = new Set(rows.map(({ market }) => market))
  return {
    count,
    at: rowAt,
    has: (market) => markets.has(market),
    select(order, { isTraded = false, ...filter }) {
      const isAll = Object.values(filter).every((value) => value === null || value === undefined)
      const listed = inOrder(order, isTraded)
      const places = isAll ? listed : listed.filter((row) => meets(rowAt(row), filter))
      return {
        count: places.length,
        at: (place) => rowAt(defined(places[place])),
        all: () => Array.from(places, rowAt),
      }
    },
  }
}

/** The rows as numbers side by side: a million markets are no million objects. */
function columnsOf(rows: readonly ListedRow[]): (row: number) => ListedMarket {
  const categories = [...new Set(rows.map(({ category }) => category))]
  const codes = new Map(categories.map((category, code) => [category, code]))
  const market = Int32Array.from(rows, (row) => row.market)
  const volume = Float64Array.from(rows, (row) => row.volume)
  const week = Float64Array.from(rows, (row) => row.weekVolume)
  const traded = Uint8Array.from(rows, (row) => row.traded)
  const category = Uint8Array.from(rows, (row) => codes.get(row.category) ?? 0)
  const event = Int32Array.from(rows, (row) => row.event ?? 0)
  const createdAt = Float64Array.from(rows, (row) => row.createdAt ?? NEVER)
  const endsAt = Float64Array.from(rows, (row) => row.endsAt ?? NEVER)
  const resolvedAt = Float64Array.from(rows, (row) => row.resolvedAt ?? NEVER)
  return (row) => ({
    market: defined(market[row]),
    volume: defined(volume[row]),
    weekVolume: defined(week[row]),
    isTraded: traded[row] === 1,
    category: defined(categories[defined(category[row])]),
    event: event[row] || null,
    createdAt: defined(createdAt[row]),
    endsAt: defined(endsAt[row]),
    resolvedAt: defined(resolvedAt[row]),
  })
}

type ListedRow = Omit<ListedMarket, keyof Times | 'isTraded'> & Times & { traded: 0 | 1 }

interface Times {
  createdAt: Seconds | null
  endsAt: Seconds | null
  resolvedAt: Seconds | null
}

function meets(market: ListedMarket, { category, event, among }: Omit<MarketFilter, 'isTraded'>): boolean {
  return (
    (!category || market.category === category) &&
    (typeof event !== 'number' || market.event === event) &&
    (!among || among.has(market.market))
  )
}

/**
 * The status of a market at a moment. Open needs a reason, a scheduled end to come: without one (`null` or never) a market
 * that has not resolved may be over for years.
 */
export function statusOf(
  { endsAt, resolvedAt }: Partial<Times>,
  at: Seconds,
): 'OPEN' | 'ENDED' | 'RESOLVED' | 'UNKNOWN' {
  if ((resolvedAt ?? NEVER) <= at) return 'RESOLVED'
  if ((endsAt ?? NEVER) === NEVER) return 'UNKNOWN'
  return (endsAt ?? NEVER) <= at ? 'ENDED' : 'OPEN'
}
