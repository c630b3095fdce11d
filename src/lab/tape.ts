import { defined } from '../checks.ts'
import {
  type Day,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
  type Seconds,
} from '../ledger/quantities.ts'

/** Sides and roles as columns hold them. */
export const BUY = 0
export const SELL = 1
export const MAKER = 0
export const TAKER = 1
export const UNKNOWN_ROLE = 2

/** A fill of the ledger. */
export interface TapeRow {
  /** The ledger's key of it. @default 0 */
  key?: number
  time: Seconds
  owner: number
  token: number
  side: number
  role: number
  shares: MicroShares
  usd: MicroUsd
  /** In dollars. */
  fee: MicroUsd
  /** Numbers of its transaction and of its order; 0 while unknown. @default 0 */
  tx?: number
  order?: number
}

/** Fills in the ledger's order, in columns, with the rows of each trader and outcome. */
export interface Tape {
  readonly count: number
  readonly key: Float64Array
  readonly time: Int32Array
  readonly owner: Int32Array
  readonly token: Int32Array
  readonly side: Uint8Array
  readonly role: Uint8Array
  readonly shares: Float64Array
  readonly usd: Float64Array
  readonly fee: Float64Array
  readonly tx: Int32Array
  readonly order: Int32Array
  /** The rows of a trader, ascending. */
  ofOwner(owner: number): Int32Array
  /** The rows of an outcome, ascending. */
  ofToken(token: number): Int32Array
  /** The rows that took from the book on a side of an outcome, ascending. */
  prints(token: number, side: number): Int32Array
}

/** Facts of outcomes beside the tape. */
export interface Tokens {
  /** A number of the outcome's market. */
  market(token: number): number
  /** A number of the event that the market is part of: a neg-risk market is one. */
  event(token: number): number
  /** When the market was resolved; null for one that is open. */
  resolvedAt(token: number): Seconds | null
  /** Dollars that a share pays. @throws RangeError for a time before the resolution */
  payout(token: number, at: Seconds): MicroPrice
  /** The market's category as far as its metadata was known at a time; null for none. */
  category(token: number, at: Seconds): string | null
  /** The mark at a day's close (methodology §3); null while there is none. */
  mark(token: number, day: Day): MicroPrice | null
}

/** A choice of traders, who are copied from a time up to, not including, another. */
export interface Selection {
  from: Seconds
  until: Seconds
  traders: readonly number[]
  /** True where nobody knows who it would have chosen: a screen without a record of that day. @default false */
  isUnknown?: boolean
  /** Everybody with the same minimum record at that moment: random traders are drawn from them. */
  pool: readonly number[]
}

/** Collects fills, which may come in any order of seconds as long as the ledger's order holds within each. */
export class TapeBuilder {
  #rows = 0
  #columns = newColumns(1 << 12)
  #isSorted = true

  add(row: TapeRow): void {
    if (this.#rows === this.#columns.time.length) this.#columns = grown(this.#columns)
    const at = this.#rows++
    const { key, time, owner, token, side, role, shares, usd, fee, tx, order } = this.#columns
    if (at > 0 && row.time < defined(time[at - 1])) this.#isSorted = false
    key[at] = row.key ?? 0
    time[at] = row.time
    owner[at] = row.owner
    token[at] = row.token
    side[at] = row.side
    role[at] = row.role
    shares[at] = row.shares
    usd[at] = row.usd
    fee[at] = row.fee
    tx[at] = row.tx ?? 0
    order[at] = row.order ?? 0
  }

  /** Returns the tape of what was added. */
  build(): Tape {
    const count = this.#rows
    let columns = cut(this.#columns, count)
    if (!this.#isSorted) columns = sortedByTime(columns)
    const { owner, token, side, role } = columns
    const ofOwner = rowsBy(owner, count, () => true)
    const ofToken = rowsBy(token, count, () => true)
    const keys = Int32Array.from(token, (one, row) => 2 * one + defined(side[row]))
    const prints = rowsBy(keys, count, (row) => role[row] === TAKER)
    return { count, ...columns, ofOwner, ofToken, prints: (one, of) => prints(2 * one + of) }
  }
}

type Columns = ReturnType<typeof newColumns>

function newColumns(size: number) {
  return {
    key: new Float64Array(size),
    time: new Int32Array(size),
    owner: new Int32Array(size),
    token: new Int32Array(size),
    side: new Uint8Array(size),
    role: new Uint8Array(size),
    shares: new Float64Array(size),
    usd: new Float64Array(size),
    fee: new Float64Array(size),
    tx: new Int32Array(size),
    order: new Int32Array(size),
  }
}

const NAMES = Object.keys(newColumns(0)) as (keyof Columns)[]

function grown(columns: Columns): Columns {
  const larger = newColumns(2 * columns.time.length)
  for (const name of NAMES) larger[name].set(columns[name])
  return larger
}

function cut(columns: Columns, count: number): Columns {
  const own: Columns = { ...columns }
  for (const name of NAMES) Object.assign(own, { [name]: columns[name].subarray(0, count) })
  return own
}

function sortedByTime(columns: Columns): Columns {
  const count = columns.time.length
  const order = Uint32Array.from({ length: count }, (_, row) => row)
  order.sort((a, b) => defined(columns.time[a]) - defined(columns.time[b]) || a - b)
  const sorted = newColumns(count)
  for (const name of NAMES)
    for (let i = 0; i < count; i++) sorted[name][i] = defined(columns[name][defined(order[i])])
  return sorted
}

const NONE = new Int32Array(0)

/** The rows of each key, ascending: counted, summed up, put. */
function rowsBy(
  keys: Int32Array,
  count: number,
  counts: (row: number) => boolean,
): (key: number) => Int32Array {
  let most = -1
  for (let row = 0; row < count; row++) most = Math.max(most, defined(keys[row]))
  const start = new Int32Array(most + 2)
  for (let row = 0; row < count; row++)
    if (counts(row)) start[defined(keys[row]) + 1] = (start[defined(keys[row]) + 1] ?? 0) + 1
  for (let key = 0; key <= most; key++) start[key + 1] = defined(start[key + 1]) + defined(start[key])
  const next = start.slice()
  const rows = new Int32Array(defined(start[most + 1]))
  for (let row = 0; row < count; row++) {
    if (!counts(row)) continue
    const key = defined(keys[row])
    const at = defined(next[key])
    rows[at] = row
    next[key] = at + 1
  }
  return (key) => (key < 0 || key > most ? NONE : rows.subarray(defined(start[key]), defined(start[key + 1])))
}

/** The place of the first of some ascending rows at a time or later. */
export function firstAt({ time }: Tape, rows: Int32Array, at: Seconds): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (defined(time[defined(rows[middle])]) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** A row's price, rounded down; 0 for a row of no shares. */
export function priceOf({ usd, shares }: Pick<Tape, 'usd' | 'shares'>, row: number): MicroPrice {
  const count = defined(shares[row])
  return count === 0 ? 0 : Math.min(MICRO, mulDivFloor(defined(usd[row]), MICRO, count))
}
