import { defined } from '../../checks.ts'

/** Bits of an id that one pass looks at: ids below 2^26 take two. */
const DIGIT_BITS = 13
const DIGITS = 2 ** DIGIT_BITS

/** Rows that are compared: counting the digits of so few takes longer. */
const FEW = 1_000

/**
 * The numbers of rows in ascending order of their ids, first by the first column; rows that agree in every column keep
 * the order in which they came. A batch that is written in its table's key's order touches each page of the tree once.
 * @param columns ids, integers from 0 to 2^31 - 1, a value for each row
 * @param count how many rows there are
 */
export function keyOrder(columns: readonly ArrayLike<number>[], count: number): Int32Array {
  let order = new Int32Array(count)
  for (let row = 0; row < count; row++) order[row] = row
  if (count < FEW) return order.sort((a, b) => compared(columns, a, b))
  let spare = new Int32Array(count)
  // Digit by digit from the last one: no comparison is called, and what is equal stays in its order.
  for (const ids of columns.toReversed()) {
    const largest = largestOf(ids, count)
    for (let shift = 0; largest >= 2 ** shift; shift += DIGIT_BITS) {
      sortByDigit(ids, shift, order, spare)
      const sorted = spare
      spare = order
      order = sorted
    }
  }
  return order
}

/** The values of a column at some places, in their order. */
export function valuesAt(column: Float64Array, places: Int32Array): Float64Array {
  // Not Float64Array.from, which calls a function a value and takes five times as long.
  const values = new Float64Array(places.length)
  for (let i = 0; i < places.length; i++) values[i] = defined(column[defined(places[i])])
  return values
}

function compared(columns: readonly ArrayLike<number>[], a: number, b: number): number {
  for (const ids of columns) {
    const difference = (ids[a] ?? 0) - (ids[b] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function largestOf(ids: ArrayLike<number>, count: number): number {
  let largest = 0
  for (let row = 0; row < count; row++) largest = Math.max(largest, ids[row] ?? 0)
  return largest
}

/** Puts the rows of `from` into `to` by one digit of their ids. */
function sortByDigit(ids: ArrayLike<number>, shift: number, from: Int32Array, to: Int32Array): void {
  const digitOf = (row: number) => ((ids[row] ?? 0) >> shift) & (DIGITS - 1)
  // Where the next row of each digit goes: behind all rows of smaller digits.
  const next = new Int32Array(DIGITS + 1)
  for (const row of from) next[digitOf(row) + 1] = (next[digitOf(row) + 1] ?? 0) + 1
  for (let digit = 1; digit < DIGITS; digit++) next[digit] = (next[digit] ?? 0) + (next[digit - 1] ?? 0)
  for (const row of from) {
    const digit = digitOf(row)
    const at = next[digit] ?? 0
    to[at] = row
    next[digit] = at + 1
  }
}
