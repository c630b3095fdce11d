import { wrongArgument } from '../../errors.ts'
import type { BoardFilter } from '../../store/snapshot/snapshot-reader.ts'
import { NO_CURSOR } from '../kit/paging/page-slice.ts'

/** Which rows a cursor leads through. */
export interface EntryList {
  /** The board's id among all objects. */
  board: string
  filter: BoardFilter
}

/** The place behind a rank as an opaque text: base64url, bound to the board and the filter. */
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
  if (rank === undefined || Buffer.from(text).toString('base64url') !== cursor)
    throw wrongArgument('after', NO_CURSOR)
  if (mark !== markOf(list)) throw wrongArgument('after', OTHER_ROWS)
  return Number(rank)
}

const OTHER_ROWS = 'belongs to another list: repeat the previous page’s leaderboard and arguments, or omit it'

function markOf({ board, filter }: EntryList): string {
  const set = Object.entries(filter).filter(([, value]) => value)
  return [board, ...set.map(([name, value]) => `${name}=${value}`).sort()].join(' ')
}
