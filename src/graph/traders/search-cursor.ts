import { createHash } from 'node:crypto'
import { z } from 'zod'
import { wrongArgument } from '../../errors.ts'
import { foldName } from '../../store/ledger/fold-name.ts'
import type { SearchPlace } from '../../store/snapshot/snapshot-reader.ts'
import { NO_CURSOR } from '../kit/paging/page-slice.ts'

const CursorShape = z.tuple([z.string(), z.string(), z.int().min(0)])

/** A place in the order of a search as an opaque text: base64url, bound to the query. */
export function encodeSearchCursor(query: string, place: SearchPlace): string {
  return cursorText(queryMark(query), place)
}

/**
 * The place that a cursor stands for.
 * @throws PequodError BAD_USER_INPUT for a text that is no cursor of ours, or one of another query
 */
export function decodeSearchCursor(cursor: string, query: string): SearchPlace {
  const content = parseContent(cursor)
  if (!content) throw wrongArgument('after', NO_CURSOR)
  const [mark, list, position] = content
  const place = { list, position }
  // Decoding skips what is not base64url, so only a cursor that is made again as it came was made here.
  if (cursorText(mark, place) !== cursor) throw wrongArgument('after', NO_CURSOR)
  if (mark !== queryMark(query)) throw wrongArgument('after', OTHER_QUERY)
  return place
}

const OTHER_QUERY = 'belongs to another query: repeat the previous page’s query, or omit it'

function cursorText(mark: string, place: SearchPlace): string {
  return Buffer.from(JSON.stringify([mark, place.list, place.position])).toString('base64url')
}

/** Tells one query from another; of one length, so that a long query makes no long cursor. */
function queryMark(query: string): string {
  return createHash('sha256').update(foldName(query)).digest('base64url').slice(0, 12)
}

function parseContent(cursor: string): z.infer<typeof CursorShape> | null {
  try {
    return CursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return null
  }
}
