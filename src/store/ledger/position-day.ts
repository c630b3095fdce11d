import type { Camel, Table } from '../engine/table-types.ts'
import { camel } from '../engine/table-types.ts'

/** The fact grain: a position's closing state on a day with an event, and that day's flows. */
export const POSITION_DAYS = {
  name: 'position_days',
  key: ['trader_id', 'token_id', 'day'],
  parts: { by: 'trader_id', count: 8 },
  notNull: 'all',
  clustered: true,
  columns: {
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
  },
} as const satisfies Table

/** What reports call the table. */
export const DAYS_NAME = POSITION_DAYS.name

/** A column of a position's day. */
export type DayColumn = keyof typeof POSITION_DAYS.columns
type KeyColumn = (typeof POSITION_DAYS.key)[number]

/** Columns that hold what there is at the close; all others but the key's are flows of the day. */
export const HELD_COLUMNS = [
  'shares',
  'cost',
  'official_amount',
  'official_avg',
] as const satisfies DayColumn[]
export type HeldColumn = (typeof HELD_COLUMNS)[number]
export type FlowColumn = Exclude<DayColumn, KeyColumn | HeldColumn>

/** Every column, in the table's order. */
export const DAY_COLUMNS = Object.keys(POSITION_DAYS.columns) as readonly DayColumn[]
const OTHERS: ReadonlySet<string> = new Set([...POSITION_DAYS.key, ...HELD_COLUMNS])
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

/** A position by its ids. */
export interface PositionId {
  trader: number
  token: number
}

/** Days as columns of numbers. */
export interface DayColumns<Column extends DayColumn = DayColumn> {
  /** Columns may be longer. */
  readonly count: number
  readonly columns: Readonly<Record<Column | KeyColumn, Float64Array>>
}

/** Rows with the columns' own names as columns. */
export function columnsOfRows<Column extends DayColumn>(
  names: readonly Column[],
  rows: readonly Readonly<Record<string, number>>[],
): DayColumns<Column> {
  const columns: Record<string, Float64Array> = {}
  for (const name of withKey(names)) {
    const column = new Float64Array(rows.length)
    for (let row = 0; row < rows.length; row++) column[row] = rows[row]?.[name] ?? 0
    columns[name] = column
  }
  return { count: rows.length, columns: columns as DayColumns<Column>['columns'] }
}

/** The days as an object each. */
export function recordsOf<Column extends DayColumn>({
  count,
  columns,
}: DayColumns<Column>): DayRecord<Column>[] {
  return objectsOf(count, columns, recordName) as DayRecord<Column>[]
}

/** The days as rows with the columns' own names. */
export function rowsOfColumns({ count, columns }: DayColumns<never>): Record<string, number>[] {
  return objectsOf(count, columns, (name) => name)
}

function objectsOf(
  count: number,
  columns: Readonly<Record<string, Float64Array>>,
  nameOf: (column: string) => string,
): Record<string, number>[] {
  const list = Object.entries(columns).map(([name, values]) => ({ name: nameOf(name), values }))
  const objects: Record<string, number>[] = []
  for (let row = 0; row < count; row++) {
    const one: Record<string, number> = {}
    for (const { name, values } of list) one[name] = values[row] ?? 0
    objects.push(one)
  }
  return objects
}

/** Some columns and those of the key, each once. */
export function withKey<Column extends DayColumn>(columns: readonly Column[]): (Column | KeyColumn)[] {
  return [...new Set([...POSITION_DAYS.key, ...columns])]
}
