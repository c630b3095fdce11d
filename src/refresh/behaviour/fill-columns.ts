/** A row of `fills` as the scan reads it. */
export interface ScannedFill {
  key: number
  time: number
  owner: number
  token: number
  /** 1 for a SELL, 2 for a fee in shares, 4 for a MAKER, 8 for a TAKER. */
  flags: number
  shares: number
  usd: number
  fee: number
}

/** The bits of {@link ScannedFill.flags}. */
export const FILL_FLAGS = { sell: 1, feeInShares: 2, maker: 4, taker: 8 } as const

/** Many fills as typed columns, 49 bytes each: as objects they would not fit in memory. */
export interface FillColumns {
  readonly count: number
  readonly owner: Int32Array
  add(fill: ScannedFill): void
  /** Writes fill `i` into `into`. */
  read(i: number, into: ScannedFill): ScannedFill
}

/** A fill to read others into. */
export function emptyFill(): ScannedFill {
  return { key: 0, time: 0, owner: 0, token: 0, flags: 0, shares: 0, usd: 0, fee: 0 }
}

/** Columns without fills; they grow as they fill. */
export function createFillColumns(): FillColumns {
  let size = 4096
  let count = 0
  let words = new Int32Array(2 * size)
  let flags = new Uint8Array(size)
  let numbers = new Float64Array(5 * size)
  const grow = () => {
    size *= 2
    words = grown(words, new Int32Array(2 * size))
    flags = grown(flags, new Uint8Array(size))
    numbers = grown(numbers, new Float64Array(5 * size))
  }
  return {
    get count() {
      return count
    },
    get owner() {
      return Int32Array.from({ length: count }, (_, i) => words[2 * i] ?? 0)
    },
    add(fill) {
      if (count === size) grow()
      words[2 * count] = fill.owner
      words[2 * count + 1] = fill.token
      flags[count] = fill.flags
      const at = 5 * count++
      numbers[at] = fill.key
      numbers[at + 1] = fill.time
      numbers[at + 2] = fill.shares
      numbers[at + 3] = fill.usd
      numbers[at + 4] = fill.fee
    },
    read(i, into) {
      const at = 5 * i
      into.owner = words[2 * i] ?? 0
      into.token = words[2 * i + 1] ?? 0
      into.flags = flags[i] ?? 0
      into.key = numbers[at] ?? 0
      into.time = numbers[at + 1] ?? 0
      into.shares = numbers[at + 2] ?? 0
      into.usd = numbers[at + 3] ?? 0
      into.fee = numbers[at + 4] ?? 0
      return into
    },
  }
}

function grown<T extends Int32Array | Uint8Array | Float64Array>(from: T, into: T): T {
  into.set(from)
  return into
}
