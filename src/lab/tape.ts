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
export interface Tape extends Readonly<Columns> {
  readonly count: number
  /** The rows of a trader, ascending. */
  ofOwner(owner: number): Int32Array
  /** The rows of an outcome, ascending. */
  ofToken(token: number): Int32Array
  /** The outcomes that have rows, ascending. */
  tokens(): number[]
  /** The rows that took from the book on a side of an outcome, ascending. */
  prints(token: number, side: number): Int32Array
  /** The trader's next sale of the outcome behind a row; null if there is none. */
  nextSale(row: number): number | null
}

/** Facts of outcomes beside the tape. */
export interface TokenTerms {
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
}

/** The same with the prices of outcomes on the tape. */
export interface Tokens extends TokenTerms {
  /** The mark at a day's close (methodology §3) of an outcome that was traded by then; null while there is none. */
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
  pool: ArrayLike<number>
}

/** Fills as columns; `tx` and `order` may be omitted while they are unknown. */
export type TapeColumns = Omit<Record<keyof Columns, ArrayLike<number>>, 'tx' | 'order'> &
  Partial<Record<'tx' | 'order', ArrayLike<number>>>

/** Collects fills, which may come in any order. */
export class TapeBuilder {
  #rows = 0
  #columns: Columns
  /** Columns that any rows had: the others are 0. */
  readonly #given = new Set<keyof Columns>()

  /** @param size how many are expected. @default some thousand */
  constructor(size = 1 << 12) {
    this.#columns = newColumns(size)
  }

  add(row: TapeRow): void {
    const filled: Record<keyof Columns, number> = { key: 0, tx: 0, order: 0, ...row }
    const one = Object.fromEntries(TAPE_COLUMNS.map((name) => [name, [filled[name]]]))
    this.addAll(1, one as Record<keyof Columns, number[]>)
  }

  /** Adds the first `count` rows of some columns. */
  addAll(count: number, from: TapeColumns): void {
    const end = this.#rows + count
    if (end > this.#columns.time.length) this.#columns = grown(this.#columns, end)
    for (const name of TAPE_COLUMNS) {
      const values = from[name]
      if (values === undefined) continue
      this.#given.add(name)
      this.#columns[name].set(values instanceof Float64Array ? values.subarray(0, count) : values, this.#rows)
    }
    this.#rows = end
  }

  /** Returns the tape of what was added. */
  build(): Tape {
    const count = this.#rows
    const columns = inOrder(cut(this.#columns, count), this.#given)
    const { owner, token, side, role } = columns
    const ofOwner = rowsBy(owner)
    const sides = new Int32Array(count)
    for (let row = 0; row < count; row++)
      sides[row] = role[row] === TAKER ? 2 * defined(token[row]) + defined(side[row]) : NO_KEY
    const prints = rowsBy(sides)
    return {
      count,
      ...columns,
      ofOwner,
      ofToken: rowsBy(token),
      tokens: () => [...new Set(token)].sort((a, b) => a - b),
      prints: (one, of) => prints(2 * one + of),
      nextSale: salesBehind(columns, ofOwner),
    }
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

/** The names of a tape's columns. */
export const TAPE_COLUMNS = Object.keys(newColumns(0)) as (keyof Columns)[]

function grown(columns: Columns, least: number): Columns {
  const larger = newColumns(Math.max(least, 2 * columns.time.length))
  for (const name of TAPE_COLUMNS) larger[name].set(columns[name])
  return larger
}

function cut(columns: Columns, count: number): Columns {
  const own: Columns = { ...columns }
  for (const name of TAPE_COLUMNS) Object.assign(own, { [name]: columns[name].subarray(0, count) })
  return own
}

/** The ledger's order of two rows. */
function compareRows({ time, key }: Columns, a: number, b: number): number {
  return defined(time[a]) - defined(time[b]) || defined(key[a]) - defined(key[b])
}

/** Rows of a stretch of time, about, and those above which they are sorted by a comparison. */
const ROWS_A_STRETCH = 4
const MANY_ROWS = 64

/** The rows in the ledger's order. They are put into short stretches of time, and each of these is sorted. */
function inOrder(columns: Columns, given: ReadonlySet<keyof Columns>): Columns {
  const { time, key } = columns
  const count = time.length
  let sorted = 1
  while (sorted < count && compareRows(columns, sorted - 1, sorted) <= 0) sorted++
  if (sorted >= count) return columns
  const { order, start } = byStretch(time)
  for (let stretch = 1; stretch < start.length; stretch++) {
    const [first, end] = [defined(start[stretch - 1]), defined(start[stretch])]
    if (end - first > MANY_ROWS) {
      order.subarray(first, end).sort((a, b) => compareRows(columns, a, b) || a - b)
      continue
    }
    for (let at = first + 1; at < end; at++) {
      const row = defined(order[at])
      const [ownTime, ownKey] = [defined(time[row]), defined(key[row])]
      let place = at
      for (; place > first; place--) {
        const before = defined(order[place - 1])
        const later = defined(time[before]) - ownTime || defined(key[before]) - ownKey
        if (later <= 0) break
        order[place] = before
      }
      order[place] = row
    }
  }
  for (const name of given) {
    const [from, into] = [columns[name], columns[name].slice()]
    for (let i = 0; i < count; i++) into[i] = defined(from[defined(order[i])])
    // Each column's former memory is free before the next one is copied.
    Object.assign(columns, { [name]: into })
  }
  return columns
}

/** The rows by stretches of time, in which they are as they came: those of one are from `start[stretch]` up to, not including, the next. */
function byStretch(time: Int32Array): { order: Int32Array; start: Int32Array } {
  const count = time.length
  let [first, last] = [defined(time[0]), defined(time[0])]
  for (let row = 1; row < count; row++) {
    const own = defined(time[row])
    if (own < first) first = own
    else if (own > last) last = own
  }
  const stretches = Math.ceil(count / ROWS_A_STRETCH)
  const scale = stretches / (last - first + 1)
  const next = new Int32Array(stretches + 1)
  for (let row = 0; row < count; row++) {
    const behind = Math.floor((defined(time[row]) - first) * scale) + 1
    next[behind] = defined(next[behind]) + 1
  }
  for (let stretch = 1; stretch <= stretches; stretch++)
    next[stretch] = defined(next[stretch]) + defined(next[stretch - 1])
  const start = next.slice()
  const order = new Int32Array(count)
  for (let row = 0; row < count; row++) {
    const stretch = Math.floor((defined(time[row]) - first) * scale)
    const at = defined(next[stretch])
    order[at] = row
    next[stretch] = at + 1
  }
  return { order, start }
}

const NONE = new Int32Array(0)
/** The key of rows that are omitted. */
const NO_KEY = -1

/** The rows of each key, ascending: counted, summed up, put. */
function rowsBy(keys: Int32Array): (key: number) => Int32Array {
  const count = keys.length
  let most = NO_KEY
  for (let row = 0; row < count; row++) if (defined(keys[row]) > most) most = defined(keys[row])
  const start = new Int32Array(most + 2)
  for (let row = 0; row < count; row++) {
    const behind = defined(keys[row]) + 1
    if (behind > 0) start[behind] = defined(start[behind]) + 1
  }
  for (let key = 0; key <= most; key++) start[key + 1] = defined(start[key + 1]) + defined(start[key])
  const next = start.slice()
  const rows = new Int32Array(defined(start[most + 1]))
  for (let row = 0; row < count; row++) {
    const key = defined(keys[row])
    if (key === NO_KEY) continue
    const at = defined(next[key])
    rows[at] = row
    next[key] = at + 1
  }
  return (key) => (key < 0 || key > most ? NONE : rows.subarray(defined(start[key]), defined(start[key + 1])))
}

/** Finds the next sale behind each row, of a trader's rows when the first is asked for. */
function salesBehind(
  { owner, token, side }: Columns,
  ofOwner: (owner: number) => Int32Array,
): (row: number) => number | null {
  /** One more than the sale's row; 0 for none. */
  const next = new Int32Array(owner.length)
  const known = new Set<number>()
  return (row) => {
    const trader = defined(owner[row])
    if (!known.has(trader)) {
      known.add(trader)
      const sales = new Map<number, number>()
      const rows = ofOwner(trader)
      for (let at = rows.length - 1; at >= 0; at--) {
        const own = defined(rows[at])
        next[own] = sales.get(defined(token[own])) ?? 0
        if (side[own] === SELL) sales.set(defined(token[own]), own + 1)
      }
    }
    const sale = defined(next[row])
    return sale === 0 ? null : sale - 1
  }
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

/** Those rows of a tape that count, as columns: how many, and these. */
export function rowsOf(tape: Tape, counts: (row: number) => boolean): [number, TapeColumns] {
  const rows = new Int32Array(tape.count)
  let count = 0
  for (let row = 0; row < tape.count; row++) if (counts(row)) rows[count++] = row
  const own = TAPE_COLUMNS.map((name): [string, number[]] => {
    const column = tape[name]
    return [name, Array.from(rows.subarray(0, count), (row) => defined(column[row]))]
  })
  return [count, Object.fromEntries(own) as Record<keyof Columns, number[]>]
}

/** A row's price, rounded down; 0 for a row of no shares. */
export function priceOf({ usd, shares }: Pick<Tape, 'usd' | 'shares'>, row: number): MicroPrice {
  const count = defined(shares[row])
  return count === 0 ? 0 : Math.min(MICRO, mulDivFloor(defined(usd[row]), MICRO, count))
}
