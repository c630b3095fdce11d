import type { WindowTotals } from './window-totals.ts'

/** Who traded in one window and how they did: columns of equal length that boards are sorted from. */
export interface Standings {
  count: number
  trader: Int32Array
  pnl: Float64Array
  /** Dollars in millionths; above 2^53 the nearest double. */
  volume: Float64Array
  /** NaN where there is none. */
  roi: Float64Array
}

/** Standings of nobody. */
export function emptyStandings(): Standings {
  return withCapacity(1024)
}

/** What boards are sorted by. */
export type Standing = Pick<WindowTotals, 'pnl' | 'volume' | 'roi' | 'fills'>

/** Adds a trader, in place, where the window holds a trade of theirs: without one nobody stands on a board. */
export function addStanding(standings: Standings, trader: number, totals: Standing): void {
  if (totals.fills === 0) return
  if (standings.count === standings.trader.length) grow(standings)
  const row = standings.count++
  standings.trader[row] = trader
  standings.pnl[row] = totals.pnl
  standings.volume[row] = Number(totals.volume)
  standings.roi[row] = totals.roi ?? Number.NaN
}

/** The same without some traders, and open to be added to. */
export function standingsWithout(standings: Standings, traders: ReadonlySet<number>): Standings {
  const kept = withCapacity(Math.max(1024, standings.count))
  for (let row = 0; row < standings.count; row++) {
    if (traders.has(standings.trader[row] ?? 0)) continue
    for (const column of COLUMNS) kept[column][kept.count] = standings[column][row] ?? Number.NaN
    kept.count += 1
  }
  return kept
}

/** The columns one after the other, for a blob. */
export function packStandings({ count, ...columns }: Standings): Float64Array {
  const packed = new Float64Array(COLUMNS.length * count)
  for (const [i, column] of COLUMNS.entries()) packed.set(columns[column].subarray(0, count), i * count)
  return packed
}

/** What {@link packStandings} packed. */
export function unpackStandings(packed: Float64Array): Standings {
  const count = packed.length / COLUMNS.length
  const standings = { ...withCapacity(count), count }
  for (const [i, column] of COLUMNS.entries())
    standings[column].set(packed.subarray(i * count, (i + 1) * count))
  return standings
}

const COLUMNS = ['trader', 'pnl', 'volume', 'roi'] as const

function withCapacity(size: number): Standings {
  return {
    count: 0,
    trader: new Int32Array(size),
    pnl: new Float64Array(size),
    volume: new Float64Array(size),
    roi: new Float64Array(size),
  }
}

function grow(standings: Standings): void {
  const larger = withCapacity(2 * standings.trader.length)
  for (const column of COLUMNS) larger[column].set(standings[column])
  Object.assign(standings, larger, { count: standings.count })
}
