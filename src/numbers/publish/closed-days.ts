import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { createNumberPacker, NumberReader } from '../../store/engine/number-columns.ts'
import { withKey } from '../../store/ledger/position-day.ts'
import {
  eachTrader,
  emptyColumns,
  SCORE_COLUMNS,
  type ScoreColumn,
  type ScoredDays,
} from '../windows/trader-days.ts'

/** A trader's days without the trader. */
const NAMES = withKey(SCORE_COLUMNS).filter((name) => name !== 'trader_id')
const TOKEN = NAMES.indexOf('token_id')
/** Bytes that packed days take at most. */
const BOUND = 64 * 2 ** 20
/** Bytes that a trader takes besides. */
const EACH = 200

/**
 * Days of traders before a day, kept from one publication to the next: who trades again costs today's rows alone, and no sealed
 * file is read. Valid as long as nothing before that day changes.
 */
export interface ClosedDays {
  /** The first day that is not kept. */
  readonly day: Day
  has(trader: number): boolean
  /** Keeps a trader's days before the day. There is a bound: they are not kept where they exceed it. */
  keep(days: ScoredDays): void
  /** Keeps the days before a later day from now on. @param since everybody's days that come with it, by trader */
  moveTo(day: Day, since: Parameters<typeof eachTrader<ScoreColumn>>[1]): Promise<void>
  /** Makes room: forgets everybody if there is none. */
  renew(): void
  /** Forgets everybody: an earlier day has changed. */
  clear(): void
  /**
   * The days of a trader who is kept, with those from the day on, which are in the order of their tokens: in memory that the next
   * trader uses again.
   */
  withLater(trader: number, later: ScoredDays | null): ScoredDays
}

/** Closed days of nobody yet. @param bound bytes of packed days */
export function createClosedDays(firstOpen: Day, bound = BOUND): ClosedDays {
  let day = firstOpen
  const packed = new Map<number, Buffer>()
  const packer = new RowPacker()
  const unite = createUniter()
  let size = 0
  const clear = () => {
    packed.clear()
    size = 0
  }
  return {
    get day() {
      return day
    },
    has: (trader) => packed.has(trader),
    keep(days) {
      if (size >= bound || packed.has(days.trader)) return
      const bytes = packer.pack(days, day)
      packed.set(days.trader, bytes)
      size += bytes.length + EACH
    },
    async moveTo(later, since) {
      day = later
      await eachTrader(SCORE_COLUMNS, since, (days) => {
        const before = packed.get(days.trader)
        if (before === undefined) return
        const bytes = packer.pack(unite(days.trader, new NumberReader(before), days), day)
        packed.set(days.trader, bytes)
        size += bytes.length - before.length
      })
    },
    renew() {
      if (size >= bound) clear()
    },
    clear,
    withLater: (trader, later) => unite(trader, new NumberReader(defined(packed.get(trader))), later),
  }
}

/** Packs days, their count first and then row by row: which columns are above and which below 0, the absolute values of these, then the lists. */
class RowPacker {
  readonly #packer = createNumberPacker()
  readonly #values = new Float64Array(NAMES.length)
  /** Many traders in turn have the same columns. */
  #of: ScoredDays['columns'] | null = null
  #columns: readonly Float64Array[] = []

  /** The days before one. */
  pack({ columns, count, lists }: ScoredDays, before: Day): Buffer {
    if (columns !== this.#of) this.#columns = NAMES.map((name) => columns[name])
    this.#of = columns
    let kept = 0
    for (let row = 0; row < count; row++) if (defined(columns.day[row]) < before) kept++
    this.#packer.add(kept)
    for (let row = 0; row < count; row++)
      if (defined(columns.day[row]) < before) this.#add(row, defined(lists[row]))
    return this.#packer.take()
  }

  #add(row: number, list: Uint8Array): void {
    const { add } = this.#packer
    let [above, below, count] = [0, 0, 0]
    for (let i = 0; i < this.#columns.length; i++) {
      const value = defined(this.#columns[i]?.[row])
      if (value === 0) continue
      if (value > 0) above |= 1 << i
      else below |= 1 << i
      this.#values[count++] = Math.abs(value)
    }
    add(above)
    add(below)
    for (let i = 0; i < count; i++) add(defined(this.#values[i]))
    add(list.length)
    for (let i = 0; i < list.length; i++) add(defined(list[i]))
  }
}

/** Puts days in the order of token and day, each trader's in the memory of the one before; the later ones follow on those of their token. */
function createUniter() {
  const values = new Float64Array(NAMES.length)
  let size = 0
  let columns = emptyColumns(SCORE_COLUMNS, size)
  let into: readonly Float64Array[] = []
  return (trader: number, reader: NumberReader, later: ScoredDays | null): ScoredDays => {
    const kept = reader.next()
    const count = kept + (later?.count ?? 0)
    if (count > size) {
      size = 2 * count
      columns = emptyColumns(SCORE_COLUMNS, size)
      into = NAMES.map((name) => columns[name])
    }
    columns.trader_id.fill(trader, 0, count)
    return { trader, count, columns, lists: unite({ kept, reader, later, into, values }) }
  }
}

/** @returns the lists of the days that were put into the columns */
function unite({ kept, reader, later, into, values }: Uniting): Uint8Array[] {
  const from = NAMES.map((name) => later?.columns[name])
  const lists: Uint8Array[] = []
  let next = 0
  const addLater = (before: number) => {
    for (; later !== null && next < later.count; next++) {
      if (defined(later.columns.token_id[next]) >= before) return
      for (let i = 0; i < into.length; i++) defined(into[i])[lists.length] = defined(from[i]?.[next])
      lists.push(defined(later.lists[next]))
    }
  }
  for (let row = 0; row < kept; row++) {
    readRow(reader, values)
    const list = new Uint8Array(reader.next())
    for (let i = 0; i < list.length; i++) list[i] = reader.next()
    addLater(defined(values[TOKEN]))
    for (let i = 0; i < into.length; i++) defined(into[i])[lists.length] = defined(values[i])
    lists.push(list)
  }
  addLater(Number.POSITIVE_INFINITY)
  return lists
}

interface Uniting {
  kept: number
  reader: NumberReader
  later: ScoredDays | null
  /** Columns in the order of `NAMES`, and room for one row of them. */
  into: readonly Float64Array[]
  values: Float64Array
}

function readRow(reader: NumberReader, into: Float64Array): void {
  const [above, below] = [reader.next(), reader.next()]
  for (let i = 0; i < into.length; i++) {
    if (above & (1 << i)) into[i] = reader.next()
    else into[i] = below & (1 << i) ? -reader.next() : 0
  }
}
