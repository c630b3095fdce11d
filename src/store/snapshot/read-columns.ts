import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import type { Snapshot } from '../snapshot-reader.ts'
import { type Standings, unpackStandings } from './standings.ts'

/** The days and the category that standings are of. */
export interface StandingsOf {
  /** −1 for all time. */
  firstDay: Day
  /** A category's label; 0 for all markets. */
  category: number
}

type Kept = Pick<Snapshot, 'id'>

/** Standings at a snapshot's cutoff, or at the close of the day before; null where they are not in the store. */
export async function readStandings(
  sql: Sql,
  { id }: Kept,
  { firstDay, category }: StandingsOf,
  dayBefore: boolean,
): Promise<Standings | null> {
  const row = await sql.get<{ bytes: Uint8Array }>(
    `SELECT bytes FROM standings WHERE ${isOf(id, dayBefore)} AND first_day = ? AND category = ? AND day_before = ? ` +
      'ORDER BY snapshot_id DESC LIMIT 1',
    [id, firstDay, category, dayBefore ? 1 : 0],
  )
  return row ? unpackStandings(row.bytes) : null
}

/** SQL that takes a snapshot's id: a head snapshot may tell of the day before what an earlier one holds. */
function isOf(id: number, dayBefore: boolean): string {
  return dayBefore && id > 0 ? 'snapshot_id > 0 AND snapshot_id <= ?' : 'snapshot_id = ?'
}

/** What orders a board by trader id, where standings do not; null where the snapshot has no such scores. */
export async function readScores(
  sql: Sql,
  { id }: Kept,
  board: string,
  dayBefore: boolean,
): Promise<Map<number, number> | null> {
  const row = await sql.get<{ traders: Uint8Array; scores: Uint8Array }>(
    `SELECT traders, scores FROM board_scores WHERE ${isOf(id, dayBefore)} AND board = ? AND day_before = ? ` +
      'ORDER BY snapshot_id DESC LIMIT 1',
    [id, board, dayBefore ? 1 : 0],
  )
  if (!row) return null
  // Copied: a driver's buffer need not be aligned.
  const traders = new Int32Array(Uint8Array.from(row.traders).buffer)
  const scores = new Float64Array(Uint8Array.from(row.scores).buffer)
  return new Map(Array.from(traders, (trader, i) => [trader, scores[i] ?? 0]))
}
