import type { Day } from '../ledger/quantities.ts'
import type { BoardFilter } from '../store/snapshot-reader.ts'
import { refusedCursor } from './market-cursor.ts'
import { nodeIdOf } from './node-id.ts'

/** Which rows a cursor leads through. */
export interface EntryList {
  /** The board's id, and the day that it is as of. */
  board: string
  asOf: Day | null
  filter: BoardFilter
}

/** The place behind a rank as an opaque text: base64url, bound to the board, its day and the filter. */
export function encodeEntryCursor(list: EntryList, rank: number): string {
  return Buffer.from(`${rank} ${markOf(list)}`).toString('base64url')
}

/**
 * The rank that a cursor stands for.
 * @throws PequodError BAD_USER_INPUT for a text that is no cursor of ours, or one of other rows
 */
export function decodeEntryCursor(cursor: string, list: EntryList): number {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, rank, mark] = /^([1-9]\d{0,8}) (.*)$/s.exec(text) ?? []
  // Decoding skips what is not base64url, so only a cursor that is made again as it came was made here.
  if (rank === undefined || Buffer.from(text).toString('base64url') !== cursor) throw refusedCursor(cursor)
  if (mark !== markOf(list)) throw refusedCursor(cursor, OTHER_ROWS)
  return Number(rank)
}

const OTHER_ROWS =
  'belongs to other rows: repeat the leaderboard, the day and the other arguments of the page before, or leave it out'

function markOf({ board, asOf, filter }: EntryList): string {
  const set = Object.entries(filter).filter(([, value]) => value)
  return [nodeIdOf(board, asOf), ...set.map(([name, value]) => `${name}=${value}`).sort()].join(' ')
}
