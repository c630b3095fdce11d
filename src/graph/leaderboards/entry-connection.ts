import { createHash } from 'node:crypto'
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'
import { meets } from '../../access/tier.ts'
import { defined } from '../../checks.ts'
import { wrongArgument } from '../../errors.ts'
import { boardWhere, STANDING_COLUMNS } from '../../numbers/screen/board-where.ts'
import type { BoardOrder, BoardWhere } from '../../store/snapshot/snapshot-reader.ts'
import { FLAGS } from '../../store/snapshot/standings.ts'
import { type RowRange, rowRange, shownRows, TELLS_ROWS_APART, truncatedReason } from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LOOK_AT_ALL } from '../kit/cost/query-cost.ts'
import { certainTotal, NO_CURSOR } from '../kit/paging/page-slice.ts'
import { canonical, isEmpty } from '../kit/question-path.ts'
import { readWhere } from '../screen/read-where.ts'
import { type GivenWhere, TraderWhereInput } from '../screen/trader-where.ts'
import { boardNodeId, isSlice, type Leaderboard, scopeOf, sliceOf } from './find-leaderboard.ts'
import {
  type Entry,
  LeaderboardEntryType,
  type RowExtras,
  rowNumbers,
  shownValue,
} from './leaderboard-entry.ts'

/** The argument that filters rows of a leaderboard. */
export const ENTRY_WHERE = {
  type: TraderWhereInput,
  tier: TELLS_ROWS_APART,
  weight: LOOK_AT_ALL,
  description:
    "Conditions on the traders' numbers over the leaderboard's days and category, which must all hold; ranks, previous ranks and counts then cover only those who fit now. Default: everybody.",
} as const

/** Returns whether conditions read more than standings: a screen, which is computed on request, names, or positions in markets. */
export function readsMore(where: GivenWhere | null | undefined): boolean {
  return Object.entries(where ?? {}).some(([name, value]) => {
    if (isEmpty(value) || (STANDING_COLUMNS as readonly string[]).includes(name)) return false
    if (name !== 'all' && name !== 'any' && name !== 'not') return true
    return [value].flat().some((one) => readsMore(one as GivenWhere))
  })
}

/** The condition of a board's rows; null without one. */
async function conditionOf(
  where: GivenWhere | null | undefined,
  board: Leaderboard,
  context: RequestContext,
): Promise<BoardWhere | null> {
  if (!where || isEmpty(where)) return null
  const { reader, caller, loaders } = context
  const { condition } = await readWhere(where, board.snapshot, context)
  return boardWhere(canonical(where), condition, {
    screen: () => reader.screen(board.snapshot, scopeOf(board), caller.limiterKey),
    gaps: async () => (await loaders(board.snapshot).gaps()).traders,
  })
}

/**
 * Returns part of a board's rows, with their traders.
 * @param hasExtras reads also the numbers that standings do not have
 */
async function readEntries(
  board: Leaderboard,
  { traders, previous, cells }: BoardOrder,
  { from, to }: RowRange,
  context: RequestContext,
  hasExtras: boolean,
): Promise<Entry[]> {
  const { tab, id: name } = board.definition
  const { snapshot } = board
  const ids = Array.from(traders.subarray(from, to))
  const { identities } = context.loaders(snapshot)
  const [rows, extras] = await Promise.all([
    Promise.all(ids.map((id) => identities.load(id))),
    hasExtras ? readExtras(board, ids, context) : null,
  ])
  return ids.map((id, i) => {
    const row = rows[i]
    const own = extras?.[i] ?? undefined
    if (!row || (hasExtras && !own))
      throw new Error(`Trader ${id} is on ${name} of snapshot ${snapshot.id} without numbers`)
    const place = from + i
    return {
      tab,
      isGated: board.isGated,
      snapshot,
      rank: place + 1,
      previousRank: previous?.[place] || null,
      row,
      isPartial: (defined(cells.flags[place]) & FLAGS.partial) !== 0,
      value: shownValue(tab, cells, place),
      numbers: rowNumbers(cells, place, own),
    }
  })
}

/** The published numbers of traders; those of a slice, of later rows of a past day, and of traders whom a filter moved up are computed. */
async function readExtras(
  board: Leaderboard,
  ids: readonly number[],
  { reader, loaders }: RequestContext,
): Promise<(RowExtras | null)[]> {
  const { definition, snapshot } = board
  const published = isSlice(board) ? null : await reader.shownNumbers(snapshot, definition)
  const found = ids.map((id) => published?.get(id) ?? null)
  if (!found.includes(null)) return found
  const stats = loaders(snapshot).stats(scopeOf(board))
  return Promise.all(found.map((own, i) => own ?? stats.load(defined(ids[i]))))
}

/** The list of rows that a cursor belongs to. */
export interface EntryList {
  /** The board's id among all objects. */
  board: string
  /** The condition of its rows; null without one. */
  where: string | null
}

/** Encodes the place after a rank as base64url, bound to the board and the condition. */
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
  // Decoding skips characters outside base64url, so a cursor is ours only if it is encoded to the same text
  // again.
  if (rank === undefined || Buffer.from(text).toString('base64url') !== cursor)
    throw wrongArgument('after', NO_CURSOR)
  if (mark !== markOf(list)) throw wrongArgument('after', OTHER_ROWS)
  return Number(rank)
}

const OTHER_ROWS = 'belongs to another list: repeat the previous page’s leaderboard and arguments, or omit it'

function markOf({ board, where }: EntryList): string {
  if (where === null) return board
  return `${board} ${createHash('sha256').update(where).digest('base64url').slice(0, 16)}`
}

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

/** A row with its cursor. Most callers read only the nodes, and a cursor takes longer than a row. */
class Edge {
  readonly node: Entry
  readonly #list: EntryList

  constructor(list: EntryList, node: Entry) {
    this.node = node
    this.#list = list
  }

  get cursor(): string {
    return encodeEntryCursor(this.#list, this.node.rank)
  }
}

interface PageArguments {
  where?: GivenWhere | null | undefined
  first?: number | null | undefined
  after?: string | null | undefined
}

/**
 * Returns the requested page of a board, as far down as the caller may see; empty if the snapshot has no such
 * board.
 */
export async function listEntries(
  board: Leaderboard,
  args: PageArguments,
  context: RequestContext,
  info: GraphQLResolveInfo,
) {
  const { reader, caller } = context
  const { tier } = caller
  const { definition, snapshot } = board
  const where = await conditionOf(args.where, board, context)
  const list = { board: boardNodeId(board), where: where?.key ?? null }
  const range = rowRange(args, args.after ? decodeEntryCursor(args.after, list) : 0, tier)
  const order = await reader.order(snapshot, definition.id, { where, ...sliceOf(board) }, caller.limiterKey)
  const hasExtras = (!board.isGated || meets(tier, 'FREE')) && selectsExtras(info)
  const entries = order ? await readEntries(board, order, range, context, hasExtras) : []
  const edges = entries.map((node) => new Edge(list, node))
  const total = order?.count ?? 0
  return {
    total: async () => total,
    cutoff: () => snapshot.cutoff,
    truncatedReason: truncatedReason(range, total, tier),
    edges,
    pageInfo: {
      hasNextPage: entries.length > 0 && range.to < Math.min(total, shownRows(tier)),
      hasPreviousPage: range.from > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

/** The fields on the way to a row, and those of a row that need no more than its cells and its trader. */
const WITHOUT_EXTRAS: ReadonlySet<string> = new Set([
  '__typename',
  'edges',
  'cursor',
  'node',
  'nodes',
  'pageInfo',
  'cutoff',
  'totalCount',
  'truncated',
  'truncatedReason',
  'rank',
  'previousRank',
  'address',
  'username',
  'profileImage',
  'xUsername',
  'verifiedBadge',
  'coverage',
  'value',
  'pnl',
  'volume',
  'roi',
  'tradeCount',
  'isBot',
])
/** Fields whose own fields are read by themselves. */
const READ_APART: ReadonlySet<string> = new Set(['trader', 'pageInfo', 'cutoff'])

type Selecting = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

/**
 * Returns whether a selection of a board's entries needs a number that its standings do not have. True for a field that is
 * not known to do without, and for one that a directive leaves out.
 */
export function selectsExtras({ fieldNodes, fragments }: Selecting): boolean {
  const looked = new Set<string>()
  const selects = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return selects(selection.selectionSet)
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const { value } = selection.name
        // Once is enough, or fragments that spread each other twice would take exponential time.
        if (looked.has(value)) return false
        looked.add(value)
        const fragment = fragments[value]
        return fragment === undefined || selects(fragment.selectionSet)
      }
      const { name, selectionSet } = selection
      if (READ_APART.has(name.value)) return false
      return !WITHOUT_EXTRAS.has(name.value) || (selectionSet !== undefined && selects(selectionSet))
    })
  return fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && selects(selectionSet))
}
