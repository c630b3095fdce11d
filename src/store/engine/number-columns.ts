import { defined } from '../../checks.ts'

/** Lists of numbers as bytes, one list after the other. */
export interface NumberPacker {
  /** Adds an integer from 0 to 2^53 − 1 to the list. */
  add(number: number): void
  /** The list's bytes; the next number begins another list. */
  take(): Buffer
}

/** Bytes that many lists share: a buffer of its own for each would cost more than the packing. */
const CHUNK = 65_536
const LONGEST = 8

/** A packer without numbers. Seven bits a byte, lowest first: small numbers take little. */
export function createNumberPacker(): NumberPacker {
  let bytes = Buffer.allocUnsafeSlow(CHUNK)
  let start = 0
  let at = 0
  /** Continues in a new chunk, with the list's numbers so far. */
  const renew = () => {
    const length = at - start
    const next = Buffer.allocUnsafeSlow(Math.max(CHUNK, 2 * length))
    next.set(bytes.subarray(start, at))
    bytes = next
    start = 0
    at = length
  }
  return {
    add(number) {
      if (at + LONGEST > bytes.length) renew()
      let rest = number
      for (; rest >= 2 ** 31; rest = Math.floor(rest / 128)) bytes[at++] = 128 + (rest % 128)
      for (; rest >= 128; rest >>>= 7) bytes[at++] = 128 | (rest & 127)
      bytes[at++] = rest
    },
    take() {
      const list = bytes.subarray(start, at)
      start = at
      return list
    },
  }
}

/** Integers from 0 to 2^53 − 1 as bytes. */
export function packNumbers(numbers: Iterable<number>): Buffer {
  const packer = createNumberPacker()
  for (const number of numbers) packer.add(number)
  return Buffer.from(packer.take())
}

/** The numbers that a {@link NumberPacker} packed. */
export function unpackNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  const reader = new NumberReader(bytes)
  while (!reader.isAtEnd) numbers.push(reader.next())
  return numbers
}

/** Reads packed numbers one by one: a list of them is garbage where they are only added up. */
export class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Takes some of the bytes as they are. */
  take(count: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + count)
    this.#at += count
    return taken
  }

  /** @throws RangeError at the end */
  next(): number {
    let number = 0
    for (let weight = 1; ; weight *= 128) {
      const byte = defined(this.#bytes[this.#at++])
      number += (byte & 127) * weight
      if (byte < 128) return number
    }
  }
}

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
