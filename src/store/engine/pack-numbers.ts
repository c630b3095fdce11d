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
