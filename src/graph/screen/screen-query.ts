import { defined } from '../../checks.ts'
import { wrongArgument } from '../../errors.ts'
import { dayOf, dayText } from '../../ledger/quantities.ts'
import { periodNamed } from '../../metrics/leaderboards.ts'
import { type ScreenColumnId, screenColumn } from '../../metrics/screen-columns.ts'
import { answerScreen, type ScreenQuestion } from '../../numbers/screen/evaluate.ts'
import { memoize } from '../../store/snapshot/keep-newest.ts'
import type { ScreenScope, ScreenTable, Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import {
  checkedWindow,
  DayWindowInput,
  namesDay,
  PRO_WINDOW,
  rowRange,
  shownRows,
  truncatedReason,
} from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LOOK_AT_ALL, PAGE_ROWS, SLICE, sliced } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { MarketCategoryEnum, ONE_CATEGORY, PeriodEnum } from '../kit/enums.ts'
import { AFTER, GIVEN_TAG, LIST_LIMITS, rowsPerPage } from '../kit/limits/known-limits.ts'
import { decodeSnapshotCursor, encodeSnapshotCursor, questionMark } from '../kit/paging/page-slice.ts'
import { readOrder } from '../kit/question.ts'
import { isEmpty } from '../kit/question-path.ts'
import { readWhere } from './read-where.ts'
import { rowOf } from './screen-numbers.ts'
import { type GivenQuestion, screenPath } from './screen-path.ts'
import { searchTraders, TraderConnectionType, type TraderEdge } from './trader-connection.ts'
import { SCREEN_LIMITS, TraderOrderInput, TraderWhereInput } from './trader-where.ts'

/** The arguments of a page of a question's traders. */
export const SCREEN_PAGE = {
  first: {
    defaultValue: LIST_LIMITS.searchRows,
    limits: { minimum: 1, maximum: SCREEN_LIMITS.among },
    description: rowsPerPage(LIST_LIMITS.searchRows),
  },
  after: { description: AFTER, limits: { minLength: 1, maxLength: LIST_LIMITS.searchCursor } },
} as const

/** The arguments of a question that can be saved. */
export const QUESTION = {
  where: { type: TraderWhereInput, description: 'Conditions, which must all hold. Default: everybody.' },
  orderBy: {
    type: [TraderOrderInput] as [typeof TraderOrderInput],
    description: 'Up to 5 orders. Default: by volume.',
  },
  period: {
    type: PeriodEnum,
    defaultValue: 'ALL',
    description: 'Period of the numbers. Default: all time.',
  },
  category: { type: MarketCategoryEnum, description: ONE_CATEGORY },
  tag: {
    limits: GIVEN_TAG,
    description: 'A tag in place of the category: {limits}.',
  },
} as const

builder.queryField('traders', (t) =>
  t.field({
    type: TraderConnectionType,
    complexity: sliced(
      { assumedSize: LIST_LIMITS.searchRows, slicingArguments: ['first'], sizedFields: PAGE_ROWS },
      () => SCREEN_LIMITS.among,
    ),
    description:
      'Traders with a trade in the window, filtered by any of their numbers; with a `query`, a search by name and address. Without conditions and order, everybody by address; a `query` alone puts the best match first: the whole, the start of words or of the address, inside a name; of alike matches the largest volume first. Conditions without an order are answered by volume. Over all pages, Pro callers see the first 1,000 rows of a screen and others the first 100.',
    // Without a query the page is read off an index; with one every name is looked at.
    countsCall: (_root, { where, orderBy }) => !isEmpty(where) || Boolean(orderBy?.length),
    args: {
      where: t.arg({ ...QUESTION.where, weight: LOOK_AT_ALL }),
      orderBy: t.arg({ ...QUESTION.orderBy, weight: LOOK_AT_ALL }),
      period: t.arg(QUESTION.period),
      window: t.arg({
        type: DayWindowInput,
        tier: PRO_WINDOW,
        weight: SLICE,
        description:
          "Days in place of the period, within the ledger's; the answer is as of the last day. Default: the period.",
      }),
      category: t.arg({ ...QUESTION.category, weight: SLICE }),
      tag: t.arg.string({ ...QUESTION.tag, weight: SLICE }),
      asOf: t.arg(AS_OF_ARGUMENT),
      compareTo: t.arg({
        type: 'Date',
        weight: 2 * SLICE,
        description: 'Another day: rows also have its numbers, and those of the days between. Default: none.',
      }),
      first: t.arg.int(SCREEN_PAGE.first),
      after: t.arg.string(SCREEN_PAGE.after),
    },
    async resolve(_root, { where, orderBy, first, after, ...given }, context) {
      const window =
        given.window && namesDay(given.window) ? await checkedWindow(given.window, context) : null
      const question: GivenQuestion = {
        where: where ?? null,
        orderBy: orderBy ?? [],
        period: given.period ?? 'ALL',
        window,
        category: given.category ?? null,
        tag: given.tag ?? null,
        asOf: given.asOf ?? null,
        compareTo: given.compareTo ?? null,
      }
      const page = { first: first ?? LIST_LIMITS.searchRows, after: after ?? null }
      if (!isSearch(question)) return screenTraders(question, page, context)
      const search = { query: question.where?.query ?? '', asOf: question.asOf, path: screenPath(question) }
      return searchTraders({ ...search, ...page }, context)
    },
  }),
)

/** A question by name alone, which no number decides. */
function isSearch({ where, orderBy, period, window, category, tag, compareTo }: GivenQuestion): boolean {
  const isByName = Object.entries(where ?? {}).every(([name, value]) => name === 'query' || isEmpty(value))
  const isWhole =
    period === 'ALL' && window === null && category === null && tag === null && compareTo === null
  return isByName && isWhole && orderBy.length === 0
}

interface Page {
  first: number
  after: string | null
  /** Traders after whom the list ends. @default everybody who fits */
  top?: number
}

/**
 * Returns a page of the traders who fit a question.
 * @throws PequodError BAD_USER_INPUT for a question beyond its bounds, and for a cursor of another one
 */
export async function screenTraders(
  question: GivenQuestion,
  { first, after, top = Number.POSITIVE_INFINITY }: Page,
  context: RequestContext,
) {
  const { caller, loaders, reader } = context
  const path = screenPath(question)
  const newest = { mark: questionMark(path), snapshot: await snapshotOf(question, context) }
  const {
    snapshot,
    place: [start = 0],
  } =
    after === null
      ? { ...newest, place: [] }
      : await decodeSnapshotCursor(after, newest, { numbers: 1, reader })
  const { scope, asked: byIds, table, notFound } = await readQuestion(question, context, snapshot)
  const list = { ...newest, snapshot }
  const asked = rowRange({ first }, start, caller.tier)
  const range = { from: asked.from, to: Math.min(asked.to, top) }
  const compared = memoize(() => comparisonOf(question, snapshot, scope, context))
  const answer = await answerScreen(table, byIds, {
    most: shownRows(caller.tier),
    changes: async (column) => changesOf(table, column, await compared()),
  })
  const count = Math.min(answer.count, top)
  const { profiles } = loaders(snapshot)
  const rows = [...answer.rows.subarray(range.from, range.to)]
  const nodes = await Promise.all(rows.map((row) => profiles.load(defined(table.ids[row]))))
  const edges = nodes.flatMap((node, i): TraderEdge[] => {
    const place = range.from + i
    const trader = defined(table.ids[defined(rows[i])])
    if (node === null) return []
    return [
      {
        node,
        cursor: encodeSnapshotCursor(list, [place + 1]),
        rank: place + 1,
        score: answer.scores[place] ?? null,
        numbers: async () => ({ table, row: defined(rows[i]) }),
        other: async () => inTable((await compared())?.other, trader),
        between: async () => inTable((await compared())?.between, trader),
      },
    ]
  })
  return {
    total: async () => count,
    question: {
      path,
      unknown: async () => answer.unknown,
      notFound,
      table,
      listed: () => ({
        traders: [...answer.rows.subarray(0, count)].map((row) => defined(table.ids[row])),
        snapshot,
      }),
    },
    cutoff: () => snapshot.cutoff,
    truncatedReason: truncatedReason(range, count, caller.tier),
    edges,
    pageInfo: {
      hasNextPage: range.to < Math.min(count, answer.rows.length),
      hasPreviousPage: range.from > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

/** The snapshot that a question is about. */
async function snapshotOf(question: GivenQuestion, context: RequestContext): Promise<Snapshot> {
  if (question.window !== null && question.asOf !== null)
    throw wrongArgument('window', 'cannot be combined with asOf: it ends with its own last day')
  return context.snapshot(question.window?.to ?? question.asOf)
}

/**
 * Reads a question by the ids of its snapshot, whose screen the store has from then on.
 * @param ofList the snapshot of a list that goes on. @default the question's
 * @throws PequodError as {@link screenTraders} does
 */
export async function readQuestion(question: GivenQuestion, context: RequestContext, ofList?: Snapshot) {
  if (question.category !== null && question.tag !== null)
    throw wrongArgument('tag', 'cannot be combined with category: it takes its place')
  const snapshot = ofList ?? (await snapshotOf(question, context))
  const scope = scopeOf(question)
  const { condition, given, notFound } = await readWhere(question.where, snapshot, context)
  const order = readOrder(question.orderBy, {
    columnNamed: screenColumn,
    hasOther: question.compareTo !== null,
    context,
  })
  const asked: ScreenQuestion = {
    where: condition,
    order,
    given: question.orderBy.length === 0 ? given : null,
  }
  const table = await context.reader.screen(snapshot, scope, context.caller.limiterKey)
  return { snapshot, scope, asked, table, notFound }
}

/** The first traders of a question, as far as lists show them to the caller, by id: no number of theirs is read. */
export async function listedTraders(
  question: GivenQuestion,
  top: number,
  context: RequestContext,
): Promise<{ traders: readonly number[]; snapshot: Snapshot }> {
  const { question: answered } = await screenTraders(question, { first: 0, after: null, top }, context)
  return answered.listed()
}

function inTable(table: ScreenTable | undefined, trader: number) {
  return table === undefined ? null : rowOf(table, trader)
}

function scopeOf({
  period,
  window,
  category,
  tag,
}: Pick<GivenQuestion, 'period' | 'window' | 'category' | 'tag'>): ScreenScope {
  return { window: window ?? periodNamed(period), category, tag }
}

/** Two days of a question: the other day's numbers, and those of the days between. */
interface Comparison {
  other: ScreenTable
  between: ScreenTable
  /** True if the other day is the later one. */
  isLater: boolean
}

async function comparisonOf(
  { compareTo }: GivenQuestion,
  snapshot: Snapshot,
  scope: ScreenScope,
  { caller, reader, ...context }: RequestContext,
): Promise<Comparison | null> {
  if (compareTo === null) return null
  const day = dayOf(snapshot.cutoff.time)
  if (compareTo === day)
    throw wrongArgument('compareTo', `must be another day than the answer's own, ${dayText(day)}`)
  if (!('code' in scope.window))
    throw wrongArgument('compareTo', 'cannot be combined with window: use period')
  const other = await context.snapshot(compareTo)
  const isLater = compareTo > day
  const [from, later] = isLater ? [day + 1, other] : [compareTo + 1, snapshot]
  const window = { from, to: dayOf(later.cutoff.time) }
  return {
    other: await reader.screen(other, scope, caller.limiterKey),
    between: await reader.screen(later, { ...scope, window }, caller.limiterKey),
    isLater,
  }
}

/** The later day's number less the earlier one's, by the table's rows. */
async function changesOf(
  table: ScreenTable,
  column: ScreenColumnId,
  compared: Comparison | null,
): Promise<Float64Array> {
  const { other, isLater } = compared ?? { other: table, isLater: true }
  const [own, others] = [await table.column(column), await other.column(column)]
  return own.map((value, row) => {
    const place = rowOf(other, defined(table.ids[row]))
    const there = place === null ? Number.NaN : defined(others[place.row])
    return isLater ? there - value : value - there
  })
}
