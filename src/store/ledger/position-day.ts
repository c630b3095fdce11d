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
 * lots that closed (day-lists.ts).
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
  /** By row, packed: see day-lists.ts. */
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
