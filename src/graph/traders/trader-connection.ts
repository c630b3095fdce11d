import { createHash } from 'node:crypto'
import { z } from 'zod'
import { wrongArgument } from '../../errors.ts'
import type { Day } from '../../ledger/quantities.ts'
import { foldName } from '../../store/ledger/fold-name.ts'
import type { SearchPlace } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { NO_CURSOR } from '../kit/paging/page-slice.ts'
import { TraderType } from './trader.ts'

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
  // Decoding skips characters outside base64url, so a cursor is ours only if it is encoded to the same text
  // again.
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

export interface TraderSearch {
  /** Start of an address or part of a name; empty lists every trader. */
  query: string
  first: number
  /** The cursor to continue after, or null for the start. */
  after: string | null
  /** The day whose close counts, or null for the newest snapshot. */
  asOf: Day | null
}

/** The board that lists every trader with a trade and whose order is in memory. */
const EVERYBODY = 'pnl-all'

/** A page of a search, in the shape of a connection. */
export const TraderConnectionType = builder.connectionObject(
  {
    type: TraderType,
    name: 'TraderConnection',
    description: 'A page of traders.',
    fields: (t) => ({
      totalCount: t.count(({ total }) => total(), {
        nullable: true,
        description:
          'Traders in the whole list, {limits}. Null with a `query`, as counting matches would read every trader.',
      }),
    }),
  },
  { name: 'TraderEdge', description: 'A row of a page of traders.' },
)

/** Returns the requested page of traders, the best match first. */
export async function searchTraders(search: TraderSearch, { reader, loaders, snapshot }: RequestContext) {
  const after = search.after === null ? null : decodeSearchCursor(search.after, search.query)
  const taken = await snapshot(search.asOf)
  const { identities, profiles: byId } = loaders(taken)
  const page = await reader.search(taken, search.query, search.first, after)
  const found = page.traders.flatMap((row, i) => {
    const place = page.places[i]
    return row === null || place === undefined ? [] : [{ row, place }]
  })
  for (const { row } of found) identities.prime(row.id, row)
  const edges = await Promise.all(
    found.map(async ({ row, place }) => {
      const node = await byId.load(row.id)
      return node && { node, cursor: encodeSearchCursor(search.query, place) }
    }),
  ).then((all) => all.filter((edge) => edge !== null))
  const total = async () =>
    search.query === '' ? ((await reader.order(taken, EVERYBODY))?.count ?? 0) : null
  return {
    total,
    cutoff: () => taken.cutoff,
    edges,
    pageInfo: {
      hasNextPage: !page.isLast,
      hasPreviousPage: after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
