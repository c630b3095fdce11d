import type { MicroUsd } from '../ledger/quantities.ts'
import type { WindowTotals } from './window-totals.ts'

/**
 * Who traded in one window and how they did: columns that boards are sorted from, and what has changed in them since
 * they were last written.
 */
export interface Standings {
  count: number
  trader: Int32Array
  pnl: Float64Array
  /** Dollars in millionths; above 2^53 the nearest double. */
  volume: Float64Array
  /** What a return is measured against, in millionths as {@link Standings.volume}; 0 or less where there is none. */
  stake: Float64Array
  /** By trader id, each row's index and 1; 0 for who has none. */
  place: Int32Array
  /** By trader id, what has changed: {@link MOVED}, or {@link MOVED} and {@link TRADED}. */
  changes: Uint8Array
  isChanged: boolean
}

/** A trader's profit or stake is another. */
export const MOVED = 1
/** A trader's volume is another, too, or the trader has come or gone. */
export const TRADED = 2

/** Standings of nobody. */
export function emptyStandings(): Standings {
  return withCapacity(1024)
}

/** What boards are sorted by. */
export type Standing = Pick<WindowTotals, 'pnl' | 'volume' | 'stake' | 'fills'>

/**
 * Makes this what a trader's standing is, in place. Without a trade in the window nobody stands on a board.
 * @param totals null for who has no ledger
 */
export function setStanding(standings: Standings, trader: number, totals: Standing | null): void {
  const row = rowOf(standings, trader)
  if (totals === null || totals.fills === 0) {
    if (row !== null) remove(standings, row)
    return
  }
  const { pnl, stake } = totals
  const volume = Number(totals.volume)
  const at = row ?? add(standings, trader)
  if (row === null || standings.volume[at] !== volume) note(standings, trader, MOVED | TRADED)
  else if (standings.pnl[at] !== pnl || standings.stake[at] !== stake) note(standings, trader, MOVED)
  standings.pnl[at] = pnl
  standings.volume[at] = volume
  standings.stake[at] = stake
}

/** Moves a trader's profit, in place, where the trader has a standing. */
export function moveStanding(standings: Standings, trader: number, change: MicroUsd): void {
  const row = rowOf(standings, trader)
  if (row === null) return
  standings.pnl[row] = (standings.pnl[row] ?? 0) + change
  note(standings, trader, MOVED)
}

/** A trader's row; null for who has none. */
export function rowOf({ place }: Standings, trader: number): number | null {
  const at = place[trader] ?? 0
  return at === 0 ? null : at - 1
}

/** A trader's profit; null for who has no standing. */
export function pnlOf(standings: Standings, trader: number): MicroUsd | null {
  const row = rowOf(standings, trader)
  return row === null ? null : (standings.pnl[row] ?? 0)
}

/** The columns one after the other, for a blob. */
export function packStandings(standings: Standings): Float64Array {
  const { count } = standings
  const packed = new Float64Array(COLUMNS.length * count)
  for (const [i, column] of COLUMNS.entries()) packed.set(standings[column].subarray(0, count), i * count)
  return packed
}

/** What {@link packStandings} packed, as unchanged. */
export function unpackStandings(packed: Float64Array): Standings {
  const count = packed.length / COLUMNS.length
  const standings = { ...withCapacity(count), count }
  for (const [i, column] of COLUMNS.entries())
    standings[column].set(packed.subarray(i * count, (i + 1) * count))
  const highest = standings.trader.reduce((max, trader) => Math.max(max, trader), 0)
  makeRoomFor(standings, highest)
  for (let row = 0; row < count; row++) standings.place[standings.trader[row] ?? 0] = row + 1
  return standings
}

const COLUMNS = ['trader', 'pnl', 'volume', 'stake'] as const

function withCapacity(size: number): Standings {
  return {
    count: 0,
    trader: new Int32Array(size),
    pnl: new Float64Array(size),
    volume: new Float64Array(size),
    stake: new Float64Array(size),
    place: new Int32Array(0),
    changes: new Uint8Array(0),
    isChanged: false,
  }
}

function note(standings: Standings, trader: number, change: number): void {
  standings.changes[trader] = (standings.changes[trader] ?? 0) | change
  standings.isChanged = true
}

/** Adds a row and answers its index. */
function add(standings: Standings, trader: number): number {
  makeRoomFor(standings, trader)
  if (standings.count === standings.trader.length) grow(standings)
  const row = standings.count++
  standings.trader[row] = trader
  standings.place[trader] = row + 1
  return row
}

/** The last row takes the place of the removed one: their order means nothing. */
function remove(standings: Standings, row: number): void {
  const trader = standings.trader[row] ?? 0
  const last = --standings.count
  standings.place[standings.trader[last] ?? 0] = row + 1
  for (const column of COLUMNS) standings[column][row] = standings[column][last] ?? 0
  standings.place[trader] = 0
  note(standings, trader, MOVED | TRADED)
}

function grow(standings: Standings): void {
  const larger = withCapacity(2 * standings.trader.length + 1024)
  for (const column of COLUMNS) {
    larger[column].set(standings[column])
    Object.assign(standings, { [column]: larger[column] })
  }
}

function makeRoomFor(standings: Standings, trader: number): void {
  if (trader < standings.place.length) return
  const size = Math.max(trader + 1, 2 * standings.place.length)
  const place = new Int32Array(size)
  const changes = new Uint8Array(size)
  place.set(standings.place)
  changes.set(standings.changes)
  Object.assign(standings, { place, changes })
}
