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
    let rank = (parts.start[part] ?? 0) + 1
    for (let i = parts.start[part] ?? 0; i < (parts.start[part + 1] ?? 0); i++)
      if (order.compare(parts.rows[i] ?? 0, row) < 0) rank++
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
    start[own + 1] = (start[own + 1] ?? 0) + (own < 0 ? 0 : 1)
  }
  for (let i = 1; i < start.length; i++) start[i] = (start[i] ?? 0) + (start[i - 1] ?? 0)
  const rows = new Int32Array(start.at(-1) ?? 0)
  const next = start.slice()
  for (let row = 0; row < metric.length; row++) {
    const own = part[row] ?? -1
    if (own < 0) continue
    const at = next[own] ?? 0
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
  for (let i = SAMPLES; i < sample.length; i += SAMPLES) bounds.push(sample[i] ?? 0)
  return { row: Int32Array.from(bounds), metric: Float64Array.from(bounds, (row) => metric[row] ?? 0) }
}

/** The part that a row on the board is in: only equals in the metric are compared in full. */
function partOf(bounds: Bounds, { metric, compare }: RowOrder, row: number): number {
  const own = metric[row] ?? 0
  let low = 0
  for (let high = bounds.row.length; low < high; ) {
    const middle = (low + high) >>> 1
    const bound = bounds.metric[middle] ?? 0
    const isBehind = own < bound || (own === bound && compare(bounds.row[middle] ?? 0, row) < 0)
    if (isBehind) low = middle + 1
    else high = middle
  }
  return low
}
