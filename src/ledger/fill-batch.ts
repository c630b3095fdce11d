import type { Fill } from './event.ts'
import type { Hash } from './quantities.ts'

/**
 * Many fills of the chain as columns. Fills are nearly all of a ledger, and columns cross a thread for the price of a
 * pointer, while objects are copied one by one. Addresses and tokens are numbered in the order of their first
 * appearance in the stream; `newAddresses` and `newTokens` hold the names that this batch adds.
 */
export interface FillBatch {
  count: number
  /** True when the numbering of addresses and tokens starts again at 0 with this batch (it bounds the memory). */
  restarted: boolean
  newAddresses: string[]
  newTokens: string[]
  block: Float64Array
  logIndex: Int32Array
  time: Float64Array
  /** 32 bytes a row; meaningless if `hasTx` is 0. */
  tx: Uint8Array
  hasTx: Uint8Array
  /** Number of an address; -1 for null. The same for `counterparty`. */
  exchange: Int32Array
  owner: Int32Array
  counterparty: Int32Array
  /** 0 MAKER, 1 TAKER, 2 unknown. */
  role: Uint8Array
  /** 0 BUY, 1 SELL. */
  side: Uint8Array
  token: Int32Array
  shares: Float64Array
  usd: Float64Array
  fee: Float64Array
  /** 0 USD, 1 SHARES. */
  feeIn: Uint8Array
  /** 32 bytes a row; meaningless if `hasOrderHash` is 0. */
  orderHash: Uint8Array
  hasOrderHash: Uint8Array
  /** The line or row of each fill in its source, from 1; for messages. */
  line: Float64Array
}

/** Collects fills into batches, numbering their addresses and tokens. */
export interface FillBatcher {
  /** Adds one fill, which has a block, from the given line of its source. */
  add(fill: Fill, line: number): void
  /** Fills added since the last take. */
  readonly size: number
  /** The fills added since the last take; the numbering continues. */
  take(): FillBatch
}

/** The numbering restarts above this number of names. */
const MAX_NAMES = 200_000

/** Rows of the first batch; further ones begin with as many as the one before held. */
const FIRST_ROWS = 64

/** An empty batcher: it takes room for what is added, and names are numbered from 0. */
export function createFillBatcher(): FillBatcher {
  const addresses = new Map<string, number>()
  const tokens = new Map<string, number>()
  let batch = emptyBatch(FIRST_ROWS)

  const numberOf = (names: Map<string, number>, fresh: string[], name: string): number => {
    const known = names.get(name)
    if (known !== undefined) return known
    const number = names.size
    names.set(name, number)
    fresh.push(name)
    return number
  }
  const addressOf = (name: string | null) =>
    name === null ? -1 : numberOf(addresses, batch.newAddresses, name)

  return {
    get size() {
      return batch.count
    },
    add(fill, line) {
      if (batch.count === batch.line.length) batch = grown(batch)
      const i = batch.count++
      batch.block[i] = fill.block ?? 0
      batch.logIndex[i] = fill.logIndex ?? 0
      batch.time[i] = fill.time
      batch.hasTx[i] = writeHash(batch.tx, i, fill.tx)
      batch.exchange[i] = addressOf(fill.exchange)
      batch.owner[i] = addressOf(fill.owner)
      batch.counterparty[i] = addressOf(fill.counterparty)
      batch.role[i] = fill.role === null ? 2 : fill.role === 'TAKER' ? 1 : 0
      batch.side[i] = fill.side === 'BUY' ? 0 : 1
      batch.token[i] = numberOf(tokens, batch.newTokens, fill.token)
      batch.shares[i] = fill.shares
      batch.usd[i] = fill.usd
      batch.fee[i] = fill.fee
      batch.feeIn[i] = fill.feeIn === 'USD' ? 0 : 1
      batch.hasOrderHash[i] = writeHash(batch.orderHash, i, fill.orderHash)
      batch.line[i] = line
    },
    take() {
      const taken = batch
      const full = addresses.size > MAX_NAMES || tokens.size > MAX_NAMES
      if (full) {
        addresses.clear()
        tokens.clear()
      }
      batch = emptyBatch(Math.max(FIRST_ROWS, taken.count))
      batch.restarted = full
      return taken
    },
  }
}

function emptyBatch(rows: number): FillBatch {
  return { count: 0, restarted: false, newAddresses: [], newTokens: [], ...columnsOf(rows) }
}

type FillColumns = Omit<FillBatch, 'count' | 'restarted' | 'newAddresses' | 'newTokens'>

function columnsOf(rows: number): FillColumns {
  return {
    block: new Float64Array(rows),
    logIndex: new Int32Array(rows),
    time: new Float64Array(rows),
    tx: new Uint8Array(32 * rows),
    hasTx: new Uint8Array(rows),
    exchange: new Int32Array(rows),
    owner: new Int32Array(rows),
    counterparty: new Int32Array(rows),
    role: new Uint8Array(rows),
    side: new Uint8Array(rows),
    token: new Int32Array(rows),
    shares: new Float64Array(rows),
    usd: new Float64Array(rows),
    fee: new Float64Array(rows),
    feeIn: new Uint8Array(rows),
    orderHash: new Uint8Array(32 * rows),
    hasOrderHash: new Uint8Array(rows),
    line: new Float64Array(rows),
  }
}

const COLUMN_NAMES = Object.keys(columnsOf(0)) as (keyof FillColumns)[]

function grown(batch: FillBatch): FillBatch {
  const larger = { ...batch, ...columnsOf(2 * batch.line.length) }
  for (const name of COLUMN_NAMES) larger[name].set(batch[name])
  return larger
}

/** Writes a hash's 32 bytes at row `i`; returns 1 if there is a hash. */
function writeHash(into: Uint8Array, i: number, hash: Hash | null): 0 | 1 {
  if (hash === null) return 0
  for (let byte = 0; byte < 32; byte++) {
    into[32 * i + byte] =
      (hexDigit(hash.charCodeAt(2 + 2 * byte)) << 4) | hexDigit(hash.charCodeAt(3 + 2 * byte))
  }
  return 1
}

/** The value of a lower-case hex digit's character code. */
function hexDigit(code: number): number {
  return code < 58 ? code - 48 : code - 87
}
