import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { addProductTo, emptySum, exactTotal, resetSum } from '../../metrics/running-sum.ts'
import type { ForesightFact } from './foresight-facts.ts'

/** Fills that one sort takes. */
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
  /** Takes out the facts of days before this one, by trader and day. @default all */
  take(before?: Day): Iterable<RowFacts>
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

/** A trader's facts of a day, ascending by market. */
export interface RowFacts {
  trader: number
  day: Day
  facts: ForesightFact[]
}

/** The most markets of which facts are made together. */
const MARKETS = 2 ** 15
/** The most fills that are held. */
const HELD = 2 ** 23

/** No facts of some markets. @param first the first day */
export function createFacts(markets: readonly number[], first: Day): FactsBeingMade {
  const ascending = [...new Set(markets)].sort((a, b) => a - b)
  if (ascending.length > MARKETS) throw new RangeError(`${ascending.length} markets are too many`)
  const numberOf = new Map(ascending.map((market, i) => [market, i]))
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
    take(before = Number.POSITIVE_INFINITY) {
      const { some, rest } = parted(fills, (before - first) * MARKETS)
      fills = rest
      return rowsOf(some, ascending, first)
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

/** The numbers of rows in order of their traders, each trader's in the order in which they came. */
function orderByTrader(traders: ArrayLike<number>): Uint32Array {
  // As numbers, the row's in the low places: no sort is faster, and equal traders keep their order.
  const keys = new Float64Array(traders.length)
  for (let row = 0; row < keys.length; row++) keys[row] = (traders[row] ?? 0) * ROW_LIMIT + row
  keys.sort()
  return Uint32Array.from(keys, (key) => key % ROW_LIMIT)
}
