import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { addProductTo, emptySum, exactTotal, type RunningSum } from '../../metrics/running-sum.ts'
import { createNumberPacker, unpackNumbers } from '../../store/engine/pack-numbers.ts'
import { FORESIGHT_DAYS } from '../../store/tables.ts'
import { type ForesightFact, packFacts, unpackFacts } from './foresight-facts.ts'
import type { Write } from './publisher-lease.ts'

/** Where a fact belongs. */
export interface FactPlace {
  trader: number
  day: Day
  market: number
}

/** Facts of some markets, added up fill by fill. */
export interface FactsBeingMade {
  /** Has the row of a trader's day compared with what is made, whether or not a fill counts. */
  touch(place: FactPlace): void
  add(place: FactPlace, usd: number, moved: number): void
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

interface Sums {
  fills: number
  usd: number
  moved: RunningSum
}

/** A trader's facts of a day. */
interface RowFacts {
  trader: number
  day: Day
  facts: ForesightFact[]
}

/** A fact's key is one number: traders' ids are below 2^26, days after the first below 2^12, markets of a range below 2^15. */
const DAYS = 2 ** 12
/** The most markets of which facts are made together. */
export const MARKETS_AT_ONCE = 2 ** 15

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
  if (ascending.length > MARKETS_AT_ONCE) throw new RangeError(`${ascending.length} markets at once`)
  const numberOf = new Map(ascending.map((market, i) => [market, i]))
  const remade = new Set([...ascending, ...gone])
  const sums = new Map<number, Sums>()
  const sumsAt = ({ trader, day, market }: FactPlace): Sums => {
    const key = (trader * DAYS + day - first) * MARKETS_AT_ONCE + defined(numberOf.get(market))
    const known = sums.get(key)
    if (known !== undefined) return known
    const fresh = { fills: 0, usd: 0, moved: emptySum() }
    sums.set(key, fresh)
    return fresh
  }
  /** Takes out the facts of days before one, by trader, day and market. */
  const taken = function* (before: Day): Generator<RowFacts> {
    const keys = Float64Array.from(sums.keys()).sort()
    let row: RowFacts | undefined
    for (const key of keys) {
      const place = Math.floor(key / MARKETS_AT_ONCE)
      const day = first + (place % DAYS)
      if (day >= before) continue
      const trader = Math.floor(place / DAYS)
      if (row === undefined || row.trader !== trader || row.day !== day) {
        if (row !== undefined) yield row
        row = { trader, day, facts: [] }
      }
      const { fills, usd, moved } = defined(sums.get(key))
      sums.delete(key)
      const market = defined(ascending[key % MARKETS_AT_ONCE])
      if (fills > 0) row.facts.push({ market, fills, usd, moved: exactTotal(moved) })
    }
    if (row !== undefined) yield row
  }
  return {
    get size() {
      return sums.size
    },
    touch: (place) => void sumsAt(place),
    add(place, usd, moved) {
      const own = sumsAt(place)
      own.fills += 1
      own.usd += usd
      addProductTo(own.moved, usd, moved)
    },
    async write(write, before = Number.POSITIVE_INFINITY) {
      for (const rows of chunks(taken(before), atOnce)) onWritten(await replaceFacts(rows, remade, write))
    },
  }
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
    if (put.day.length > 0) await tx.upsert(FORESIGHT_DAYS, put, put.day.length)
    if (empty.day.length > 0)
      await tx.deleteEach(FORESIGHT_DAYS, { trader_id: '=', day: '=' }, empty, empty.day.length)
    changed = put.day.length + empty.day.length
  })
  return changed
}
