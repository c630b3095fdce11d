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

export function createFillBatcher(capacity: number): FillBatcher {
  const addresses = new Map<string, number>()
  const tokens = new Map<string, number>()
  let batch = emptyBatch(capacity)

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
      batch = emptyBatch(capacity)
      batch.restarted = full
      return taken
    },
  }
}

function emptyBatch(capacity: number): FillBatch {
  return {
    count: 0,
    restarted: false,
    newAddresses: [],
    newTokens: [],
    block: new Float64Array(capacity),
    logIndex: new Int32Array(capacity),
    time: new Float64Array(capacity),
    tx: new Uint8Array(32 * capacity),
    hasTx: new Uint8Array(capacity),
    exchange: new Int32Array(capacity),
    owner: new Int32Array(capacity),
    counterparty: new Int32Array(capacity),
    role: new Uint8Array(capacity),
    side: new Uint8Array(capacity),
    token: new Int32Array(capacity),
    shares: new Float64Array(capacity),
    usd: new Float64Array(capacity),
    fee: new Float64Array(capacity),
    feeIn: new Uint8Array(capacity),
    orderHash: new Uint8Array(32 * capacity),
    hasOrderHash: new Uint8Array(capacity),
    line: new Float64Array(capacity),
  }
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
