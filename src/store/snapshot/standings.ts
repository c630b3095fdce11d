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

/** Standings with room for a number of rows, each column in one piece of memory. */
export function newStandings(rows: number): Standings {
  const { pnl, volume, stake, trader, fills, flags } = inBytes(new ArrayBuffer(rows * BYTES_A_ROW), rows)
  return { pnl, volume, stake, trader, fills, flags }
}

/** The widest first: each column is aligned where the one before it ends. */
function inBytes(buffer: ArrayBuffer, rows: number) {
  return {
    pnl: new Float64Array(buffer, 0, rows),
    volume: new Float64Array(buffer, 8 * rows, rows),
    stake: new Float64Array(buffer, 16 * rows, rows),
    trader: new Int32Array(buffer, 24 * rows, rows),
    fills: new Int32Array(buffer, 28 * rows, rows),
    place: new Int32Array(buffer, 32 * rows, rows),
    flags: new Uint8Array(buffer, 36 * rows, rows),
  }
}

/** A stored row has its place besides. */
export const BYTES_A_ROW = 37

/** Standings of some rows, which are in the order of their addresses. */
export function standingsOf(rows: readonly Standing[]): Standings {
  const standings = newStandings(rows.length)
  for (const [i, row] of rows.entries()) for (const name of COLUMNS) standings[name][i] = row[name]
  return standings
}

const COLUMNS = ['pnl', 'volume', 'stake', 'trader', 'fills', 'flags'] as const
type Column = (typeof COLUMNS)[number]

/** Rows of standings that earlier ones do not have, or have with other numbers. */
export interface ChangedRows {
  /** Their places, ascending. */
  rows: Int32Array
  /** 1 for each of them whose trader is not in the earlier ones. */
  isNew: Uint8Array
}

/** The rows that changed since earlier standings; null where a row of these is gone. */
export function changedRows(before: Standings, now: Standings): ChangedRows | null {
  const count = now.trader.length
  const [rows, isNew] = [new Int32Array(count), new Uint8Array(count)]
  let [changed, old] = [0, 0]
  for (let row = 0; row < count; row++) {
    const isThere = before.trader[old] === now.trader[row]
    if (!isThere || !isSame(before, old, now, row)) {
      rows[changed] = row
      isNew[changed++] = isThere ? 0 : 1
    }
    if (isThere) old++
  }
  return old < before.trader.length ? null : { rows: rows.slice(0, changed), isNew: isNew.slice(0, changed) }
}

function isSame(before: Standings, old: number, now: Standings, row: number): boolean {
  return (
    before.pnl[old] === now.pnl[row] &&
    before.volume[old] === now.volume[row] &&
    before.stake[old] === now.stake[row] &&
    before.fills[old] === now.fills[row] &&
    before.flags[old] === now.flags[row]
  )
}

/** Rows from one up to another, all of them new: what follows after standings that end before them. */
export function newRows(from: number, until: number): ChangedRows {
  const rows = new Int32Array(until - from)
  for (let i = 0; i < rows.length; i++) rows[i] = from + i
  return { rows, isNew: new Uint8Array(rows.length).fill(1) }
}

/** Rows of standings as bytes, which {@link unpackStandings} puts on top of earlier ones. */
export function packStandings(standings: Standings, { rows, isNew }: ChangedRows): Buffer {
  const buffer = new ArrayBuffer(rows.length * BYTES_A_ROW)
  const packed = inBytes(buffer, rows.length)
  for (const name of COLUMNS) {
    const [from, into] = [standings[name], packed[name]]
    for (let i = 0; i < rows.length; i++) into[i] = defined(from[defined(rows[i])])
  }
  for (let i = 0; i < rows.length; i++)
    packed.place[i] = isNew[i] === 1 ? ~defined(rows[i]) : defined(rows[i])
  return Buffer.from(buffer)
}

/** Standings of the parts that were stored, each on top of those before it. */
export function unpackStandings(parts: readonly Uint8Array[]): Standings {
  const packed = parts.map((bytes) => {
    // Copied: a driver's buffer need not be aligned.
    const own = new Uint8Array(bytes)
    return inBytes(own.buffer, own.length / BYTES_A_ROW)
  })
  const added = packed.map(({ place }) => place.filter((own) => own < 0).map((own) => ~own))
  const standings = newStandings(added.reduce((sum, own) => sum + own.length, 0))
  let count = 0
  for (const [i, columns] of packed.entries()) {
    const own = defined(added[i])
    const isBehind = own.length === columns.place.length && (own[0] ?? count) === count
    makeRoom(standings, count, own)
    for (const name of COLUMNS) {
      if (isBehind) standings[name].set(columns[name], count)
      else putRows(standings[name], columns.place, columns[name])
    }
    count += own.length
  }
  return standings
}

function putRows(into: Standings[Column], places: Int32Array, from: Standings[Column]): void {
  for (let row = 0; row < places.length; row++) {
    const place = defined(places[row])
    into[place < 0 ? ~place : place] = defined(from[row])
  }
}

/** Moves the first rows apart. @param added places that become free, ascending, as they are numbered afterwards */
function makeRoom(standings: Standings, count: number, added: Int32Array): void {
  for (let i = added.length - 1, end = count; i >= 0 && end > 0; i--) {
    const start = Math.min(end, defined(added[i]) - i)
    for (const name of COLUMNS) standings[name].copyWithin(start + i + 1, start, end)
    end = start
  }
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
