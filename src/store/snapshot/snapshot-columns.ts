import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { winRate } from '../../metrics/profit/results.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import type { Table } from '../engine/table.ts'
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
  indexes: [['columns_id', 'parts']],
  columns: {
    snapshot_id: 'int',
    first_day: 'int',
    category: 'int',
    day_before: 'int',
    columns_id: 'int',
    parts: 'int',
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
  indexes: [['columns_id', 'parts']],
  columns: { snapshot_id: 'int', board: 'text', day_before: 'int', columns_id: 'int', parts: 'int' },
} as const satisfies Table

/**
 * The numbers of the traders that boards of a period show, at a snapshot's cutoff, beside those that order them; packed
 * likewise.
 */
export const SHOWN_NUMBERS = {
  name: 'shown_numbers',
  key: ['snapshot_id', 'first_day'],
  notNull: 'all',
  indexes: [['columns_id', 'parts']],
  columns: { snapshot_id: 'int', first_day: 'int', columns_id: 'int', parts: 'int' },
} as const satisfies Table

/**
 * The numbers of a screen: traders with a trade within some days up to a snapshot's, of one category, one tag or all (0), a column for each
 * number (screen-table.ts). They are computed for who asks first, for screens of few snapshots are asked for.
 */
export const SCREENS = {
  name: 'screens',
  key: ['snapshot_id', 'first_day', 'category', 'number'],
  notNull: 'all',
  indexes: [['columns_id', 'parts']],
  columns: {
    snapshot_id: 'int',
    first_day: 'int',
    category: 'int',
    number: 'text',
    columns_id: 'int',
    parts: 'int',
  },
} as const satisfies Table

/**
 * The bytes of packed columns, part after part, each with rows that take the place of those of the parts before it or are added to them.
 * They are written, under random ids, before the snapshot that names the first `parts` of them: the next snapshot adds a part of the
 * rows that have changed. Parts without a snapshot are never read, and the next publication drops them.
 */
export const COLUMN_PARTS = {
  name: 'column_parts',
  key: ['columns_id', 'part'],
  notNull: 'all',
  columns: { columns_id: 'int', part: 'int', bytes: 'blob' },
} as const satisfies Table

/** Scores of traders as bytes: doubles, NaN for a trader without one, then 32-bit ids. */
export function packScores(byTrader: ReadonlyMap<number, number>, traders: readonly number[]): Buffer {
  return Buffer.concat([
    bytesOf(Float64Array.from(traders, (trader) => byTrader.get(trader) ?? Number.NaN)),
    bytesOf(Int32Array.from(traders)),
  ])
}

/** The scores by trader id that parts of {@link packScores} leave. */
export function unpackScores(parts: readonly Uint8Array[]): Map<number, number> {
  const byTrader = new Map<number, number>()
  for (const bytes of parts) {
    const count = bytes.length / BYTES_A_SCORE
    // Copied: a driver's buffer need not be aligned.
    const { buffer } = new Uint8Array(bytes)
    const scores = new Float64Array(buffer, 0, count)
    for (const [i, trader] of new Int32Array(buffer, scores.byteLength, count).entries()) {
      if (Number.isNaN(scores[i])) byTrader.delete(trader)
      else byTrader.set(trader, defined(scores[i]))
    }
  }
  return byTrader
}

export const BYTES_A_SCORE = 12

const NUMBERS = [
  'realized',
  'markets',
  'wins',
  'losses',
  'botProbability',
  'sharpeRatio',
  'sortinoRatio',
  'profitFactor',
  'maxDrawdown',
  'maxDrawdownPct',
] as const satisfies (keyof ShownNumbers)[]

/**
 * Rows of traders as bytes: a column of doubles for each number, NaN for null, then the 32-bit ids. A trader without a row has no number at
 * all.
 */
export function packShownNumbers(
  rows: ReadonlyMap<number, ShownNumbers>,
  traders: readonly number[],
): Buffer {
  const own = traders.map((trader) => rows.get(trader))
  const columns = NUMBERS.map((name) => bytesOf(Float64Array.from(own, (row) => row?.[name] ?? Number.NaN)))
  return Buffer.concat([...columns, bytesOf(Int32Array.from(traders))])
}

/** The rows by trader id that parts of {@link packShownNumbers} leave. */
export function unpackShownNumbers(parts: readonly Uint8Array[]): Map<number, ShownNumbers> {
  const numbers = new Map<number, ShownNumbers>()
  for (const bytes of parts) addShownNumbers(numbers, bytes)
  return numbers
}

function addShownNumbers(numbers: Map<number, ShownNumbers>, bytes: Uint8Array): void {
  const count = bytes.length / BYTES_A_SHOWN_ROW
  // Copied: a driver's buffer need not be aligned.
  const { buffer } = new Uint8Array(bytes)
  const columns = NUMBERS.map((_, i) => new Float64Array(buffer, 8 * count * i, count))
  const traders = new Int32Array(buffer, 8 * count * NUMBERS.length, count)
  const at = (column: number, row: number) => defined(defined(columns[column])[row])
  const orNull = (column: number, row: number) => (Number.isNaN(at(column, row)) ? null : at(column, row))
  for (const [row, trader] of traders.entries()) {
    numbers.delete(trader)
    if (Number.isNaN(at(0, row))) continue
    const [wins, losses] = [at(2, row), at(3, row)]
    numbers.set(trader, {
      realized: at(0, row),
      markets: at(1, row),
      wins,
      losses,
      winRate: winRate({ wins, losses }),
      botProbability: orNull(4, row),
      sharpeRatio: orNull(5, row),
      sortinoRatio: orNull(6, row),
      profitFactor: orNull(7, row),
      maxDrawdown: orNull(8, row),
      maxDrawdownPct: orNull(9, row),
    })
  }
}

export const BYTES_A_SHOWN_ROW = 8 * NUMBERS.length + 4

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
    .whereColumn('p.part', '<', 'n.parts')
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
    .whereColumn('p.part', '<', 'n.parts')
    .select('p.bytes')
    .where('n.snapshot_id', given.id)
    .where('n.day_before', given.dayBefore)
    .where('n.board', given.board)
    .orderBy('p.part'),
)

const SHOWN_PARTS = statement((from, given: Kept & { firstDay: Day }) =>
  from(as(SHOWN_NUMBERS, 'n'))
    .join(as(COLUMN_PARTS, 'p'), 'p.columns_id', 'n.columns_id')
    .whereColumn('p.part', '<', 'n.parts')
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
  return parts.length === 0 ? null : unpackStandings(bytesIn(parts))
}

/** The scores of a board by trader id, unless standings order it; null if the snapshot has no such scores. */
export async function readScores(
  sql: Sql,
  { id }: Kept,
  board: string,
  dayBefore: boolean,
): Promise<Map<number, number> | null> {
  const parts = await SCORES_PARTS.all(sql, { id, dayBefore: Number(dayBefore), board })
  return parts.length === 0 ? null : unpackScores(bytesIn(parts))
}

/** The numbers that boards of a period show beside those that order them, by trader id; null for days that are no period. */
export async function readShownNumbers(
  sql: Sql,
  { id }: Kept,
  firstDay: Day,
): Promise<Map<number, ShownNumbers> | null> {
  const parts = await SHOWN_PARTS.all(sql, { id, firstDay })
  return parts.length === 0 ? null : unpackShownNumbers(bytesIn(parts))
}

const SCREEN_PARTS = statement((from, given: Kept & StandingsOf & { number: string }) =>
  from(as(SCREENS, 'n'))
    .join(as(COLUMN_PARTS, 'p'), 'p.columns_id', 'n.columns_id')
    .whereColumn('p.part', '<', 'n.parts')
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
  const parts = await SCREEN_PARTS.all(sql, { id, firstDay, category, number })
  return parts.length === 0 ? null : Buffer.concat(bytesIn(parts))
}

function bytesIn(parts: readonly Part[]): Uint8Array[] {
  return parts.map(({ bytes }) => bytes)
}
