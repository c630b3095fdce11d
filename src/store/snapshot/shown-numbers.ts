import { defined } from '../../checks.ts'
import type { ShownNumbers } from './snapshot-reader.ts'
import { bytesOf } from './standings.ts'

const NUMBERS = [
  'realized',
  'markets',
  'winRate',
  'botProbability',
  'sharpeRatio',
  'sortinoRatio',
  'profitFactor',
  'maxDrawdown',
  'maxDrawdownPct',
] as const satisfies (keyof ShownNumbers)[]

/** A trader with these numbers. */
export interface ShownRow extends ShownNumbers {
  trader: number
}

/** Rows as bytes: a column of doubles for each number, NaN for null, then the 32-bit ids. */
export function packShownNumbers(rows: readonly ShownRow[]): Buffer {
  const columns = NUMBERS.map((name) => bytesOf(Float64Array.from(rows, (row) => row[name] ?? Number.NaN)))
  return Buffer.concat([...columns, bytesOf(Int32Array.from(rows, ({ trader }) => trader))])
}

/** Reverses {@link packShownNumbers}. */
export function unpackShownNumbers(bytes: Uint8Array): Map<number, ShownNumbers> {
  const count = bytes.length / BYTES_A_ROW
  // Copied: a driver's buffer need not be aligned.
  const { buffer } = new Uint8Array(bytes)
  const columns = NUMBERS.map((_, i) => new Float64Array(buffer, 8 * count * i, count))
  const traders = new Int32Array(buffer, 8 * count * NUMBERS.length, count)
  const at = (column: number, row: number) => defined(defined(columns[column])[row])
  const orNull = (column: number, row: number) => (Number.isNaN(at(column, row)) ? null : at(column, row))
  const numbers = new Map<number, ShownNumbers>()
  for (const [row, trader] of traders.entries())
    numbers.set(trader, {
      realized: at(0, row),
      markets: at(1, row),
      winRate: orNull(2, row),
      botProbability: orNull(3, row),
      sharpeRatio: orNull(4, row),
      sortinoRatio: orNull(5, row),
      profitFactor: orNull(6, row),
      maxDrawdown: orNull(7, row),
      maxDrawdownPct: orNull(8, row),
    })
  return numbers
}

const BYTES_A_ROW = 8 * NUMBERS.length + 4
