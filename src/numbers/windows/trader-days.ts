import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { valuesAt } from '../../store/engine/number-columns.ts'
import { type DayColumn, type DayColumns, type DayPart, withKey } from '../../store/ledger/position-day.ts'

/** The columns of a position's day that standings use, in the order in which they are streamed. */
export const WINDOW_COLUMNS = [
  'shares',
  'cost',
  'realized',
  'bought',
  'volume',
  'fills',
] as const satisfies DayColumn[]

/** The columns that units use besides. */
export const BET_COLUMNS = [
  ...WINDOW_COLUMNS,
  'buy_shares',
  'split_cost',
  'split_shares',
  'sold',
  'traded',
  'untracked',
] as const satisfies DayColumn[]

/** The columns that scores use besides, with the lists. */
export const SCORE_COLUMNS = [
  ...BET_COLUMNS,
  'maker_fills',
  'role_known',
  'buys',
  'buy_slippage',
  'sell_slippage',
  'moved_slippage',
  'square_low',
  'square_middle',
  'square_high',
] as const satisfies DayColumn[]

export const PROFILE_COLUMNS = [
  ...BET_COLUMNS,
  'official_amount',
  'official_avg',
  'official_realized',
  'fees',
  'buys',
] as const satisfies DayColumn[]

export type WindowColumn = (typeof WINDOW_COLUMNS)[number]
type BetColumn = (typeof BET_COLUMNS)[number]
export type ScoreColumn = (typeof SCORE_COLUMNS)[number]
type ProfileColumn = (typeof PROFILE_COLUMNS)[number]
type Named<Column extends DayColumn> = DayColumns<Column>['columns']
type Column = Named<'day'>['day']

/** Days of positions as a stream of them has them. */
export type DaysRead<Column extends DayColumn = BetColumn> = Pick<
  DayPart<Column>,
  'count' | 'columns' | 'lists'
>

/** One trader's days of positions as columns, in the order of token and day: a position's days follow one another. */
export interface TraderDays<Column extends DayColumn = BetColumn> {
  trader: number
  count: number
  /** They may be longer. */
  columns: Named<Column>
  /** By row, packed (day-lists.ts); none where they were not read. */
  lists: readonly Uint8Array[]
}

/** A trader's days with every column that scores are computed from, and with lists. */
export type ScoredDays = TraderDays<ScoreColumn>

/** A trader's days with every column that the numbers of a profile are computed from. */
export type ProfileDays = TraderDays<ProfileColumn>

/**
 * Passes each trader's days to `use` as soon as they are complete. They are valid until it returns, because the columns are used
 * again for the next trader.
 */
export async function eachTrader<Column extends DayColumn>(
  names: readonly Column[],
  parts: AsyncIterable<DaysRead<Column>>,
  use: (days: TraderDays<Column>) => void | Promise<void>,
): Promise<void> {
  const all = withKey(names)
  let size = 1024
  const lists: Uint8Array[] = []
  const days: TraderDays<Column> = { trader: -1, count: 0, columns: emptyColumns(names, size), lists }
  const add = ({ columns, lists: own }: DaysRead<Column>, from: number, to: number) => {
    if (days.count + to - from > size) {
      while (days.count + to - from > size) size *= 2
      const before = days.columns
      days.columns = emptyColumns(names, size)
      for (const name of all) days.columns[name].set(before[name])
    }
    for (const name of all) copyRows(columns[name], from, to, days.columns[name], days.count)
    if (own.length > 0) for (let row = from; row < to; row++) lists.push(defined(own[row]))
    days.count += to - from
  }
  const finish = (): void | Promise<void> => (days.count > 0 ? use(days) : undefined)
  for await (const part of parts) {
    const { count } = part
    const traders = part.columns.trader_id
    for (let from = 0; from < count; ) {
      const trader = defined(traders[from])
      let to = from + 1
      while (to < count && traders[to] === trader) to++
      if (trader !== days.trader) {
        // Most traders have few rows, and need no turn of their own.
        const used = finish()
        if (used !== undefined) await used
        days.trader = trader
        days.count = 0
        lists.length = 0
      }
      add(part, from, to)
      from = to
    }
  }
  await finish()
}

/** Most traders have a few rows: a view of each column would cost more than a loop over them, and leave garbage. */
const FEW_ROWS = 32

function copyRows(from: Column, first: number, end: number, into: Column, at: number): void {
  if (end - first > FEW_ROWS) into.set(from.subarray(first, end), at)
  else for (let row = first; row < end; row++) into[at + row - first] = defined(from[row])
}

/** Calls back with each position's first row and the row after its last, of days up to one. */
export function eachPosition(
  { count, columns }: Pick<TraderDays<never>, 'count' | 'columns'>,
  use: (first: number, end: number) => void,
  upTo: Day = Number.POSITIVE_INFINITY,
): void {
  const { token_id: token, day } = columns
  for (let first = 0, next = 0; first < count; first = next) {
    next = first + 1
    while (next < count && token[next] === token[first]) next++
    let end = next
    while (end > first && defined(day[end - 1]) > upTo) end--
    if (end > first) use(first, end)
  }
}

/** Days of positions, of one trader or of several, whose records are read together. Every read of sealed days has a cost of its own. */
export const DAYS_AT_ONCE = 50_000

/** The numbers of a trader's rows in the order of their days; those of one day by token. */
export function rowsByDay({ count, columns }: Pick<TraderDays<never>, 'count' | 'columns'>): Uint32Array {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < count; row++) {
    first = Math.min(first, defined(columns.day[row]))
    last = Math.max(last, defined(columns.day[row]))
  }
  // Each day's rows are counted: a trader's days are few, so no sort is needed.
  const places = new Uint32Array(count === 0 ? 0 : last - first + 2)
  for (let row = 0; row < count; row++) {
    const after = defined(columns.day[row]) - first + 1
    places[after] = defined(places[after]) + 1
  }
  for (let day = 1; day < places.length; day++) places[day] = defined(places[day]) + defined(places[day - 1])
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) {
    const day = defined(columns.day[row]) - first
    const place = defined(places[day])
    rows[place] = row
    places[day] = place + 1
  }
  return rows
}

/** A copy of some of a trader's days, which stays valid. @param counts says of each row whether it is copied */
export function copyDays<Column extends DayColumn>(
  names: readonly Column[],
  { trader, count, columns, lists }: TraderDays<Column>,
  counts: (row: number) => boolean = () => true,
): TraderDays<Column> {
  const rows = new Int32Array(count)
  let copied = 0
  for (let row = 0; row < count; row++) if (counts(row)) rows[copied++] = row
  const isAll = copied === count
  const own = withKey(names).map((name): [string, Float64Array] => {
    const from = columns[name]
    return [name, isAll ? from.slice(0, count) : valuesAt(from, rows.subarray(0, copied))]
  })
  const listed = lists.length === 0 || isAll ? lists.slice() : lists.filter((_, row) => counts(row))
  return { trader, count: copied, columns: Object.fromEntries(own) as Named<Column>, lists: listed }
}

/** The columns of no days. */
export function emptyColumns<Column extends DayColumn>(
  names: readonly Column[],
  size: number,
): Named<Column> {
  return Object.fromEntries(withKey(names).map((name) => [name, new Float64Array(size)])) as Named<Column>
}
