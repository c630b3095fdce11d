import { defined } from '../../checks.ts'
import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { PositionBehaviour } from '../../metrics/behaviour/trade-habits.ts'
import { PRICE_BINS } from '../../metrics/skill/calibration.ts'
import { type NumberPacker, NumberReader, packNumbers, unpackNumbers } from '../engine/number-columns.ts'
import { type Camel, camel, type Table } from '../engine/table.ts'

const COLUMNS = {
  trader_id: 'int',
  token_id: 'int',
  day: 'int',
  shares: 'int',
  cost: 'int',
  official_amount: 'int',
  official_avg: 'int',
  realized: 'int',
  bought: 'int',
  buy_shares: 'int',
  split_cost: 'int',
  split_shares: 'int',
  sold: 'int',
  fees: 'int',
  volume: 'int',
  traded: 'int',
  fills: 'int',
  maker_fills: 'int',
  buys: 'int',
  untracked: 'int',
  official_realized: 'int',
  role_known: 'int',
  square_low: 'int',
  square_middle: 'int',
  square_high: 'int',
  buy_slippage: 'int',
  sell_slippage: 'int',
  moved_slippage: 'int',
} as const

/** A day's place: no two rows of one version share it. */
export const DAY_KEY = ['trader_id', 'token_id', 'day'] as const

/**
 * The fact grain: a position's closing state on a day with an event, and that day's flows. A row is written under the
 * generation `born` and ended by the generation `died`, null while it lives (generations.ts). Generation 0 is that of a store
 * whose versions were never pinned. `lists` holds the fills by hour, the BUYs' cost by price, and the seconds held of the
 * lots that closed ({@link DayLists}).
 */
export const POSITION_DAYS = {
  name: 'position_days',
  key: [...DAY_KEY, 'born'],
  parts: { by: 'trader_id', count: 8 },
  notNull: [...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]), 'lists'],
  partialIndexes: {
    position_days_by_born: '(born, token_id) WHERE born > 0',
    position_days_by_died: '(died, token_id) WHERE died IS NOT NULL',
  },
  clustered: true,
  columns: { ...COLUMNS, lists: 'blob', born: 'int', died: 'int' },
} as const satisfies Table

/** The table's name in reports. */
export const DAYS_NAME = POSITION_DAYS.name

export type DayColumn = keyof typeof COLUMNS
type KeyColumn = (typeof DAY_KEY)[number]

/** Columns that hold what there is at the close; all others but the key's are flows of the day. */
export const HELD_COLUMNS = [
  'shares',
  'cost',
  'official_amount',
  'official_avg',
] as const satisfies DayColumn[]
type HeldColumn = (typeof HELD_COLUMNS)[number]
type FlowColumn = Exclude<DayColumn, KeyColumn | HeldColumn>

/** Every column of numbers, in the table's order. */
export const DAY_COLUMNS = Object.keys(COLUMNS) as readonly DayColumn[]
const OTHERS: ReadonlySet<string> = new Set([...DAY_KEY, ...HELD_COLUMNS])
export const FLOW_COLUMNS = DAY_COLUMNS.filter(isFlow)

/** True for a column whose values add up over days. */
export function isFlow(column: DayColumn): column is FlowColumn {
  return !OTHERS.has(column)
}

type RecordName<Column extends string> = Column extends `${infer Id extends 'trader' | 'token'}_id`
  ? Id
  : Camel<Column>

/** A position's day, or sums of its days, with some of the columns. */
export type DayRecord<Column extends DayColumn> = {
  [name in Column | KeyColumn as RecordName<name>]: number
}

/** A position's day with every column. Amounts are in micro-units, days count from 1970-01-01. */
export type PositionDay = DayRecord<DayColumn>

/** The name that a column has in a {@link DayRecord}. */
export function recordName(column: string): string {
  return camel(column.replace(/^(trader|token)_id$/, '$1'))
}

export interface PositionId {
  trader: number
  token: number
}

/** Positions as columns of keys. */
export function positionColumns(positions: readonly PositionId[]) {
  return {
    token_id: positions.map(({ token }) => token),
    trader_id: positions.map(({ trader }) => trader),
  }
}

export interface DayColumns<Column extends DayColumn = DayColumn> {
  /** Columns may be longer. */
  readonly count: number
  readonly columns: Readonly<Record<Column | KeyColumn, Float64Array>>
}

/** Days with everything that the store keeps of them. */
export interface WholeDays extends DayColumns {
  /** By row, packed as {@link DayLists}. */
  readonly lists: readonly Uint8Array[]
}

/** A part of some days in their order; good until the next part. */
export interface DayPart<Column extends DayColumn = DayColumn> extends DayColumns<Column> {
  /** By row, packed; none where they were not asked for. */
  readonly lists: readonly Uint8Array[]
  /** The days as an object each. */
  records(): DayRecord<Column>[]
}

/** Columns for a SELECT's list, under the names that a {@link DayRecord} has. */
export function recordList(columns: readonly DayColumn[], prefix = ''): string {
  return columns.map((name) => `${prefix}${name} AS ${quotedName(name)}`).join(', ')
}

/** A column's name in a {@link DayRecord} as SQL. */
export function quotedName(column: DayColumn): string {
  return `"${recordName(column)}"`
}

/** Records as a part. Its columns are made when they are asked for. */
export function partOfRecords<Column extends DayColumn>(
  names: readonly Column[],
  records: DayRecord<Column>[],
  lists: readonly Uint8Array[] = [],
): DayPart<Column> {
  let made: DayColumns<Column>['columns'] | null = null
  return {
    count: records.length,
    lists,
    get columns() {
      made ??= columnsOf(names, records)
      return made
    },
    records: () => records,
  }
}

/** Columns as a part. */
export function partOfColumns<Column extends DayColumn>(
  count: number,
  columns: DayColumns<Column>['columns'],
  lists: readonly Uint8Array[] = [],
): DayPart<Column> {
  return { count, columns, lists, records: () => recordsOf({ count, columns }) }
}

function columnsOf<Column extends DayColumn>(
  names: readonly Column[],
  records: readonly Readonly<Record<string, number>>[],
): DayColumns<Column>['columns'] {
  const columns: Record<string, Float64Array> = {}
  for (const name of withKey(names)) {
    const [column, key] = [new Float64Array(records.length), recordName(name)]
    for (let row = 0; row < records.length; row++) column[row] = records[row]?.[key] ?? 0
    columns[name] = column
  }
  return columns as DayColumns<Column>['columns']
}

/** Days in columns as an object each. */
export function recordsOf<Column extends DayColumn>({
  count,
  columns,
}: DayColumns<Column>): DayRecord<Column>[] {
  const list = Object.entries<Float64Array>(columns)
  const names = list.map(([name]) => recordName(name))
  const values = list.map(([, column]) => column)
  // Copies of one object of the same shape: to add its fields one by one takes three times as long.
  const shape: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0.5]))
  const records: Record<string, number>[] = new Array(count)
  for (let row = 0; row < count; row++) {
    const record = { ...shape }
    for (let i = 0; i < names.length; i++) record[names[i] ?? ''] = values[i]?.[row] ?? 0
    records[row] = record
  }
  return records as DayRecord<Column>[]
}

/** Some columns and those of the key, each once. */
export function withKey<Column extends DayColumn>(columns: readonly Column[]): (Column | KeyColumn)[] {
  return [...new Set([...DAY_KEY, ...columns])]
}

/** The lists that a day holds besides its sums. */
export interface DayLists {
  /** Fills by UTC hour, 24 counts. */
  hours: number[]
  /** Cost of BUYs, a fee in dollars included, by `priceBin` of the fill's price: 10 sums. */
  entryCost: MicroUsd[]
  /** For how long each lot was held that closed on the day, in no order that means anything. */
  heldSeconds: Seconds[]
}

/** The lists of a day without a fill and without a lot that closed. */
export const NO_LISTS = Buffer.alloc(0)

/** Lists of a day on which nothing has happened yet. */
export function emptyDayLists(): DayLists {
  return {
    hours: new Array<number>(24).fill(0),
    entryCost: new Array<MicroUsd>(PRICE_BINS).fill(0),
    heldSeconds: [],
  }
}

/**
 * A position's lists of a day as the store keeps them: how many hours have fills, each with its count, in their order; the same
 * of the costs by price; then the seconds held. Equal lists are equal bytes.
 */
export function packLists(
  { hours, entryCost, heldSeconds }: Pick<PositionBehaviour, 'hours' | 'entryCost' | 'heldSeconds'>,
  packer: NumberPacker,
): Uint8Array {
  if (hours.length + entryCost.length + heldSeconds.length === 0) return NO_LISTS
  addPairs(hours, packer.add)
  addPairs(entryCost, packer.add)
  for (let i = 0; i < heldSeconds.length; i++) packer.add(defined(heldSeconds[i]))
  return packer.take()
}

/** The lists of a position's day as one; `later` was counted after `earlier`. */
export function uniteLists(earlier: Uint8Array, later: Uint8Array): Uint8Array {
  if (earlier.length === 0) return later
  if (later.length === 0) return earlier
  const lists = emptyDayLists()
  addDayLists(lists, unpackNumbers(earlier))
  addDayLists(lists, unpackNumbers(later))
  return packNumbers(numbersOfLists(lists))
}

/** Lists as the numbers that the store packs. */
export function numbersOfLists(lists: DayLists): number[] {
  const numbers: number[] = []
  tellLists(lists, (number) => numbers.push(number))
  return numbers
}

/** Adds a day's lists, as {@link numbersOfLists}, to those of other days, in place. */
export function addDayLists(lists: DayLists, numbers: readonly number[]): void {
  for (let i = addSpreads(lists, numbers); i < numbers.length; i++)
    lists.heldSeconds.push(defined(numbers[i]))
}

/** Adds a day's fills by hour and costs by price, in place. @returns where its seconds held begin among the numbers */
export function addSpreads(
  { hours, entryCost }: Omit<DayLists, 'heldSeconds'>,
  numbers: readonly number[],
): number {
  return numbers.length === 0 ? 0 : addSpread(numbers, addSpread(numbers, 0, hours), entryCost)
}

/** Where the seconds held begin among a day's numbers. */
export function heldFrom(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0
  const afterHours = 1 + 2 * defined(numbers[0])
  return afterHours + 1 + 2 * defined(numbers[afterHours])
}

/** Adds the fills by hour of a position's packed lists, in place. They come first: nothing else is unpacked. */
export function addHours(hours: number[], packed: Uint8Array): void {
  if (packed.length === 0) return
  const reader = new NumberReader(packed)
  for (let pairs = reader.next(); pairs > 0; pairs--) {
    const hour = reader.next()
    hours[hour] = defined(hours[hour]) + reader.next()
  }
}

function tellLists({ hours, entryCost, heldSeconds }: DayLists, add: (number: number) => void): void {
  addSparse(hours, add)
  addSparse(entryCost, add)
  for (let i = 0; i < heldSeconds.length; i++) add(defined(heldSeconds[i]))
}

/** Adds how many pairs of place and value there are, then these by place. */
function addPairs(pairs: readonly number[], add: (number: number) => void): void {
  const count = pairs.length / 2
  add(count)
  if (count === 1) {
    add(defined(pairs[0]))
    add(defined(pairs[1]))
    return
  }
  const order = Array.from({ length: count }, (_, i) => 2 * i)
  order.sort((a, b) => defined(pairs[a]) - defined(pairs[b]))
  for (const i of order) {
    add(defined(pairs[i]))
    add(defined(pairs[i + 1]))
  }
}

/** The same of values by place, without those that are 0. */
function addSparse(values: readonly number[], add: (number: number) => void): void {
  addPairs(
    values.flatMap((value, place) => (value === 0 ? [] : [place, value])),
    add,
  )
}

/** Adds the pairs at `at` to `values`; returns where they end. */
function addSpread(packed: readonly number[], at: number, values: number[]): number {
  const end = at + 1 + 2 * defined(packed[at])
  for (let i = at + 1; i < end; i += 2) {
    const place = defined(packed[i])
    values[place] = defined(values[place]) + defined(packed[i + 1])
  }
  return end
}
