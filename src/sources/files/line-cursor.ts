import { defined } from '../../checks.ts'
/** Caches names (addresses, tokens) by their bytes, so that a repeated name is neither validated nor created again. */
export interface NameMemory {
  /** Where a name that starts at `at` is remembered, if it is. */
  slotOf(bytes: Buffer, at: number): number
  /** The name of that slot if all its bytes are at `at`, before `end`; null otherwise. */
  standing(slot: number, bytes: Buffer, at: number, end: number): string | null
  /** Remembers the name from `start` up to `end` in that slot, in place of another; answers it. */
  keep(slot: number, bytes: Buffer, start: number, end: number): string
}

/** Names that are remembered; a power of two. */
const SLOTS = 1 << 16
/** The longest name: a token has up to 78 digits. */
const NAME_BYTES = 78
/** Bytes that choose the slot: after an address's `0x` they are as good as random. */
const HASHED_FROM = 2
const HASHED_TO = 12

/** A new memory of 65,536 names, 5 MB: a name that is not in it only costs more. */
export function createNameMemory(): NameMemory {
  const names: (string | null)[] = new Array(SLOTS).fill(null)
  const kept = new Uint8Array(SLOTS * NAME_BYTES)
  return {
    slotOf(bytes, at) {
      let hash = 0
      for (let i = at + HASHED_FROM; i < at + HASHED_TO; i++)
        hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193)
      return (hash ^ (hash >>> 16)) & (SLOTS - 1)
    },
    standing(slot, bytes, at, end) {
      const name = defined(names[slot])
      if (name === null || at + name.length > end) return null
      const from = slot * NAME_BYTES
      for (let i = 0; i < name.length; i++) if (bytes[at + i] !== kept[from + i]) return null
      return name
    },
    keep(slot, bytes, start, end) {
      const name = bytes.toString('latin1', start, end)
      if (name.length > NAME_BYTES) return name
      names[slot] = name
      kept.set(bytes.subarray(start, end), slot * NAME_BYTES)
      return name
    },
  }
}

/** Reads one line of bytes from left to right. A step that does not fit fails the cursor for good. */
export interface LineCursor {
  /** Whether a step since `open` did not fit. */
  readonly failed: boolean
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
 * A new cursor. It caches up to 65,536 names of each kind, so that repeated ones are not created again. A cursor reads
 * hex names of one length only.
 */
export function createLineCursor(): LineCursor {
  return new Cursor()
}

class Cursor implements LineCursor {
  // Separate caches, so that a known token never passes for an address, nor an address for a token.
  readonly #hexNames = createNameMemory()
  readonly #digitNames = createNameMemory()
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  #end = 0
  #failed = false

  get failed(): boolean {
    return this.#failed
  }

  get ended(): boolean {
    return this.#at === this.#end
  }

  open(bytes: Buffer, start: number, end: number): void {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
    this.#failed = false
  }

  pass(expected: Uint8Array): void {
    if (!this.has(expected)) this.#failed = true
  }

  after(expected: Uint8Array): LineCursor {
    this.pass(expected)
    return this
  }

  has(expected: Uint8Array): boolean {
    const { length } = expected
    const at = this.#at
    if (this.#failed || at + length > this.#end) return false
    const bytes = this.#bytes
    for (let i = 0; i < length; i++) if (bytes[at + i] !== expected[i]) return false
    this.#at = at + length
    return true
  }

  choice(options: readonly Uint8Array[]): number {
    for (let i = 0; i < options.length; i++) if (this.has(defined(options[i]))) return i
    this.#failed = true
    return -1
  }

  integer(): number {
    let value = 0
    for (let i = this.#passDigits(MAX_INTEGER_DIGITS); i < this.#at; i++)
      value = 10 * value + (defined(this.#bytes[i]) - ZERO)
    return value
  }

  hex(digits: number): string {
    const start = this.#passHex(digits)
    return this.#failed ? '' : this.#bytes.toString('latin1', start, this.#at)
  }

  hexName(digits: number): string {
    return this.#known(this.#hexNames) ?? this.#keep(this.#hexNames, this.#passHex(digits))
  }

  digitsName(most: number): string {
    return this.#known(this.#digitNames) ?? this.#keep(this.#digitNames, this.#passDigits(most))
  }

  /** Skips a cached name that comes next: it was validated when it was stored. */
  #known(names: NameMemory): string | null {
    if (this.#failed) return ''
    const name = names.standing(names.slotOf(this.#bytes, this.#at), this.#bytes, this.#at, this.#end)
    if (name !== null) this.#at += name.length
    return name
  }

  #keep(names: NameMemory, start: number): string {
    return this.#failed ? '' : names.keep(names.slotOf(this.#bytes, start), this.#bytes, start, this.#at)
  }

  /** Skips `0x` and hex digits, and returns the text's start. */
  #passHex(digits: number): number {
    const start = this.#at
    this.pass(HEX_PREFIX)
    const stop = this.#at + digits
    if (stop > this.#end) this.#failed = true
    if (this.#failed) return start
    let at = this.#at
    while (at < stop && IS_HEX[defined(this.#bytes[at])] === 1) at++
    this.#at = at
    if (at < stop) this.#failed = true
    return start
  }

  /** Skips at most `most` digits, and returns their start. */
  #passDigits(most: number): number {
    const start = this.#at
    let at = start
    while (at < this.#end && isDigit(defined(this.#bytes[at]))) at++
    this.#at = at
    const length = at - start
    if (length === 0 || length > most || (length > 1 && this.#bytes[start] === ZERO)) this.#failed = true
    return start
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}
