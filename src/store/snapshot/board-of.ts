import { defined } from '../../checks.ts'
import { compareRanks, MAX_ROWS, type Ranking } from '../../metrics/leaderboards.ts'
import { ratioOf } from '../../metrics/running-sum.ts'
import type { BoardOrder } from './snapshot-reader.ts'
import { cellsOf, placesOf, rowOf, type Standings } from './standings.ts'

export interface BoardColumns {
  standings: Standings
  /** Its scores by trader id, unless the standings hold the metric. */
  scores: ReadonlyMap<number, number> | null
}

/**
 * A board: its first traders, and anybody's rank, from its columns.
 * @param dayBefore the columns of the day before, for the ranks then; null if all boards were empty
 * @param fits 1 for each row of the columns that is left in; null for all. The ranks of the day before are among the same traders
 * @param hidden ids to exclude, in the columns or not
 * @param most how many of its traders it has
 */
export function boardOf(
  tab: Ranking['tab'],
  now: BoardColumns,
  dayBefore: BoardColumns | null,
  fits: Uint8Array | null = null,
  hidden: ReadonlySet<number> = new Set(),
  most = MAX_ROWS,
): BoardOrder {
  const ranking = rankingOf(tab, now, fits, hidden)
  const rows = ranking.first(most)
  const traders = Int32Array.from(rows, (row) => defined(now.standings.trader[row]))
  const fitBefore = dayBefore && fits && sameTraders(now.standings, fits, dayBefore.standings)
  const before = dayBefore && rankingOf(tab, dayBefore, fitBefore, new Set())
  return {
    count: ranking.count,
    traders,
    cells: cellsOf(now.standings, ranking.metric, rows),
    previous: before && traders.map((trader) => before.rankOf(trader) ?? 0),
    rankOf: ranking.rankOf,
  }
}

/** Everybody on a board, best first. */
export function wholeBoard(
  tab: Ranking['tab'],
  columns: BoardColumns,
  hidden: ReadonlySet<number> = new Set(),
): Int32Array {
  const ranking = rankingOf(tab, columns, null, hidden)
  return Int32Array.from(ranking.first(ranking.count), (row) => defined(columns.standings.trader[row]))
}

/** 1 for each row of other standings whose trader fits in these. */
function sameTraders(standings: Standings, fits: Uint8Array, others: Standings): Uint8Array {
  const fit = new Uint8Array(others.trader.length)
  const places = placesOf(others)
  for (let row = 0; row < fits.length; row++) {
    if (fits[row] === 0) continue
    const place = places[defined(standings.trader[row])] ?? 0
    if (place > 0) fit[place - 1] = 1
  }
  return fit
}

/** The metric of each row; NaN for a trader who is not on the board. */
function metricOf(
  tab: Ranking['tab'],
  { standings, scores }: BoardColumns,
  fits: Uint8Array | null,
  hidden: ReadonlySet<number>,
): Float64Array {
  const { fills, pnl, volume, stake } = standings
  const metric = new Float64Array(fills.length).fill(Number.NaN)
  const isIn = (row: number) => fits?.[row] !== 0
  if (scores === null) {
    // A trader without a trade in the days can only be on a scored board.
    for (let row = 0; row < metric.length; row++)
      if (defined(fills[row]) > 0 && isIn(row))
        metric[row] = standingScore(tab, defined(pnl[row]), defined(volume[row]), defined(stake[row]))
  } else
    for (const [id, score] of scores) {
      const row = rowOf(standings, id)
      if (row !== null && isIn(row)) metric[row] = score
    }
  for (const id of hidden) {
    const row = rowOf(standings, id)
    if (row !== null) metric[row] = Number.NaN
  }
  return metric
}

/** Rows are in the order of addresses. */
function rankingOf(
  tab: Ranking['tab'],
  columns: BoardColumns,
  fits: Uint8Array | null,
  hidden: ReadonlySet<number>,
) {
  const { standings } = columns
  const { volume } = standings
  const metric = metricOf(tab, columns, fits, hidden)
  let count = 0
  for (let row = 0; row < metric.length; row++) if (!Number.isNaN(metric[row])) count++
  const compare = (a: number, b: number) =>
    compareRanks(defined(metric[a]), defined(metric[b]), defined(volume[a]), defined(volume[b]), a, b)
  const rankOfRow = createRanker({ metric, compare })
  return {
    count,
    metric,
    /** The first rows, best first. */
    first(most: number): number[] {
      const rows = firstFrom(likelyFloor(metric, most / count), most, { metric, compare })
      const isAll = rows.length === Math.min(most, count)
      return isAll ? rows : firstFrom(Number.NEGATIVE_INFINITY, most, { metric, compare })
    },
    /** A trader's rank from 1; null if not on the board. */
    rankOf(trader: number): number | null {
      const row = rowOf(standings, trader)
      return row === null || Number.isNaN(metric[row]) ? null : rankOfRow(row)
    },
  }
}

/** Rows that are looked at to find a floor, and how many more of them than the wanted share lie above it: a sample varies. */
const LOOKED_AT = 4_096
const MARGIN = { times: 1.5, rows: 8 }

/** A value that more than a share of a board's metrics probably reach; minus infinity where a sample is too small to tell. */
function likelyFloor(metric: Float64Array, share: number): number {
  const step = Math.ceil(metric.length / LOOKED_AT)
  const sample: number[] = []
  for (let row = 0; row < metric.length; row += step)
    if (!Number.isNaN(metric[row])) sample.push(defined(metric[row]))
  const above = Math.ceil(sample.length * share * MARGIN.times) + MARGIN.rows
  return Float64Array.from(sample).sort()[sample.length - above] ?? Number.NEGATIVE_INFINITY
}

/** The first of the rows whose metric is at least a floor, best first. */
function firstFrom(floor: number, most: number, { metric, compare }: RowOrder): number[] {
  let least = floor
  let rows: number[] = []
  for (let row = 0; row < metric.length; row++) {
    // False for a row that is not on the board, too.
    if (!(defined(metric[row]) >= least)) continue
    rows.push(row)
    if (rows.length < 4 * most) continue
    rows = rows.sort(compare).slice(0, most)
    least = defined(metric[defined(rows.at(-1))])
  }
  return rows.sort(compare).slice(0, most)
}

/** Parts of about the same size that rows are sorted into, and rows sampled to find where each ends. */
const PARTS = 256
const SAMPLES = 8

/** The order of a board's rows, the best first. */
export interface RowOrder {
  /** The primary order, the highest first; NaN for a trader who is not on the board. */
  metric: Float64Array
  /** Below 0 where row `a` ranks above `b`; never 0 but for a row and itself. */
  compare(a: number, b: number): number
}

/**
 * Ranks a board's rows from 1. The first call makes one pass over all rows; the first for a row of a part sorts that part, and the
 * first rows of a board are in few parts.
 */
export function createRanker(order: RowOrder): (row: number) => number {
  let parts: Parts | null = null
  return (row) => {
    parts ??= partsOf(order)
    const part = partOf(parts.bounds, order, row)
    let low = defined(parts.start[part])
    let high = defined(parts.start[part + 1])
    if (parts.isSorted[part] === 0) parts.rows.subarray(low, high).sort(order.compare)
    parts.isSorted[part] = 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (order.compare(defined(parts.rows[middle]), row) < 0) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/** The last row of each part but the last one's. */
interface Bounds {
  row: Int32Array
  metric: Float64Array
}

/** The rows that are on the board, part by part. */
interface Parts {
  bounds: Bounds
  rows: Int32Array
  /** A part's rows are those from `start[part]` up to, not including, `start[part + 1]`. */
  start: Int32Array
  /** 1 for each part whose rows are in order. */
  isSorted: Uint8Array
}

function partsOf(order: RowOrder): Parts {
  const { metric } = order
  const bounds = boundsOf(order)
  const part = new Int16Array(metric.length)
  const start = new Int32Array(bounds.row.length + 2)
  for (let row = 0; row < metric.length; row++) {
    const own = Number.isNaN(metric[row]) ? -1 : partOf(bounds, order, row)
    part[row] = own
    start[own + 1] = defined(start[own + 1]) + (own < 0 ? 0 : 1)
  }
  for (let i = 1; i < start.length; i++) start[i] = defined(start[i]) + defined(start[i - 1])
  const rows = new Int32Array(start.at(-1) ?? 0)
  const next = start.slice()
  for (let row = 0; row < metric.length; row++) {
    const own = defined(part[row])
    if (own < 0) continue
    const at = defined(next[own])
    rows[at] = row
    next[own] = at + 1
  }
  return { bounds, rows, start, isSorted: new Uint8Array(start.length) }
}

function boundsOf({ metric, compare }: RowOrder): Bounds {
  const step = Math.max(1, Math.floor(metric.length / (PARTS * SAMPLES)))
  const sample: number[] = []
  for (let row = 0; row < metric.length; row += step) if (!Number.isNaN(metric[row])) sample.push(row)
  sample.sort(compare)
  const bounds: number[] = []
  for (let i = SAMPLES; i < sample.length; i += SAMPLES) bounds.push(defined(sample[i]))
  return { row: Int32Array.from(bounds), metric: Float64Array.from(bounds, (row) => defined(metric[row])) }
}

/** The part that a row on the board is in: only equals in the metric are compared in full. */
function partOf(bounds: Bounds, { metric, compare }: RowOrder, row: number): number {
  const own = defined(metric[row])
  let low = 0
  for (let high = bounds.row.length; low < high; ) {
    const middle = (low + high) >>> 1
    const bound = defined(bounds.metric[middle])
    const isBehind = own < bound || (own === bound && compare(defined(bounds.row[middle]), row) < 0)
    if (isBehind) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The score of a trader who traded in a period, on a tab that standings order; NaN if not eligible. The same as the tab's `value`,
 * which would cost an object a row.
 */
export function standingScore(
  { metric, leastVolume }: Ranking['tab'],
  pnl: number,
  volume: number,
  stake: number,
): number {
  if (volume < leastVolume) return Number.NaN
  if (metric === 'pnl') return pnl
  if (metric === 'volume') return volume
  return ratioOf(pnl, stake) ?? Number.NaN
}
