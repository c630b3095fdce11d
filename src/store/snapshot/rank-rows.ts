import { defined } from '../../checks.ts'

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

/** Ranks a board's rows from 1; the first call makes one pass over all rows, and each call then reads few of them. */
export function createRanker(order: RowOrder): (row: number) => number {
  let parts: Parts | null = null
  return (row) => {
    parts ??= partsOf(order)
    const part = partOf(parts.bounds, order, row)
    let rank = defined(parts.start[part]) + 1
    for (let i = defined(parts.start[part]); i < defined(parts.start[part + 1]); i++)
      if (order.compare(defined(parts.rows[i]), row) < 0) rank++
    return rank
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
  return { bounds, rows, start }
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
