import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import type { Table } from '../engine/table-types.ts'
import type { ShownNumbers, Snapshot } from './snapshot-reader.ts'
import { bytesOf, type Standings, unpackStandings } from './standings.ts'

/**
 * The columns of boards: traders with a trade within some days up to a snapshot's, in one category or all (0), at its
 * cutoff (`day_before` 0) and at the close of the day before (1). `first_day` is the first of the days, −1 for all
 * time. The numbers are packed (standings.ts) in {@link COLUMN_PARTS}. The columns of the day before hardly change
 * within a day, so head snapshots of one day may share them.
 */
export const STANDINGS = {
  name: 'standings',
  key: ['snapshot_id', 'first_day', 'category', 'day_before'],
  notNull: 'all',
  columns: {
    snapshot_id: 'int',
    first_day: 'int',
    category: 'int',
    day_before: 'int',
    columns_id: 'int',
  },
} as const satisfies Table

/** For all time. */
export const EVER = -1

/**
 * The scores of a board's traders that no standings hold, at a snapshot's cutoff and the day before; packed likewise.
 */
export const BOARD_SCORES = {
  name: 'board_scores',
  key: ['snapshot_id', 'board', 'day_before'],
  notNull: 'all',
  columns: { snapshot_id: 'int', board: 'text', day_before: 'int', columns_id: 'int' },
} as const satisfies Table

/**
 * The numbers of the traders that boards of a period show, at a snapshot's cutoff, beside those that order them; packed
 * likewise.
 */
export const SHOWN_NUMBERS = {
  name: 'shown_numbers',
  key: ['snapshot_id', 'first_day'],
  notNull: 'all',
  columns: { snapshot_id: 'int', first_day: 'int', columns_id: 'int' },
} as const satisfies Table

/**
 * The numbers of a screen: traders with a trade within some days up to a snapshot's, of one category, one tag or all (0), a column for each
 * number (screen-table.ts). They are computed for who asks first, for screens of few snapshots are asked for.
 */
export const SCREENS = {
  name: 'screens',
  key: ['snapshot_id', 'first_day', 'category', 'number'],
  notNull: 'all',
  columns: { snapshot_id: 'int', first_day: 'int', category: 'int', number: 'text', columns_id: 'int' },
} as const satisfies Table

/**
 * The bytes of packed columns, part after part. They are written, under random ids, before the snapshot that names
 * them; parts without a snapshot are never read, and the next publication drops them.
 */
export const COLUMN_PARTS = {
  name: 'column_parts',
  key: ['columns_id', 'part'],
  notNull: 'all',
  columns: { columns_id: 'int', part: 'int', bytes: 'blob' },
} as const satisfies Table

/** Scores by trader id as bytes, in the order of ids: doubles, then 32-bit ids. */
export function packScores(byTrader: ReadonlyMap<number, number>): Buffer {
  const rows = [...byTrader].sort(([a], [b]) => a - b)
  return Buffer.concat([
    bytesOf(Float64Array.from(rows, ([, score]) => score)),
    bytesOf(Int32Array.from(rows, ([trader]) => trader)),
  ])
}

/** Reverses {@link packScores}. */
export function unpackScores(bytes: Uint8Array): Map<number, number> {
  const count = bytes.length / BYTES_A_SCORE
  // Copied: a driver's buffer need not be aligned.
  const { buffer } = new Uint8Array(bytes)
  const scores = new Float64Array(buffer, 0, count)
  const traders = new Int32Array(buffer, scores.byteLength, count)
  return new Map(Array.from(traders, (trader, i) => [trader, defined(scores[i])]))
}

const BYTES_A_SCORE = 12

const NUMBERS = [
  'realized',
  'markets',
  'winRate',
  'botProbability',
  'sharpeRatio',
  'sortinoRatio',
  'profitFactor',
  'maxDrawdown',
  'maxDrawdownPct',
] as const satisfies (keyof ShownNumbers)[]

export interface ShownRow extends ShownNumbers {
  trader: number
}

/** Rows as bytes: a column of doubles for each number, NaN for null, then the 32-bit ids. */
export function packShownNumbers(rows: readonly ShownRow[]): Buffer {
  const columns = NUMBERS.map((name) => bytesOf(Float64Array.from(rows, (row) => row[name] ?? Number.NaN)))
  return Buffer.concat([...columns, bytesOf(Int32Array.from(rows, ({ trader }) => trader))])
}

/** Reverses {@link packShownNumbers}. */
export function unpackShownNumbers(bytes: Uint8Array): Map<number, ShownNumbers> {
  const count = bytes.length / BYTES_A_SHOWN_ROW
  // Copied: a driver's buffer need not be aligned.
  const { buffer } = new Uint8Array(bytes)
  const columns = NUMBERS.map((_, i) => new Float64Array(buffer, 8 * count * i, count))
  const traders = new Int32Array(buffer, 8 * count * NUMBERS.length, count)
  const at = (column: number, row: number) => defined(defined(columns[column])[row])
  const orNull = (column: number, row: number) => (Number.isNaN(at(column, row)) ? null : at(column, row))
  const numbers = new Map<number, ShownNumbers>()
  for (const [row, trader] of traders.entries())
    numbers.set(trader, {
      realized: at(0, row),
      markets: at(1, row),
      winRate: orNull(2, row),
      botProbability: orNull(3, row),
      sharpeRatio: orNull(4, row),
      sortinoRatio: orNull(5, row),
      profitFactor: orNull(6, row),
      maxDrawdown: orNull(7, row),
      maxDrawdownPct: orNull(8, row),
    })
  return numbers
}

const BYTES_A_SHOWN_ROW = 8 * NUMBERS.length + 4

/** The days and the category of standings. */
export interface StandingsOf {
  /** −1 for all time. */
  firstDay: Day
  /** The label of a category or, of screens, of a tag; 0 for all markets. */
  category: number
}

type Kept = Pick<Snapshot, 'id'>

interface Part {
  bytes: Uint8Array
}
interface Moment extends Kept {
  dayBefore: number
}
// By the keys of the tables.
const STANDINGS_PARTS = statement((from, given: Moment & StandingsOf) =>
  from(as(STANDINGS, 'n'))
    .join(as(COLUMN_PARTS, 'p'), 'p.columns_id', 'n.columns_id')
    .select('p.bytes')
    .where('n.snapshot_id', given.id)
    .where('n.day_before', given.dayBefore)
    .where('n.first_day', given.firstDay)
    .where('n.category', given.category)
    .orderBy('p.part'),
)
const SCORES_PARTS = statement((from, given: Moment & { board: string }) =>
  from(as(BOARD_SCORES, 'n'))
    .join(as(COLUMN_PARTS, 'p'), 'p.columns_id', 'n.columns_id')
    .select('p.bytes')
    .where('n.snapshot_id', given.id)
    .where('n.day_before', given.dayBefore)
    .where('n.board', given.board)
    .orderBy('p.part'),
)

const SHOWN_PARTS = statement((from, given: Kept & { firstDay: Day }) =>
  from(as(SHOWN_NUMBERS, 'n'))
    .join(as(COLUMN_PARTS, 'p'), 'p.columns_id', 'n.columns_id')
    .select('p.bytes')
    .where('n.snapshot_id', given.id)
    .where('n.first_day', given.firstDay)
    .orderBy('p.part'),
)

/** Standings at a snapshot's cutoff, or at the close of the day before; null where they are not in the store. */
export async function readStandings(
  sql: Sql,
  { id }: Kept,
  { firstDay, category }: StandingsOf,
  dayBefore: boolean,
): Promise<Standings | null> {
  const parts = await STANDINGS_PARTS.all(sql, { id, dayBefore: Number(dayBefore), firstDay, category })
  const bytes = joined(parts)
  return bytes && unpackStandings(bytes)
}

/** The scores of a board by trader id, unless standings order it; null if the snapshot has no such scores. */
export async function readScores(
  sql: Sql,
  { id }: Kept,
  board: string,
  dayBefore: boolean,
): Promise<Map<number, number> | null> {
  const bytes = joined(await SCORES_PARTS.all(sql, { id, dayBefore: Number(dayBefore), board }))
  return bytes && unpackScores(bytes)
}

/** The numbers that boards of a period show beside those that order them, by trader id; null for days that are no period. */
export async function readShownNumbers(
  sql: Sql,
  { id }: Kept,
  firstDay: Day,
): Promise<Map<number, ShownNumbers> | null> {
  const bytes = joined(await SHOWN_PARTS.all(sql, { id, firstDay }))
  return bytes && unpackShownNumbers(bytes)
}

const SCREEN_PARTS = statement((from, given: Kept & StandingsOf & { number: string }) =>
  from(as(SCREENS, 'n'))
    .join(as(COLUMN_PARTS, 'p'), 'p.columns_id', 'n.columns_id')
    .select('p.bytes')
    .where('n.snapshot_id', given.id)
    .where('n.first_day', given.firstDay)
    .where('n.category', given.category)
    .where('n.number', given.number)
    .orderBy('p.part'),
)

/** The bytes of a screen's column (screen-table.ts); null where the screen is not in the store. */
export async function readScreenColumn(
  sql: Sql,
  { id }: Kept,
  { firstDay, category }: StandingsOf,
  number: string,
): Promise<Uint8Array | null> {
  return joined(await SCREEN_PARTS.all(sql, { id, firstDay, category, number }))
}

function joined(parts: readonly Part[]): Uint8Array | null {
  const [first, ...more] = parts.map(({ bytes }) => bytes)
  if (first === undefined) return null
  return more.length === 0 ? first : Buffer.concat([first, ...more])
}
