import { createHash } from 'node:crypto'
import type { ArgBuilder } from '@pothos/core'
import { wrongArgument } from '../../../errors.ts'
import { dayOf, dayText } from '../../../ledger/quantities.ts'
import { cutoffPlace, type PlaceBound } from '../../../store/ledger/place.ts'
import type { Snapshot, SnapshotReader } from '../../../store/snapshot/snapshot-reader.ts'
import type { GraphSchemaTypes } from '../builder.ts'
import { PAGE_ROWS, type Price, sliced } from '../cost/query-cost.ts'
import { AFTER, BEFORE, LAST, LIST_LIMITS, PAGE, rowsPerPage } from '../limits/known-limits.ts'

export interface PageArguments {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

/** A row's place in its list: what the list is ordered by, then what distinguishes equal rows. */
export type Place = readonly [key: number, row: number]

/** A list in which the place of every row is known. */
export interface PlacedList<Row> {
  count: number
  at(row: number): Row
  placeOf(row: Row): Place
}

/** A node with its row's cursor, which is made only when read because it takes longer than most rows. */
export interface Edge<Node> {
  readonly node: Node
  readonly cursor: string
}

/** Rows of a list with their cursors, as a connection has them. */
export interface PlacedPage<Row> {
  edges: Edge<Row>[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

/** Returns the arguments of a page of a list that is public to its end. */
export function openPageArguments(arg: ArgBuilder<GraphSchemaTypes>, rows: number) {
  const cursor = { limits: { minLength: 1, maxLength: LIST_LIMITS.searchCursor } }
  return {
    first: arg.int({ limits: PAGE, description: rowsPerPage(rows) }),
    after: arg.string({ ...cursor, description: AFTER }),
    last: arg.int({ limits: PAGE, description: LAST }),
    before: arg.string({ ...cursor, description: BEFORE }),
  }
}

/** Returns the price of a list with such pages. @param rows the default number of rows */
export function openPagePrice(rows: number): Price {
  const listSize = { assumedSize: rows, slicingArguments: ['first', 'last'], sizedFields: PAGE_ROWS }
  return sliced(listSize, () => LIST_LIMITS.rows)
}

/**
 * Returns a page of a list. A cursor holds its row's place, so a page continues where the last one ended even
 * if rows were added or removed.
 * @param mark identifies the list's order, to which a cursor belongs
 * @param rows the default number of rows
 * @throws PequodError BAD_USER_INPUT for `first` with `last`, and for a cursor of another list
 */
export function pageSlice<Row>(
  list: PlacedList<Row>,
  args: PageArguments,
  { mark, rows }: { mark: string; rows: number },
): PlacedPage<Row> {
  if (typeof args.first === 'number' && typeof args.last === 'number')
    throw wrongArgument('last', FIRST_AND_LAST)
  const place = (row: number) => list.placeOf(list.at(row))
  const at = (name: 'after' | 'before'): Place => {
    const [key = 0, row = 0] = decodeCursor(args[name] ?? '', { name, mark, numbers: 2 })
    return [key, row]
  }
  const start = args.after ? firstPlace(list.count, place, at('after'), 1) : 0
  const end = args.before ? firstPlace(list.count, place, at('before'), 0) : list.count
  const from = typeof args.last === 'number' ? Math.max(start, end - args.last) : start
  const to = Math.max(from, typeof args.last === 'number' ? end : Math.min(end, start + (args.first ?? rows)))
  const cursorOf = (row: number) => encodeCursor(mark, place(row))
  const shown = Array.from({ length: to - from }, (_, i) => list.at(from + i))
  return {
    edges: edgesOf(shown, (i) => cursorOf(from + i)),
    pageInfo: {
      hasNextPage: to < list.count,
      hasPreviousPage: from > 0,
      get startCursor() {
        return from < to ? cursorOf(from) : null
      },
      get endCursor() {
        return from < to ? cursorOf(to - 1) : null
      },
    },
  }
}

/** Returns the edges of nodes and omits undefined ones. @param cursorOf returns the cursor of an index */
export function edgesOf<Node>(
  nodes: readonly (Node | undefined)[],
  cursorOf: (place: number) => string,
): Edge<Node>[] {
  const edges: Edge<Node>[] = []
  for (const [place, node] of nodes.entries())
    if (node !== undefined) edges.push(new LazyEdge(node, place, cursorOf))
  return edges
}

class LazyEdge<Node> implements Edge<Node> {
  readonly node: Node
  readonly #place: number
  readonly #cursorOf: (place: number) => string

  constructor(node: Node, place: number, cursorOf: (place: number) => string) {
    this.node = node
    this.#place = place
    this.#cursorOf = cursorOf
  }

  get cursor(): string {
    return this.#cursorOf(this.#place)
  }
}

/** Returns the edges with other nodes and omits undefined ones. */
export function withNodes<Node>(
  edges: readonly Edge<unknown>[],
  nodes: readonly (Node | undefined)[],
): Edge<Node>[] {
  return edgesOf(nodes, (place) => edges[place]?.cursor ?? '')
}

/** Less than 0 where `a` comes before `b`. */
function comparePlaces(a: Place, b: Place): number {
  return a[0] - b[0] || a[1] - b[1]
}

/** Returns the first row at a place, or after it if `behind` is 1. */
function firstPlace(count: number, placeOf: (row: number) => Place, place: Place, behind: 0 | 1): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePlaces(placeOf(middle), place) < behind) low = middle + 1
    else high = middle
  }
  return low
}

/** A place in a list as an opaque text. @param mark identifies the list's order */
export function encodeCursor(mark: string, place: readonly number[]): string {
  return Buffer.from([mark, ...place].join(' ')).toString('base64url')
}

/**
 * Decodes a cursor to its whole numbers.
 * @throws PequodError BAD_USER_INPUT for an invalid cursor, and for a cursor of another order
 */
export function decodeCursor(
  cursor: string,
  { name, mark, numbers }: { name: 'after' | 'before'; mark: string; numbers: number },
): number[] {
  const words = Buffer.from(cursor, 'base64url').toString().split(' ')
  const place = words.splice(-numbers).map(Number)
  // Decoding skips characters outside base64url, so a cursor is ours only if it is encoded to the same text
  // again.
  if (!place.every(Number.isSafeInteger) || encodeCursor(words.join(' '), place) !== cursor)
    throw wrongArgument(name, NO_CURSOR)
  if (words.join(' ') !== mark)
    throw wrongArgument(name, 'belongs to another order: repeat the previous page’s order, or omit it')
  return place
}

/** A list that answers a question about one snapshot. */
export interface SnapshotList {
  /** The question's mark: see {@link questionMark}. */
  mark: string
  snapshot: Snapshot
}

/** A question's mark in cursors, of one length. */
export function questionMark(question: string): string {
  return createHash('sha256').update(question).digest('base64url').slice(0, 16)
}

/** A place in the answer to a question about a snapshot as an opaque text. */
export function encodeSnapshotCursor({ mark, snapshot }: SnapshotList, place: readonly number[]): string {
  return encodeCursor(mark, [snapshot.id, snapshot.generatedAt, ...place])
}

/**
 * Decodes such a cursor to its snapshot, which is another one than the list's for as long as the reader has that, and the whole
 * numbers of its place.
 * @throws PequodError BAD_USER_INPUT for a cursor of another question, and of a snapshot that is not kept
 */
export async function decodeSnapshotCursor(
  cursor: string,
  { mark, snapshot }: SnapshotList,
  { numbers, reader }: { numbers: number; reader: Pick<SnapshotReader, 'earlier'> },
): Promise<{ snapshot: Snapshot; place: number[] }> {
  const words = decodeCursor(cursor, { name: 'after', mark, numbers: numbers + 2 })
  const [id = 0, generatedAt = 0, ...place] = words
  if (id === snapshot.id && generatedAt === snapshot.generatedAt) return { snapshot, place }
  const earlier = snapshot.asOf === null ? await reader.earlier({ id, generatedAt }) : null
  if (earlier !== null) return { snapshot: earlier, place }
  const day = dayText(dayOf(snapshot.cutoff.time))
  throw wrongArgument(
    'after',
    `belongs to a snapshot that is not served any more: begin with the first page, and use asOf: ${day} for pages of one day`,
  )
}

export const FIRST_AND_LAST = 'cannot be combined with first: send one of the two'
export const NO_CURSOR = 'is not a cursor: pass the previous page’s cursor unchanged'

/**
 * Returns the row count of a list that is always counted, 0 or more.
 * @throws Error if it was not counted, which is a bug: an unknown number is never returned as 0
 */
export async function certainTotal({ total }: { total: () => Promise<number | null> }): Promise<number> {
  const count = await total()
  if (count === null) throw new Error('a list that promises its count was not counted')
  return count
}

/** The last place whose events a snapshot shows. */
export function eventEnd({ cutoff }: Pick<Snapshot, 'cutoff'>): PlaceBound {
  return cutoffPlace(cutoff)
}

/** Returns whether an event is at or before a place. */
export function isUpTo({ time, key }: PlaceBound, end: PlaceBound): boolean {
  return time < end.time || (time === end.time && key <= end.key)
}
