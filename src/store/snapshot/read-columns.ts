import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { unpackScores } from './board-scores.ts'
import { unpackShownNumbers } from './shown-numbers.ts'
import { BOARD_SCORES, COLUMN_PARTS, SCREENS, SHOWN_NUMBERS, STANDINGS } from './snapshot-columns.ts'
import type { ShownNumbers, Snapshot } from './snapshot-reader.ts'
import { type Standings, unpackStandings } from './standings.ts'

/** The days and the category of standings. */
export interface StandingsOf {
  /** −1 for all time. */
  firstDay: Day
  /** A category's label; 0 for all markets. */
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
