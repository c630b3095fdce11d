import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { addProductTo, type ExactTotal, emptySum, exactTotal, resetSum } from '../../metrics/running-sum.ts'
import { keyOrder, type NumberPacker, NumberReader } from '../../store/engine/number-columns.ts'

export interface FactPlace {
  trader: number
  day: Day
  market: number
}

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

/** Markets whose facts are computed together, at most. */
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

/** Sums of a trader's fills in a market on a day that count for prescience. */
export interface ForesightFact {
  /** Twice the condition's id, or twice the token's and 1 while its condition is unknown. */
  market: number
  fills: number
  usd: number
  /** Σ usd · (price 24 hours later − price), with the sign turned for sells, in 1e-12 dollars. */
  moved: ExactTotal
}

/** A fact in whole numbers of a double: `moved` is `mean` · `usd` + `rest`, and `rest` is from 0 to below `usd`. */
export interface CodedFact extends Pick<ForesightFact, 'market' | 'fills' | 'usd'> {
  mean: number
  rest: number
}

/** A fact as {@link packFacts} takes it. */
export function codedFact({ market, fills, usd, moved }: ForesightFact): CodedFact {
  return { market, fills, usd, ...divided(moved, usd) }
}

/**
 * Packs a trader's facts of a day, which ascend by market. Of each: how much greater its market is than the one before,
 * the number of fills, their dollars, and the mean move, rounded down, as a whole number (twice it, or one less than twice
 * its amount if it is negative). A remainder follows where there are several fills: one fill's move is its own mean.
 */
export function packFacts(facts: readonly CodedFact[], packer: NumberPacker): Buffer {
  let last = 0
  for (const { market, fills, usd, mean, rest } of facts) {
    packer.add(market - last)
    packer.add(fills)
    packer.add(usd)
    packer.add(mean < 0 ? -2 * mean - 1 : 2 * mean)
    if (fills > 1) packer.add(rest)
    last = market
  }
  return packer.take()
}

/** The facts that {@link packFacts} packed. */
export function unpackFacts(packed: Uint8Array): ForesightFact[] {
  const facts: ForesightFact[] = []
  eachFact(packed, (fact) => facts.push(fact))
  return facts
}

/** Calls back with each of the facts that {@link packFacts} packed. */
export function eachFact(packed: Uint8Array, use: (fact: ForesightFact) => void): void {
  const numbers = new NumberReader(packed)
  for (let market = 0; !numbers.isAtEnd; ) {
    market += numbers.next()
    const fills = numbers.next()
    const usd = numbers.next()
    const code = numbers.next()
    const mean = code % 2 === 0 ? code / 2 : -(code + 1) / 2
    const rest = fills > 1 ? numbers.next() : 0
    const moved = mean * usd + rest
    const isExact = Number.isSafeInteger(moved)
    use({ market, fills, usd, moved: isExact ? moved : BigInt(mean) * BigInt(usd) + BigInt(rest) })
  }
}

/** Days whose facts are in one row. Longer spans take more time to write again, shorter ones more room: three bytes a fill at 8. */
const SPAN = 64

/** The first day of the span that a day is in. */
export function spanOf(day: Day): Day {
  return day - (day % SPAN)
}

/** A trader's packed facts of a day, at least one. */
export interface PackedDay {
  day: Day
  facts: Uint8Array
}

/** Packs days of a span, in their order. Of each: how much later it is than the one before, the bytes of its facts, and these. */
export function packDays(span: Day, days: readonly PackedDay[], packer: NumberPacker): Buffer {
  let last = span
  const parts = days.flatMap(({ day, facts }) => {
    packer.add(day - last)
    packer.add(facts.length)
    last = day
    return [packer.take(), facts]
  })
  return Buffer.concat(parts)
}

/** The days that {@link packDays} packed. */
export function unpackDays(span: Day, packed: Uint8Array): PackedDay[] {
  const numbers = new NumberReader(packed)
  const days: PackedDay[] = []
  for (let day = span; !numbers.isAtEnd; ) {
    day += numbers.next()
    days.push({ day, facts: numbers.take(numbers.next()) })
  }
  return days
}

/** The whole part, rounded down, and the remainder, which is never negative. */
function divided(moved: ExactTotal, usd: number): { mean: number; rest: number } {
  if (usd === 0) return { mean: 0, rest: 0 }
  if (typeof moved === 'number') {
    // The quotient of two doubles may be rounded up to the next whole number; the product is exact.
    const near = Math.floor(moved / usd)
    const mean = near * usd > moved ? near - 1 : near
    return { mean, rest: moved - mean * usd }
  }
  const [total, by] = [BigInt(moved), BigInt(usd)]
  const rest = ((total % by) + by) % by
  return { mean: Number((total - rest) / by), rest: Number(rest) }
}
