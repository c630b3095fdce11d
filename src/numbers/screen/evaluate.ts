import { defined } from '../../checks.ts'
import type { ScreenColumnId } from '../../metrics/screen-columns.ts'

/*
 * Questions about all rows of a table: everybody's numbers, or those of all markets.
 */

/**
 * A condition on a row's numbers. Each is true or false of every row: an unknown number lies in no range, so
 * the opposite of a range includes it.
 */
export type Condition<Id extends string = ScreenColumnId> =
  /** A known number from `min` to `max`, both included, as columns hold it. */
  | { kind: 'RANGE'; column: Id; min: number; max: number }
  | { kind: 'KNOWN'; column: Id; isKnown: boolean }
  /** One of some places of labels, or of a flag's values. */
  | { kind: 'ONE_OF'; column: Id; values: ReadonlySet<number> }
  | { kind: 'AMONG'; ids: ReadonlySet<number> }
  | { kind: 'ALL' | 'ANY'; of: readonly Condition<Id>[] }
  | { kind: 'NOT'; of: Condition<Id> }

/** One order of several, the first that differs decides; or all are weighed. */
export interface OrderTerm<Id extends string = ScreenColumnId> {
  column: Id
  isAscending: boolean
  /** Null where the orders are taken one after another. */
  weight: number | null
  /** True for the change between the two days of a comparison. */
  isChange: boolean
}

export interface ScreenQuestion {
  where: Condition
  /** Best first; by volume where it is empty. */
  order: readonly OrderTerm[]
  /** Traders in the order in which they were given, which takes the place of `order`; null for none. */
  given: readonly number[] | null
}

/** The traders who fit. */
export interface ScreenAnswer {
  /** How many fit. */
  count: number
  /** Traders of the screen with an unknown number among those that `where` compares. */
  unknown: number
  /** Rows of the first traders, best first. */
  rows: Int32Array
  /** The weighted score of each; null where nothing is weighed or a number is unknown. */
  scores: readonly (number | null)[]
}

/**
 * Answers a question from a screen's columns: linear in its traders, and it reads only columns that the question names, and volume.
 * @param changes the change of a column between two days by row, NaN where it is unknown at either
 * @param most how many rows are returned
 */
export async function answerScreen(
  table: NumberTable,
  { where, order, given }: ScreenQuestion,
  { changes, most }: { changes: (column: ScreenColumnId) => Promise<Float64Array>; most: number },
): Promise<ScreenAnswer> {
  const shown = shownRows(table)
  const fits = await fitting(table, where)
  let count = 0
  for (let row = 0; row < fits.length; row++) {
    const own = defined(fits[row]) & defined(shown[row])
    fits[row] = own
    count += own
  }
  const unknown = await countUnknown(table, where, shown)
  if (given !== null) return { count, unknown, ...inGivenOrder(table, fits, given, most) }
  const { keys, scores } = await orderKeys(order, fits, ({ column, isChange }) =>
    isChange ? changes(column) : table.column(column),
  )
  const rows = firstRows(fits, [...keys, await table.column('volume')], most)
  const scoreAt = (row: number) => {
    const score = scores === null ? Number.NEGATIVE_INFINITY : defined(scores[row])
    return score === Number.NEGATIVE_INFINITY ? null : score
  }
  return { count, unknown, rows, scores: Array.from(rows, scoreAt) }
}

/**
 * The keys of an order, the highest first and an unknown number the lowest: one for each of its terms, or their weighted score alone.
 * @param valuesOf the values of a term by row, NaN where unknown
 */
export async function orderKeys<Id extends string>(
  order: readonly OrderTerm<Id>[],
  fits: Uint8Array,
  valuesOf: (term: OrderTerm<Id>) => Promise<Float64Array>,
): Promise<{ keys: Float64Array[]; scores: Float64Array | null }> {
  const keys = await Promise.all(order.map(async (term) => keysOf(await valuesOf(term), term.isAscending)))
  if (order.every(({ weight }) => weight === null)) return { keys, scores: null }
  const weights = order.map(({ weight }) => weight ?? 0)
  const scores = weighted(keys, weights, fits)
  return { keys: [scores], scores }
}

/** 1 for each row that answers show, else 0. */
export function shownRows({ ids, hidden }: Pick<NumberTable, 'ids' | 'hidden'>): Uint8Array {
  const shown = new Uint8Array(ids.length).fill(1)
  if (hidden.size > 0)
    for (let row = 0; row < ids.length; row++) if (hidden.has(defined(ids[row]))) shown[row] = 0
  return shown
}

/** Columns of numbers of the same rows; NaN for an unknown number. */
export interface NumberColumns<Id extends string = ScreenColumnId> {
  readonly ids: ArrayLike<number>
  /** @param rows 1 for the rows whose numbers are read; the others' may be missing */
  column(id: Id, rows: Uint8Array): Promise<ArrayLike<number>>
}

interface NumberTable extends NumberColumns {
  /** Rows that are in no answer and no count. */
  readonly hidden: ReadonlySet<number>
  column(id: ScreenColumnId): Promise<Float64Array>
}

/** 1 for each row that fits, else 0. */
export async function fitting<Id extends string>(
  table: NumberColumns<Id>,
  condition: Condition<Id>,
): Promise<Uint8Array> {
  const fits = new Uint8Array(table.ids.length).fill(1)
  await narrow(table, condition, fits)
  return fits
}

/** Leaves out the rows that do not fit: a condition after others reads only the rows that they left in. */
async function narrow<Id extends string>(
  table: NumberColumns<Id>,
  condition: Condition<Id>,
  fits: Uint8Array,
): Promise<void> {
  const keep = (values: ArrayLike<number>, accepts: (value: number) => boolean) => {
    for (let row = 0; row < fits.length; row++)
      if (fits[row] === 1 && !accepts(defined(values[row]))) fits[row] = 0
  }
  switch (condition.kind) {
    case 'ALL':
      for (const one of condition.of) await narrow(table, one, fits)
      return
    case 'ANY': {
      const some = new Uint8Array(fits.length)
      for (const one of condition.of) {
        const own = fits.slice()
        await narrow(table, one, own)
        for (let row = 0; row < some.length; row++) some[row] = defined(some[row]) | defined(own[row])
      }
      return fits.set(some)
    }
    case 'NOT': {
      const without = fits.slice()
      await narrow(table, condition.of, without)
      for (let row = 0; row < fits.length; row++) fits[row] = defined(fits[row]) - defined(without[row])
      return
    }
    case 'AMONG':
      return keep(table.ids, (id) => condition.ids.has(id))
    case 'RANGE':
      return keepBetween(await table.column(condition.column, fits), condition, fits)
    case 'KNOWN': {
      const { isKnown } = condition
      return keep(await table.column(condition.column, fits), (value) => Number.isNaN(value) !== isKnown)
    }
    case 'ONE_OF': {
      const { values } = condition
      const column = await table.column(condition.column, fits)
      const [only = Number.NaN] = values
      if (values.size === 1) return keepBetween(column, { min: only, max: only }, fits)
      return keep(column, (value) => values.has(value))
    }
  }
}

/** Most conditions are a range or one label: they are read without a call for each row. */
function keepBetween(
  values: ArrayLike<number>,
  { min, max }: { min: number; max: number },
  fits: Uint8Array,
): void {
  for (let row = 0; row < fits.length; row++) {
    const value = defined(values[row])
    if (!(value >= min && value <= max)) fits[row] = 0
  }
}

/** The columns that a condition compares with values. */
function compared<Id extends string>(condition: Condition<Id>): Id[] {
  switch (condition.kind) {
    case 'ALL':
    case 'ANY':
      return condition.of.flatMap((one) => compared(one))
    case 'NOT':
      return compared(condition.of)
    case 'RANGE':
    case 'ONE_OF':
      return [condition.column]
    default:
      return []
  }
}

/** How many of the rows shown have an unknown number among those that a condition compares. */
export async function countUnknown<Id extends string>(
  table: NumberColumns<Id>,
  where: Condition<Id>,
  shown: Uint8Array,
): Promise<number> {
  const isUnknown = new Uint8Array(shown.length)
  for (const column of new Set(compared(where))) {
    const values = await table.column(column, shown)
    for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row])) isUnknown[row] = 1
  }
  let count = 0
  for (let row = 0; row < shown.length; row++) count += defined(isUnknown[row]) & defined(shown[row])
  return count
}

/** The values of an order, the best being the highest and an unknown one the lowest. */
function keysOf(values: Float64Array, isAscending: boolean): Float64Array {
  const sign = isAscending ? -1 : 1
  return values.map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : sign * value))
}

/**
 * The weighted mean of percentiles among those who fit: of each order the share of known values that are worse, equal ones half.
 * Lowest where a value is unknown.
 */
function weighted(keys: readonly Float64Array[], weights: readonly number[], fits: Uint8Array): Float64Array {
  const scores = new Float64Array(fits.length)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  for (const [i, values] of keys.entries()) {
    const known = new Float64Array(
      values.filter((value, row) => fits[row] === 1 && value !== Number.NEGATIVE_INFINITY),
    ).sort()
    for (let row = 0; row < scores.length; row++) {
      const value = defined(values[row])
      const share = (placeIn(known, value, false) + placeIn(known, value, true)) / (2 * known.length)
      const part = (defined(weights[i]) / sum) * share
      scores[row] = value === Number.NEGATIVE_INFINITY ? value : defined(scores[row]) + part
    }
  }
  return scores
}

/** How many ascending values are below one, or not above it. */
function placeIn(ascending: Float64Array, value: number, isWithEqual: boolean): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = defined(ascending[middle])
    if (other < value || (isWithEqual && other === value)) low = middle + 1
    else high = middle
  }
  return low
}

/** The first of the rows that fit by some keys, the highest first, one key after another; then in the table's order. */
export function firstRows(fits: Uint8Array, keys: readonly Float64Array[], most: number): Int32Array {
  const compare = (a: number, b: number) => {
    for (const key of keys) {
      const [one, other] = [defined(key[a]), defined(key[b])]
      if (one !== other) return one > other ? -1 : 1
    }
    return a - b
  }
  const first = defined(keys[0])
  let rows: number[] = []
  let worst = Number.NEGATIVE_INFINITY
  for (let row = 0; row < fits.length; row++) {
    if (fits[row] === 0 || defined(first[row]) < worst) continue
    rows.push(row)
    if (rows.length < 4 * most) continue
    rows = rows.sort(compare).slice(0, most)
    worst = defined(first[defined(rows.at(-1))])
  }
  return Int32Array.from(rows.sort(compare).slice(0, most))
}

function inGivenOrder(table: NumberTable, fits: Uint8Array, given: readonly number[], most: number) {
  const rowOf = new Map<number, number>()
  for (let row = 0; row < fits.length; row++) if (fits[row] === 1) rowOf.set(defined(table.ids[row]), row)
  const rows = given.flatMap((trader) => rowOf.get(trader) ?? []).slice(0, most)
  return { rows: Int32Array.from(rows), scores: rows.map(() => null) }
}
