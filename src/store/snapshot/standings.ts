import { defined } from '../../checks.ts'
import type { MicroUsd } from '../../ledger/quantities.ts'

/**
 * The traders of some days and their results: a row a trader, in the byte order of their addresses, which breaks ties.
 * Boards, ranks and filters are passes over these columns.
 */
export interface Standings {
  /** Ids. */
  trader: Int32Array
  fills: Int32Array
  /** The sum of {@link FLAGS} that hold at the last of the days. */
  flags: Uint8Array
  /** Micro-dollars; what may pass 2^53 is the nearest double. */
  pnl: Float64Array
  volume: Float64Array
  /** The base of a return; 0 or less without one. */
  stake: Float64Array
  /** The columns' own bytes, one column after the other: what is stored. */
  bytes: Buffer
}

/** Flags of a trader in all periods: a bot, and a coverage that is not OK. */
export const FLAGS = { bot: 1, partial: 2 } as const

export interface Standing {
  trader: number
  fills: number
  flags: number
  pnl: MicroUsd
  volume: number
  stake: number
}

/** Standings with room for a number of rows. */
export function newStandings(rows: number): Standings {
  return inBytes(new ArrayBuffer(rows * BYTES_A_ROW))
}

/** The widest first: each column is aligned where the one before it ends. */
function inBytes(buffer: ArrayBuffer): Standings {
  const rows = buffer.byteLength / BYTES_A_ROW
  return {
    pnl: new Float64Array(buffer, 0, rows),
    volume: new Float64Array(buffer, 8 * rows, rows),
    stake: new Float64Array(buffer, 16 * rows, rows),
    trader: new Int32Array(buffer, 24 * rows, rows),
    fills: new Int32Array(buffer, 28 * rows, rows),
    flags: new Uint8Array(buffer, 32 * rows, rows),
    bytes: Buffer.from(buffer),
  }
}

const BYTES_A_ROW = 33

/** Standings of some rows, which are in the order of their addresses. */
export function standingsOf(rows: readonly Standing[]): Standings {
  const standings = newStandings(rows.length)
  for (const [i, row] of rows.entries()) for (const name of COLUMNS) standings[name][i] = row[name]
  return standings
}

const COLUMNS = ['pnl', 'volume', 'stake', 'trader', 'fills', 'flags'] as const

/** Standings of the bytes that were stored, which are copied: a driver's buffer need not be aligned. */
export function unpackStandings(bytes: Uint8Array): Standings {
  return inBytes(new Uint8Array(bytes).buffer)
}

/** The bytes of numbers, as a Buffer: pg takes no other. */
export function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The numbers that ordered a board's rows, one column each. */
export interface BoardCells extends Pick<Standings, 'fills' | 'flags' | 'pnl' | 'volume' | 'stake'> {
  /** The board's metric: micro-dollars, or a fraction or a score. */
  metric: Float64Array
}

/** The cells of some rows of a board, in their order. @param metric of each row of the standings */
export function cellsOf(
  { fills, flags, pnl, volume, stake }: Standings,
  metric: Float64Array,
  rows: readonly number[],
): BoardCells {
  const picked = <Column extends Int32Array | Uint8Array | Float64Array>(column: Column, into: Column) => {
    for (const [place, row] of rows.entries()) into[place] = defined(column[row])
    return into
  }
  const decimals = (column: Float64Array) => picked(column, new Float64Array(rows.length))
  return {
    metric: decimals(metric),
    pnl: decimals(pnl),
    volume: decimals(volume),
    stake: decimals(stake),
    fills: picked(fills, new Int32Array(rows.length)),
    flags: picked(flags, new Uint8Array(rows.length)),
  }
}

export const NO_CELLS: BoardCells = {
  metric: new Float64Array(),
  pnl: new Float64Array(),
  volume: new Float64Array(),
  stake: new Float64Array(),
  fills: new Int32Array(),
  flags: new Uint8Array(),
}

const places = new WeakMap<Standings, Int32Array>()

/** A trader's row, or null. */
export function rowOf(standings: Standings, trader: number): number | null {
  const at = placesOf(standings)[trader] ?? 0
  return at === 0 ? null : at - 1
}

/** Each trader's row, counted from 1, by id; 0 for one who has none. */
export function placesOf(standings: Standings): Int32Array {
  let place = places.get(standings)
  if (place === undefined) {
    place = new Int32Array(standings.trader.reduce((most, id) => Math.max(most, id), 0) + 1)
    for (let row = 0; row < standings.trader.length; row++) place[defined(standings.trader[row])] = row + 1
    places.set(standings, place)
  }
  return place
}
