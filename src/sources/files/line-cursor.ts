import { createNameMemory, type NameMemory } from './name-memory.ts'

/** Reads one line of bytes from left to right. A step that does not fit fails the cursor for good. */
export interface LineCursor {
  /** Whether a step since `open` did not fit. */
  readonly failed: boolean
  /** Whether the whole line was read. */
  readonly ended: boolean
  /** Starts a line: the bytes from `start` up to `end`. */
  open(bytes: Buffer, start: number, end: number): void
  /** Skips these bytes, which must be next. */
  pass(expected: Uint8Array): void
  /** `pass`, then the cursor itself. */
  after(expected: Uint8Array): LineCursor
  /** Skips these bytes if they are next, and returns whether they were. */
  has(expected: Uint8Array): boolean
  /** Skips the first of some options that is next, and returns its number. */
  choice(options: readonly Uint8Array[]): number
  /** A whole number of at most 16 digits, without leading zeros: exact up to 2^53, above it still above. */
  integer(): number
  /** `0x` and this many lower-case hex digits. */
  hex(digits: number): string
  /** As `hex`, always with the same number of digits; a text that repeats is one string. */
  hexName(digits: number): string
  /** At most `most` decimal digits, without leading zeros; a text that repeats is one string. */
  digitsName(most: number): string
}

const ZERO = 0x30
const MAX_INTEGER_DIGITS = 16
const HEX_PREFIX = Buffer.from('0x')
/** 1 for the character codes of lower-case hex digits. */
const IS_HEX = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(/[0-9a-f]/.test(String.fromCharCode(code))),
)

/**
 * A new cursor. It remembers up to 65,536 names of each kind, so that one that repeats is not made anew. A cursor reads
 * hex names of one length only.
 */
export function createLineCursor(): LineCursor {
  // Apart, so that a known token never passes for an address, nor an address for a token.
  const hexNames = createNameMemory()
  const digitNames = createNameMemory()
  let bytes: Buffer = Buffer.alloc(0)
  let at = 0
  let end = 0
  let failed = false

  const has = (expected: Uint8Array): boolean => {
    const { length } = expected
    if (failed || at + length > end) return false
    for (let i = 0; i < length; i++) if (bytes[at + i] !== expected[i]) return false
    at += length
    return true
  }
  const pass = (expected: Uint8Array): void => {
    if (!has(expected)) failed = true
  }
  /** Steps over `0x` and hex digits; where the text starts. */
  const passHex = (digits: number): number => {
    const start = at
    pass(HEX_PREFIX)
    const stop = at + digits
    if (stop > end) failed = true
    if (failed) return start
    while (at < stop && IS_HEX[bytes[at] ?? 0] === 1) at++
    if (at < stop) failed = true
    return start
  }
  /** Steps over at most `most` digits; where they start. */
  const passDigits = (most: number): number => {
    const start = at
    while (at < end && isDigit(bytes[at] ?? 0)) at++
    const length = at - start
    if (length === 0 || length > most || (length > 1 && bytes[start] === ZERO)) failed = true
    return start
  }
  /** A remembered name that stands here was validated when it was kept. */
  const name = (names: NameMemory, validate: () => number): string => {
    if (failed) return ''
    const slot = names.slotOf(bytes, at)
    const known = names.standing(slot, bytes, at, end)
    if (known !== null) {
      at += known.length
      return known
    }
    const start = validate()
    return failed ? '' : names.keep(slot, bytes, start, at)
  }
  const cursor: LineCursor = {
    get failed() {
      return failed
    },
    get ended() {
      return at === end
    },
    open(line, start, stop) {
      bytes = line
      at = start
      end = stop
      failed = false
    },
    pass,
    after(expected) {
      pass(expected)
      return cursor
    },
    has,
    choice(options) {
      for (let i = 0; i < options.length; i++) if (has(options[i] ?? HEX_PREFIX)) return i
      failed = true
      return -1
    },
    integer() {
      let value = 0
      for (let i = passDigits(MAX_INTEGER_DIGITS); i < at; i++)
        value = 10 * value + ((bytes[i] ?? ZERO) - ZERO)
      return value
    },
    hex(digits) {
      const start = passHex(digits)
      return failed ? '' : bytes.toString('latin1', start, at)
    },
    hexName: (digits) => name(hexNames, () => passHex(digits)),
    digitsName: (most) => name(digitNames, () => passDigits(most)),
  }
  return cursor
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}
