import type { BoardFilter } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { certainTotal } from '../kit/certain-total.ts'
import type { RequestContext } from '../kit/context.ts'
import { rowRange, shownRows, truncatedReason } from '../kit/row-limit.ts'
import { decodeEntryCursor, encodeEntryCursor } from './entry-cursor.ts'
import { boardNodeId, type Leaderboard, sliceOf } from './find-leaderboard.ts'
import { LeaderboardEntryType } from './leaderboard-entry.ts'
import { readEntries } from './read-entries.ts'

/** A page of a board, in the shape of a connection. */
export const LeaderboardEntryConnectionType = builder.connectionObject(
  {
    type: LeaderboardEntryType,
    name: 'LeaderboardEntryConnection',
    description: "A page of a leaderboard's rows.",
    fields: (t) => ({
      totalCount: t.count(certainTotal, 'Rows of the whole list after filters, {limits}.'),
    }),
  },
  { name: 'LeaderboardEntryEdge', description: "A row of a page of a leaderboard's rows." },
)

/** What a page of a board is asked with: see the arguments of `entries`. */
interface PageArguments {
  first?: number | null | undefined
  after?: string | null | undefined
}

/**
 * The page of a board that is asked for, as far down as its caller is shown; without a row where the snapshot has no
 * such board. Two statements for any number of rows up to 500.
 */
export async function listEntries(
  board: Leaderboard,
  filter: BoardFilter,
  args: PageArguments,
  context: RequestContext,
) {
  const { reader, loaders, caller } = context
  const { tier } = caller
  const { definition, snapshot } = board
  const list = { board: boardNodeId(board), filter }
  const range = rowRange(args, args.after ? decodeEntryCursor(args.after, list) : 0, tier)
  const order = await reader.order(
    snapshot,
    definition.id,
    { ...filter, ...sliceOf(board) },
    caller.limiterKey,
  )
  const entries = order ? await readEntries(board, order, range, loaders(snapshot)) : []
  const total = order?.count ?? 0
  const cursorAt = (row: number) => encodeEntryCursor(list, range.from + row + 1)
  return {
    total: async () => total,
    truncatedReason: truncatedReason(range, total, tier),
    // Most callers ask for the rows alone, and a cursor takes longer than a row.
    edges: entries.map((node, row) => ({
      node,
      get cursor() {
        return cursorAt(row)
      },
    })),
    pageInfo: {
      hasNextPage: entries.length > 0 && range.to < Math.min(total, shownRows(tier)),
      hasPreviousPage: range.from > 0,
      startCursor: entries.length > 0 ? cursorAt(0) : null,
      endCursor: entries.length > 0 ? cursorAt(entries.length - 1) : null,
    },
  }
}
