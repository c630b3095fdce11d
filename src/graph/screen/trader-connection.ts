import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defined } from '../../checks.ts'
import { wrongArgument } from '../../errors.ts'
import type { Day } from '../../ledger/quantities.ts'
import { periodNamed } from '../../metrics/leaderboards.ts'
import { foldName } from '../../store/ledger/names.ts'
import { memoize } from '../../store/snapshot/keep-newest.ts'
import { type SearchPlace, wholePeriod } from '../../store/snapshot/snapshot-reader.ts'
import { builder, CURSOR_OF_ROW, OBJECT_OF_ROW } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { NO_CURSOR } from '../kit/paging/page-slice.ts'
import { QUESTION_LINK } from '../kit/question-path.ts'
import { TraderType } from '../traders/trader.ts'
import { rowOf, ScreenNumbersType, type ScreenRow } from './screen-numbers.ts'

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
  /** The question as a link. */
  path: string
}

/** The board that lists every trader with a trade and whose order is in memory. */
const EVERYBODY = 'pnl-all'

/** A row of a page of traders: its numbers belong to the question and are part of the edge, because a trader's own are the same in every answer. */
export interface TraderEdge {
  readonly node: TraderProfile
  readonly cursor: string
  readonly rank: number | null
  readonly score: number | null
  numbers(): Promise<ScreenRow | null>
  other(): Promise<ScreenRow | null>
  between(): Promise<ScreenRow | null>
}

const TraderEdgeType = builder.objectRef<TraderEdge>('TraderEdge').implement({
  description: 'A row of a page of traders.',
  fields: (t) => ({
    node: t.of(TraderType, 'node', OBJECT_OF_ROW),
    cursor: t.text('cursor', CURSOR_OF_ROW),
    rank: t.exposeInt('rank', {
      nullable: true,
      description: 'The rank, 1 is the best. Null in the list of everybody by address.',
    }),
    numbers: t.of(ScreenNumbersType, (edge) => edge.numbers(), {
      nullable: true,
      description: "The trader's numbers. Null if the trader has no trade in the window.",
    }),
    other: t.of(ScreenNumbersType, (edge) => edge.other(), {
      nullable: true,
      description:
        'The same as of `compareTo`. Null without it, and if the trader has no trade in its window.',
    }),
    between: t.of(ScreenNumbersType, (edge) => edge.between(), {
      nullable: true,
      description:
        'The numbers of the days after the earlier day up to the later one. Null without `compareTo`, and if the trader did not trade in them.',
    }),
    score: t.number('score', {
      nullable: true,
      description:
        'The weighted mean of percentiles, 0 to 1. Null without weights, and if a weighted number is unknown.',
    }),
  }),
})

export const TraderConnectionType = builder.connectionObject(
  {
    type: TraderType,
    name: 'TraderConnection',
    description: 'A page of traders.',
    fields: (t) => ({
      totalCount: t.count(({ total }) => total(), {
        nullable: true,
        description:
          'Traders in the whole list, {limits}. Null with a `query` alone, as counting matches would read every trader.',
      }),
      path: t.text((page) => defined(page.question).path, QUESTION_LINK),
      unknown: t.int({
        description:
          'Traders with a trade in the window and an unknown number among those that `where` compares; unknown numbers fit no range.',
        resolve: (page) => defined(page.question).unknown(),
      }),
      notFound: t.stringList({
        description: 'Entries of `among` that name no trader, or more than one.',
        resolve: (page) => [...defined(page.question).notFound],
      }),
    }),
  },
  TraderEdgeType,
)

/** Returns the requested page of traders, the best match first. */
export async function searchTraders(
  search: TraderSearch,
  { caller, reader, loaders, snapshot }: RequestContext,
) {
  const after = search.after === null ? null : decodeSearchCursor(search.after, search.query)
  const taken = await snapshot(search.asOf)
  const { identities, profiles: byId } = loaders(taken)
  const page = await reader.search(taken, search.query, search.first, after)
  const found = page.traders.flatMap((row, i) => {
    const place = page.places[i]
    return row === null || place === undefined ? [] : [{ row, place }]
  })
  for (const { row } of found) identities.prime(row.id, row)
  const table = memoize(() => reader.screen(taken, wholePeriod(periodNamed('ALL')), caller.limiterKey))
  const edgeOf = (node: TraderProfile, place: SearchPlace): TraderEdge => ({
    node,
    cursor: encodeSearchCursor(search.query, place),
    rank: search.query === '' ? null : place.position + 1,
    score: null,
    numbers: async () => rowOf(await table(), node.row.id),
    other: async () => null,
    between: async () => null,
  })
  const edges = await Promise.all(
    found.map(async ({ row, place }) => {
      const node = await byId.load(row.id)
      return node && edgeOf(node, place)
    }),
  ).then((all) => all.filter((edge) => edge !== null))
  const total = async () =>
    search.query === '' ? ((await reader.order(taken, EVERYBODY))?.count ?? 0) : null
  return {
    total,
    question: { path: search.path, unknown: async () => 0, notFound: [] },
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
