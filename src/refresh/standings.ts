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

/** Adds a trader, in place, where the window holds a trade of theirs: without one nobody stands on a board. */
export function addStanding(standings: Standings, trader: number, totals: WindowTotals): void {
  if (totals.fills === 0) return
  if (standings.count === standings.trader.length) grow(standings)
  const row = standings.count++
  standings.trader[row] = trader
  standings.pnl[row] = totals.pnl
  standings.volume[row] = Number(totals.volume)
  standings.roi[row] = totals.roi ?? Number.NaN
}

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
  larger.trader.set(standings.trader)
  larger.pnl.set(standings.pnl)
  larger.volume.set(standings.volume)
  larger.roi.set(standings.roi)
  Object.assign(standings, larger, { count: standings.count })
}
