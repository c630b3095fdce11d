import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { addProductTo, emptySum, exactTotal, resetSum } from '../../metrics/running-sum.ts'
import { keyOrder } from '../../store/engine/key-order.ts'
import type { ForesightFact } from './foresight-facts.ts'

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

/** Fills as columns: as objects they would take five times the memory. The columns may be longer. */
interface HeldFills {
  count: number
  trader: Int32Array
  /** The day, counted from the first, and the market's number: below 2^30. */
  place: Int32Array
  usd: Float64Array
  /** NaN for one that does not count. */
  moved: Float64Array
}

/** A trader's facts of a day, ascending by market. */
export interface RowFacts {
  trader: number
  day: Day
  facts: ForesightFact[]
}

/** The most markets of which facts are made together. */
const MARKETS = 2 ** 15
/** Fills for which columns have room at first. */
const FIRST_ROOM = 1_024

/** No facts of some markets. @param first the first day */
export function createFacts(markets: readonly number[], first: Day): FactsBeingMade {
  const ascending = [...new Set(markets)].sort((a, b) => a - b)
  if (ascending.length > MARKETS) throw new RangeError(`${ascending.length} markets are too many`)
  const numberOf = new Map(ascending.map((market, i) => [market, i]))
  let fills = noFills(FIRST_ROOM)
  const hold = ({ trader, day, market }: FactPlace, usd: number, moved: number) => {
    if (fills.count === fills.trader.length) fills = copyOf(fills, 2 * fills.count)
    const row = fills.count++
    fills.trader[row] = trader
    fills.place[row] = (day - first) * MARKETS + defined(numberOf.get(market))
    fills.usd[row] = usd
    fills.moved[row] = moved
  }
  return {
    add: hold,
    touch: (place) => hold(place, 0, Number.NaN),
    get size() {
      return fills.count
    },
    take(before = Number.POSITIVE_INFINITY) {
      const some = fills
      fills = restOf(some, (before - first) * MARKETS)
      return rowsOf(some, ascending, first)
    },
  }
}

function noFills(room: number): HeldFills {
  return {
    count: 0,
    trader: new Int32Array(room),
    place: new Int32Array(room),
    usd: new Float64Array(room),
    moved: new Float64Array(room),
  }
}

function copyOf(fills: HeldFills, room: number): HeldFills {
  const larger = { ...noFills(room), count: fills.count }
  for (const name of ['trader', 'place', 'usd', 'moved'] as const) larger[name].set(fills[name])
  return larger
}

/** Takes the fills whose places are from one on out of the others. */
function restOf(fills: HeldFills, from: number): HeldFills {
  if (from === Number.POSITIVE_INFINITY) return noFills(FIRST_ROOM)
  const rest = noFills(fills.trader.length)
  let kept = 0
  for (let row = 0; row < fills.count; row++) {
    const [into, at] = defined(fills.place[row]) < from ? [fills, kept++] : [rest, rest.count++]
    into.trader[at] = defined(fills.trader[row])
    into.place[at] = defined(fills.place[row])
    into.usd[at] = defined(fills.usd[row])
    into.moved[at] = defined(fills.moved[row])
  }
  fills.count = kept
  return rest
}

/** Adds fills up to facts, by trader, day and market. */
function* rowsOf(fills: HeldFills, markets: readonly number[], first: Day): Generator<RowFacts> {
  let row: RowFacts | undefined
  const sum = { fills: 0, usd: 0, moved: emptySum() }
  const order = inOrder(fills)
  for (let i = 0; i < order.length; i++) {
    const fill = defined(order[i])
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

/** The fills' numbers by trader and place. */
function inOrder({ count, trader, place }: HeldFills): Int32Array {
  return keyOrder([trader, place], count)
}
