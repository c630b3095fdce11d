import { defined } from '../../checks.ts'
import { wrongArgument } from '../../errors.ts'
import { type Day, dayText } from '../../ledger/quantities.ts'
import {
  type Condition,
  countUnknown,
  firstRows,
  fitting,
  type OrderTerm,
  orderKeys,
} from '../../numbers/screen/evaluate.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketRef, marketsById } from '../kit/market-page.ts'
import {
  certainTotal,
  decodeCursor,
  edgesOf,
  encodeCursor,
  FIRST_AND_LAST,
  type PageArguments,
  questionMark,
} from '../kit/paging/page-slice.ts'
import { readOrder } from '../kit/question.ts'
import { canonical, type GivenOrder, orderText, QUESTION_LINK, questionPath } from '../kit/question-path.ts'
import { MARKET_COLUMNS, MOVES, ORDER_COLUMNS } from './market-columns.ts'
import { type MarketTable, marketTable } from './market-table.ts'
import { type GivenMarketWhere, type MarketTableColumn, readMarketWhere } from './market-where.ts'

/** The default number of rows of a page of markets or events. */
export const MARKET_ROWS = 20

export interface MarketSearch {
  page: PageArguments
  where: GivenMarketWhere | null
  orderBy: readonly GivenOrder[]
  /** Whether markets without a trade are listed; null: only where the question has words to find. */
  includeUntraded: boolean | null
  /** The day whose close counts, or null for the newest snapshot. */
  asOf: Day | null
}

export const MarketConnectionType = builder.connectionObject(
  {
    type: MarketRef,
    name: 'MarketConnection',
    description: 'A page of markets.',
    fields: (t) => ({
      totalCount: t.count(certainTotal, 'Markets in the whole list, {limits}.'),
      path: t.text((page) => defined(page.question).path, QUESTION_LINK),
      unknown: t.int({
        description:
          'Markets of the list before `where` with an unknown number among those that it compares; unknown numbers fit no range.',
        resolve: (page) => defined(page.question).unknown(),
      }),
      notFound: t.stringList({
        description: 'Entries of `among` that are no known market.',
        resolve: (page) => [...defined(page.question).notFound],
      }),
    }),
  },
  { name: 'MarketEdge', description: 'A row of a page of markets.' },
)

/**
 * Returns the requested page of markets.
 * @throws PequodError BAD_USER_INPUT for a question beyond its bounds, and for a cursor of another one
 */
export async function listMarkets(
  { page, where, orderBy, includeUntraded, asOf }: MarketSearch,
  context: RequestContext,
) {
  const snapshot = await context.snapshot(asOf)
  const order = readOrder<MarketTableColumn>(orderBy, { columnNamed, hasOther: false, context })
  const [first] = order
  const isOfTraded = !(includeUntraded ?? Boolean(where?.query))
  const universe: Condition<MarketTableColumn>[] = isOfTraded
    ? [{ kind: 'ONE_OF', column: 'isTraded', values: new Set([1]) }]
    : []
  // A list by moves is one of the markets that moved.
  const moved = first !== undefined && first.weight === null && first.column in MOVES
  const { condition, notFound } = await readMarketWhere(where ?? {}, snapshot, context)
  const conditions: Condition<MarketTableColumn>[] = [
    ...universe,
    ...(moved ? [{ kind: 'KNOWN', column: first.column, isKnown: true } as const] : []),
    condition,
  ]
  const table = await marketTable(snapshot, context)
  const fits = await fitting(table, { kind: 'ALL', of: conditions })
  const path = questionPath('/v1/markets', {
    where: where === null ? null : spelled(where),
    order: orderText(orderBy),
    includeUntraded: isOfTraded ? null : 'true',
    asOf: asOf === null ? null : dayText(asOf),
  })
  const rows = await pageOf({ table, fits, order, page, mark: questionMark(path) })
  const window = moved ? MOVES[first.column as keyof typeof MOVES].window : null
  const ids = rows.shown.map((row) => defined(table.ids[row]))
  const nodes = await marketsById(ids, snapshot, context, window)
  const edges = edgesOf(
    ids.map((id) => nodes.get(id)),
    (place) => rows.cursorOf(defined(rows.shown[place])),
  )
  return {
    total: async () => rows.count,
    question: {
      path,
      notFound,
      unknown: async () => {
        const listed = await fitting(table, { kind: 'ALL', of: universe })
        return countUnknown(table, condition, listed)
      },
    },
    cutoff: () => snapshot.cutoff,
    edges,
    pageInfo: {
      hasNextPage: rows.hasNextPage,
      hasPreviousPage: rows.hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

/** Conditions in their one spelling; categories by their names in GraphQL. */
function spelled(where: GivenMarketWhere): string {
  return JSON.stringify(
    JSON.parse(canonical(where), (name, value) =>
      name === 'category' ? [value].flat().map((one) => String(one).toUpperCase()) : value,
    ),
  )
}

function columnNamed(id: string) {
  return defined([...ORDER_COLUMNS, ...MARKET_COLUMNS].find((column) => column.id === id))
}

interface AskedRows {
  table: MarketTable
  /** 1 for each row of the list. */
  fits: Uint8Array
  order: readonly OrderTerm<MarketTableColumn>[]
  page: PageArguments
  mark: string
}

/**
 * The rows of a page. A cursor holds the numbers that its row is ordered by, so that a page continues where the last one ended even
 * if rows were added or removed.
 */
async function pageOf({ table, fits, order, page: { first, after, last, before }, mark }: AskedRows) {
  if (typeof first === 'number' && typeof last === 'number') throw wrongArgument('last', FIRST_AND_LAST)
  const { keys: asked } = await orderKeys(order, fits, ({ column }) => table.column(column, fits))
  const volume = await table.column('volume', fits)
  // A market of unknown volume comes after one of 0.
  const keys = [
    ...asked,
    volume.map((usd) => (Number.isNaN(usd) ? Number.NEGATIVE_INFINITY : usd)),
    table.ids,
  ]
  const cursorOf = (row: number) =>
    cursorText(
      mark,
      keys.map((key) => defined(key[row])),
    )
  const [start, end] = [
    after ? placeOf(after, { name: 'after', mark, keys: keys.length }) : null,
    before ? placeOf(before, { name: 'before', mark, keys: keys.length }) : null,
  ]
  const count = fits.reduce((sum, fit) => sum + fit, 0)
  const left = fits.slice()
  let [isCutBefore, isCutAfter] = [false, false]
  for (let row = 0; row < left.length; row++) {
    if (left[row] === 0) continue
    if (start !== null && compare(keys, row, start) <= 0) {
      left[row] = 0
      isCutBefore = true
    } else if (end !== null && compare(keys, row, end) >= 0) {
      left[row] = 0
      isCutAfter = true
    }
  }
  const most = last ?? first ?? MARKET_ROWS
  const isBackward = typeof last === 'number'
  const sorted = isBackward ? keys.map((key) => key.map((value) => -value)) : keys
  const found = [...firstRows(left, sorted, most + 1)]
  const isCut = found.length > most
  const shown = isBackward ? found.slice(0, most).reverse() : found.slice(0, most)
  return {
    count,
    shown,
    cursorOf,
    hasNextPage: isCutAfter || (isCut && !isBackward),
    hasPreviousPage: isCutBefore || (isCut && isBackward),
  }
}

/** Less than 0 where a row comes before a place: the highest keys first. */
function compare(keys: readonly Float64Array[], row: number, place: readonly number[]): number {
  for (const [i, key] of keys.entries()) {
    const [own, other] = [defined(key[row]), defined(place[i])]
    if (own !== other) return own > other ? -1 : 1
  }
  return 0
}

/** A place as an opaque text: each of its numbers as the two halves of a double. */
function cursorText(mark: string, place: readonly number[]): string {
  return encodeCursor(mark, [...new Uint32Array(Float64Array.from(place).buffer)])
}

/** @throws PequodError BAD_USER_INPUT for an invalid cursor, and for a cursor of another question */
function placeOf(
  cursor: string,
  { name, mark, keys }: { name: 'after' | 'before'; mark: string; keys: number },
): number[] {
  const halves = decodeCursor(cursor, { name, mark, numbers: 2 * keys })
  return [...new Float64Array(Uint32Array.from(halves).buffer)]
}
