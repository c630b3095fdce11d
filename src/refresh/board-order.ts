import type { Tab } from '../metrics/leaderboards.ts'
import { standingScorer } from './standing-scorer.ts'
import { MOVED, rowOf, type Standings, TRADED } from './standings.ts'

/**
 * Trader ids of a tab's board, best first: by metric descending, then volume descending, then address ascending.
 * @param addressRank places of the traders' addresses in byte order, by trader id
 * @param before the same board before the standings' changes: only whoever changed is then sorted, and put in among
 *   the others; null where it is not known
 */
export function boardOrder(
  tab: Tab,
  standings: Standings,
  addressRank: Int32Array,
  before: Int32Array | null,
): Int32Array {
  const mask = tab.metric === 'volume' ? TRADED : MOVED | TRADED
  const hasChanged = (trader: number) => ((standings.changes[trader] ?? 0) & mask) !== 0
  const metric = metricOf(tab, standings)
  const compare = comparison(metric, standings, addressRank)
  const rows = eligibleRows(standings, metric, (trader) => before === null || hasChanged(trader))
  rows.sort(compare)
  const kept = before === null ? new Uint32Array() : keptRows(before, standings, hasChanged)
  return mergeRows(kept, rows, compare).map((row) => standings.trader[row] ?? 0)
}

/** What orders each row; NaN for who does not stand on the board. Standings hold only who traded. */
function metricOf(tab: Tab, { count, pnl, volume, stake }: Standings): Float64Array {
  const metric = new Float64Array(count)
  const scoreOf = standingScorer(tab)
  for (let row = 0; row < count; row++)
    metric[row] = scoreOf(pnl[row] ?? 0, volume[row] ?? 0, stake[row] ?? 0)
  return metric
}

type Comparison = (a: number, b: number) => number

function comparison(metric: Float64Array, standings: Standings, addressRank: Int32Array): Comparison {
  const { volume, trader } = standings
  return (a, b) => {
    const byMetric = (metric[b] ?? 0) - (metric[a] ?? 0)
    if (byMetric !== 0) return byMetric
    const byVolume = (volume[b] ?? 0) - (volume[a] ?? 0)
    if (byVolume !== 0) return byVolume
    return (addressRank[trader[a] ?? 0] ?? 0) - (addressRank[trader[b] ?? 0] ?? 0)
  }
}

function eligibleRows(
  { count, trader }: Standings,
  metric: Float64Array,
  isAsked: (trader: number) => boolean,
): Uint32Array {
  const rows = new Uint32Array(count)
  let eligible = 0
  for (let row = 0; row < count; row++) {
    if (isAsked(trader[row] ?? 0) && !Number.isNaN(metric[row])) rows[eligible++] = row
  }
  return rows.subarray(0, eligible)
}

/** The rows of the board before that still stand as they did to each other. */
function keptRows(
  before: Int32Array,
  standings: Standings,
  hasChanged: (trader: number) => boolean,
): Uint32Array {
  const rows = new Uint32Array(before.length)
  let kept = 0
  for (const trader of before) {
    const row = hasChanged(trader) ? null : rowOf(standings, trader)
    if (row !== null) rows[kept++] = row
  }
  return rows.subarray(0, kept)
}

/** Two sorted lists as one. */
function mergeRows(a: Uint32Array, b: Uint32Array, compare: Comparison): Int32Array {
  const merged = new Int32Array(a.length + b.length)
  let i = 0
  let j = 0
  for (let next = 0; next < merged.length; next++) {
    const first = a[i]
    const second = b[j]
    const takeFirst = second === undefined || (first !== undefined && compare(first, second) < 0)
    merged[next] = (takeFirst ? first : second) ?? 0
    if (takeFirst) i++
    else j++
  }
  return merged
}
