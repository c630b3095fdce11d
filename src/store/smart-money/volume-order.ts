import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { VOLUME_ROWS, VOLUME_SUM, volumeUpTo } from './volume-up-to.ts'

/** Which markets are put in order, and up to when their fills count. */
export interface VolumeOrderAsked {
  /** Null for all that metadata tell of. */
  category: string | null
  upTo: Seconds
}

/** The place of a volume that is not known: behind 0. */
export const UNKNOWN_VOLUME = -1

/** A market's place among others: by its volume, then by its number, both descending. */
export interface VolumePlace {
  market: number
  /** {@link UNKNOWN_VOLUME} where it is not known. */
  volume: MicroUsd
}

/** Markets by volume, the largest first. */
export interface VolumeOrder {
  /** Up to so many of the markets behind a place, or of the first ones. */
  behind(place: VolumePlace | null, most: number): VolumePlace[]
}

/**
 * Puts markets in the order of the dollars of their TAKER fills, those without any behind them and those whose volume is not known last. One statement, which reads
 * volume_days along its key: a row for each token and day, not each fill.
 */
export async function readVolumeOrder(sql: Sql, { category, upTo }: VolumeOrderAsked): Promise<VolumeOrder> {
  const wanted = category === null ? '' : 'WHERE m.category = ?'
  const rows = await sql.all<VolumePlace>(
    'WITH k AS (SELECT m.condition_id AS market, t.id FROM markets m ' +
      `LEFT JOIN tokens t ON t.condition_id = m.condition_id ${wanted}) ` +
      `SELECT market, COALESCE(${VOLUME_SUM}, ${UNKNOWN_VOLUME}) AS volume FROM (SELECT market, 0 AS usd, 0 AS unknown FROM k UNION ALL ${VOLUME_ROWS}) r ` +
      'GROUP BY market ORDER BY volume DESC, market DESC',
    [...(category === null ? [] : [category]), ...volumeUpTo(upTo)],
  )
  const markets = Int32Array.from(rows, ({ market }) => market)
  const volumes = Float64Array.from(rows, ({ volume }) => volume)
  const at = (i: number): VolumePlace => ({ market: markets[i] ?? 0, volume: volumes[i] ?? 0 })
  return {
    behind(place, most) {
      const from = place === null ? 0 : firstBehind(place, at, markets.length)
      return Array.from({ length: Math.max(0, Math.min(most, markets.length - from)) }, (_, i) =>
        at(from + i),
      )
    },
  }
}

/** The index of the first place behind this one, which need not be among them any more. */
function firstBehind(place: VolumePlace, at: (i: number) => VolumePlace, count: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBehind(at(middle), place)) high = middle
    else low = middle + 1
  }
  return low
}

function isBehind(a: VolumePlace, b: VolumePlace): boolean {
  return a.volume === b.volume ? a.market < b.market : a.volume < b.volume
}
