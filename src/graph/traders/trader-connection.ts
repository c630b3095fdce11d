import type { Day } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { decodeSearchCursor, encodeSearchCursor } from './search-cursor.ts'
import { TraderType } from './trader.ts'

/** What a search asks for. */
export interface TraderSearch {
  /** Start of an address or part of a name; empty for everybody. */
  query: string
  /** Rows of a page. */
  first: number
  /** The cursor to go on behind, or null for the start. */
  after: string | null
  /** The day whose close counts, or null for the newest snapshot. */
  asOf: Day | null
}

/** The board on which everybody with a trade stands, whose order is in memory. */
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

/** The page of traders that a search asks for, best match first. */
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
    edges,
    pageInfo: {
      hasNextPage: !page.isLast,
      hasPreviousPage: after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
