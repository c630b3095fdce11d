import type { Day } from '../../ledger/quantities.ts'
import type { Sql, Value } from '../engine/database.ts'
import { unpackScores } from './board-scores.ts'
import { BOARD_SCORES, COLUMN_PARTS, STANDINGS } from './snapshot-columns.ts'
import type { Snapshot } from './snapshot-reader.ts'
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
  const bytes = await readBytes(sql, STANDINGS, 'n.first_day = ? AND n.category = ?', [
    ...[id, dayBefore ? 1 : 0],
    ...[firstDay, category],
  ])
  return bytes && unpackStandings(bytes)
}

/** What orders a board by trader id, where standings do not; null where the snapshot has no such scores. */
export async function readScores(
  sql: Sql,
  { id }: Kept,
  board: string,
  dayBefore: boolean,
): Promise<Map<number, number> | null> {
  const bytes = await readBytes(sql, BOARD_SCORES, 'n.board = ?', [id, dayBefore ? 1 : 0, board])
  return bytes && unpackScores(bytes)
}

/** By the keys of both tables. */
async function readBytes(
  sql: Sql,
  { name }: typeof STANDINGS | typeof BOARD_SCORES,
  where: string,
  values: readonly Value[],
): Promise<Uint8Array | null> {
  const parts = await sql.all<{ bytes: Uint8Array }>(
    `SELECT p.bytes FROM ${name} n JOIN ${COLUMN_PARTS.name} p ON p.columns_id = n.columns_id ` +
      `WHERE n.snapshot_id = ? AND n.day_before = ? AND ${where} ORDER BY p.part`,
    values,
  )
  const [first, ...more] = parts.map(({ bytes }) => bytes)
  if (first === undefined) return null
  return more.length === 0 ? first : Buffer.concat([first, ...more])
}
