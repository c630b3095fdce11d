import { defined } from '../../checks.ts'
import type { Book } from '../../store/markets/market-book.ts'
import type { AskedPage } from '../kit/paging/place-paging.ts'

/**
 * The key that orders a row, the largest first; each list distinguishes rows of equal keys in its own way.
 */
interface Ranked {
  readonly key: number
}

/** An unsorted list with known keys only. */
interface KeyedList<Row extends Ranked> {
  readonly keys: Float64Array
  /** Made for the few rows that a page may have. */
  rowAt(place: number): Row
  /** Less than 0 where the first row comes before the second. */
  compare(a: Row, b: Row): number
}

/**
 * Returns the rows of a page in the list's order, and one more at the far end if the list continues. It reads
 * each key once and sorts only the page.
 */
export function pickPage<Row extends Ranked>(
  { keys, rowAt, compare }: KeyedList<Row>,
  { rows: most, isBackward, after, before }: AskedPage<Row>,
): Row[] {
  const picked: Row[] = []
  const sign = isBackward ? -1 : 1
  let [lowest, highest] = [before?.key ?? -Infinity, after?.key ?? Infinity]
  for (let place = 0; place < keys.length; place++) {
    const key = defined(keys[place])
    if (key > highest || key < lowest) continue
    const row = rowAt(place)
    if ((after && compare(row, after) <= 0) || (before && compare(row, before) >= 0)) continue
    const behind = picked.findLastIndex((one) => sign * compare(one, row) < 0)
    picked.splice(behind + 1, 0, row)
    if (picked.length > most + 1) picked.pop()
    const end = picked.length > most ? picked.at(-1) : undefined
    if (end !== undefined && isBackward) highest = end.key
    else if (end !== undefined) lowest = end.key
  }
  return isBackward ? picked.reverse() : picked
}

/** Lists that are kept of a book: a few orders at the newest prices. */
const MOST_LISTS = 8
const known = new WeakMap<Book, Map<string, unknown>>()

/** Returns a list derived from a book, cached by name as long as the book is. */
export function listOf<List>(book: Book, name: string, make: () => List): List {
  const lists = known.get(book) ?? new Map<string, unknown>()
  known.set(book, lists)
  if (!lists.has(name)) {
    if (lists.size === MOST_LISTS) lists.clear()
    lists.set(name, make())
  }
  return lists.get(name) as List
}
