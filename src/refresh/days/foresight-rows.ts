import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { addProductTo, emptySum, exactTotal, resetSum } from '../../metrics/running-sum.ts'
import { createNumberPacker, unpackNumbers } from '../../store/engine/pack-numbers.ts'
import { keepRows } from '../../store/ledger/history.ts'
import { FORESIGHT_DAYS } from '../../store/tables.ts'
import { type ForesightFact, packFacts, unpackFacts } from './foresight-facts.ts'
import type { Write } from './publisher-lease.ts'

/** Rows that one sort takes. */
const ROW_LIMIT = 2 ** 26

/** Where a fact belongs. */
export interface FactPlace {
  trader: number
  day: Day
  market: number
}

/** Facts of some markets, fill by fill. */
export interface FactsBeingMade {
  /** Adds a fill that counts. */
  add(place: FactPlace, usd: number, moved: number): void
  /** Has the row of a trader's day compared with what is made, though no fill counts. */
  touch(place: FactPlace): void
  /** Fills that are held. */
  readonly size: number
  /** Writes the facts of days before this one, in the place of all facts of these markets, and forgets them. */
  write(write: Write, before?: Day): Promise<void>
}

/** The size of the write. */
export interface WriteSize {
  /** Rows of `foresight_days` that are compared, and so written at most, in a transaction. */
  atOnce: number
  /** Called with the number of rows that were written or deleted. */
  onWritten(rows: number): void
}

/** Fills as columns: as objects they would take five times the memory. */
interface HeldFills {
  trader: number[]
  /** The day, counted from the first, and the market's number: below 2^30. */
  place: number[]
  usd: number[]
  /** NaN for one that does not count. */
  moved: number[]
}

/** A trader's facts of a day. */
interface RowFacts {
  trader: number
  day: Day
  facts: ForesightFact[]
}

/** The most markets of which facts are made together. */
const MARKETS = 2 ** 15
/** The most fills that are held. */
const HELD = 2 ** 23

/**
 * No facts.
 * @param markets the markets of which facts are made
 * @param gone markets of which no fact is left in the rows that are compared, besides
 * @param first the first day
 */
export function createFacts(
  { markets, gone, first }: { markets: readonly number[]; gone: ReadonlySet<number>; first: Day },
  { atOnce, onWritten }: WriteSize,
): FactsBeingMade {
  const ascending = [...new Set(markets)].sort((a, b) => a - b)
  if (ascending.length > MARKETS) throw new RangeError(`${ascending.length} markets are too many`)
  const numberOf = new Map(ascending.map((market, i) => [market, i]))
  const remade = new Set([...ascending, ...gone])
  let fills = noFills()
  const hold = ({ trader, day, market }: FactPlace, usd: number, moved: number) => {
    fills.trader.push(trader)
    fills.place.push((day - first) * MARKETS + defined(numberOf.get(market)))
    fills.usd.push(usd)
    fills.moved.push(moved)
  }
  return {
    add: hold,
    touch: (place) => hold(place, 0, Number.NaN),
    get size() {
      return fills.trader.length
    },
    async write(write, before = Number.POSITIVE_INFINITY) {
      const { some, rest } = parted(fills, (before - first) * MARKETS)
      fills = rest
      for (const rows of chunks(rowsOf(some, ascending, first), atOnce))
        onWritten(await replaceFacts(rows, remade, write))
    },
  }
}

function noFills(): HeldFills {
  return { trader: [], place: [], usd: [], moved: [] }
}

/** The fills whose places are below one, and the rest. */
function parted(fills: HeldFills, below: number): { some: HeldFills; rest: HeldFills } {
  if (below === Number.POSITIVE_INFINITY) return { some: fills, rest: noFills() }
  const [some, rest] = [noFills(), noFills()]
  for (const [i, place] of fills.place.entries()) {
    const into = place < below ? some : rest
    into.trader.push(defined(fills.trader[i]))
    into.place.push(place)
    into.usd.push(defined(fills.usd[i]))
    into.moved.push(defined(fills.moved[i]))
  }
  return { some, rest }
}

/** Adds fills up to facts, by trader, day and market. */
function* rowsOf(fills: HeldFills, markets: readonly number[], first: Day): Generator<RowFacts> {
  let row: RowFacts | undefined
  const sum = { fills: 0, usd: 0, moved: emptySum() }
  const order = inOrder(fills)
  for (const [i, fill] of order.entries()) {
    const [trader, place] = [defined(fills.trader[fill]), defined(fills.place[fill])]
    const day = first + Math.floor(place / MARKETS)
    if (row?.trader !== trader || row.day !== day) {
      if (row !== undefined) yield row
      row = { trader, day, facts: [] }
    }
    const moved = defined(fills.moved[fill])
    if (!Number.isNaN(moved)) {
      const usd = defined(fills.usd[fill])
      sum.fills += 1
      sum.usd += usd
      addProductTo(sum.moved, usd, moved)
    }
    const next = order[i + 1]
    const isLast = next === undefined || fills.place[next] !== place || fills.trader[next] !== trader
    if (!isLast || sum.fills === 0) continue
    const market = defined(markets[place % MARKETS])
    row.facts.push({ market, fills: sum.fills, usd: sum.usd, moved: exactTotal(sum.moved) })
    sum.fills = 0
    sum.usd = 0
    resetSum(sum.moved)
  }
  if (row !== undefined) yield row
}

/** The fills' numbers by trader and place: two sorts of plain numbers, which no sort by a comparison comes near. */
function inOrder({ trader, place }: HeldFills): Uint32Array {
  if (place.length > HELD) throw new RangeError(`${place.length} fills are too many`)
  const byPlace = Float64Array.from(place, (one, i) => one * HELD + i).sort()
  const numbers = Uint32Array.from(byPlace, (key) => key % HELD)
  const traders = Float64Array.from(numbers, (number) => trader[number] ?? 0)
  return orderByTrader(traders).map((i) => numbers[i] ?? 0)
}

function* chunks(rows: Iterable<RowFacts>, size: number): Generator<RowFacts[]> {
  let chunk: RowFacts[] = []
  for (const row of rows) {
    if (chunk.push(row) < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Replaces the facts of some markets in some rows. Rows that come out as they were are not written. */
async function replaceFacts(
  rows: readonly RowFacts[],
  markets: ReadonlySet<number>,
  write: Write,
): Promise<number> {
  const keys = { trader_id: rows.map(({ trader }) => trader), day: rows.map(({ day }) => day) }
  const packer = createNumberPacker()
  let changed = 0
  // A publisher that was overtaken may have written after this one's view began: rows are read where they are written.
  await write(async (tx) => {
    const known = await tx.find(FORESIGHT_DAYS, ['trader_id', 'day'], keys, rows.length, ['facts'])
    const put = { trader_id: [] as number[], day: [] as Day[], facts: [] as Buffer[] }
    const empty = { trader_id: [] as number[], day: [] as Day[] }
    for (const [i, { trader, day, facts }] of rows.entries()) {
      const old = known[i]?.[0] as Uint8Array | undefined
      const others =
        old === undefined ? [] : unpackFacts(unpackNumbers(old)).filter(({ market }) => !markets.has(market))
      const all = others.length === 0 ? facts : [...others, ...facts].sort((a, b) => a.market - b.market)
      const packed = packFacts(all, packer)
      if (all.length === 0 && old !== undefined) {
        empty.trader_id.push(trader)
        empty.day.push(day)
      } else if (all.length > 0 && (old === undefined || !packed.equals(old))) {
        put.trader_id.push(trader)
        put.day.push(day)
        put.facts.push(packed)
      }
    }
    for (const keys of [put, empty]) await keepRows(tx, FORESIGHT_DAYS, keys, keys.day.length)
    if (put.day.length > 0) await tx.upsert(FORESIGHT_DAYS, put, put.day.length)
    if (empty.day.length > 0)
      await tx.deleteEach(FORESIGHT_DAYS, { trader_id: '=', day: '=' }, empty, empty.day.length)
    changed = put.day.length + empty.day.length
  })
  return changed
}

/** The numbers of rows in order of their traders, each trader's in the order in which they came. */
function orderByTrader(traders: ArrayLike<number>): Uint32Array {
  // As numbers, the row's in the low places: no sort is faster, and equal traders keep their order.
  const keys = new Float64Array(traders.length)
  for (let row = 0; row < keys.length; row++) keys[row] = (traders[row] ?? 0) * ROW_LIMIT + row
  keys.sort()
  return Uint32Array.from(keys, (key) => key % ROW_LIMIT)
}
