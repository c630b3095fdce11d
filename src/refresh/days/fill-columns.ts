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

/** Many fills as numbers, 48 bytes each: as objects they would not fit in memory. */
export interface FillColumns {
  readonly count: number
  add(fill: ScannedFill): void
  ownerOf(i: number): number
  tokenOf(i: number): number
  /** Writes fill `i` into `into`. */
  read(i: number, into: ScannedFill): ScannedFill
}

/** A fill to read others into. */
export function emptyFill(): ScannedFill {
  return { key: 0, time: 0, owner: 0, token: 0, flags: 0, shares: 0, usd: 0, fee: 0 }
}

/** A fill's numbers lie side by side, for fills are read trader by trader: one reach into memory each. */
const WIDTH = 6
/** Fills in a chunk: what is there is not moved when more come. */
const CHUNK_BITS = 14
const CHUNK = 2 ** CHUNK_BITS
/** Flags are below this, so that time and flags are one number. */
const FLAG_LIMIT = 16
/** Ids of traders and tokens are below this, so that both are one number. */
const ID_LIMIT = 2 ** 26

/** Columns without fills. */
export function createFillColumns(): FillColumns {
  const chunks: Float64Array[] = []
  const none = new Float64Array(0)
  let count = 0
  const chunkOf = (i: number) => chunks[i >>> CHUNK_BITS] ?? none
  const placeOf = (i: number) => WIDTH * (i & (CHUNK - 1))
  return {
    get count() {
      return count
    },
    ownerOf: (i) => Math.floor((chunkOf(i)[placeOf(i)] ?? 0) / ID_LIMIT),
    tokenOf: (i) => (chunkOf(i)[placeOf(i)] ?? 0) % ID_LIMIT,
    add(fill) {
      if (count % CHUNK === 0) chunks.push(new Float64Array(WIDTH * CHUNK))
      const chunk = chunkOf(count)
      const at = placeOf(count++)
      chunk[at] = fill.owner * ID_LIMIT + fill.token
      chunk[at + 1] = fill.time * FLAG_LIMIT + fill.flags
      chunk[at + 2] = fill.key
      chunk[at + 3] = fill.shares
      chunk[at + 4] = fill.usd
      chunk[at + 5] = fill.fee
    },
    read(i, into) {
      const chunk = chunkOf(i)
      const at = placeOf(i)
      const position = chunk[at] ?? 0
      const when = chunk[at + 1] ?? 0
      into.owner = Math.floor(position / ID_LIMIT)
      into.token = position - into.owner * ID_LIMIT
      into.time = Math.floor(when / FLAG_LIMIT)
      into.flags = when - into.time * FLAG_LIMIT
      into.key = chunk[at + 2] ?? 0
      into.shares = chunk[at + 3] ?? 0
      into.usd = chunk[at + 4] ?? 0
      into.fee = chunk[at + 5] ?? 0
      return into
    },
  }
}
