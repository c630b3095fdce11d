import { isGated, showsPeople } from '../../access/tier.ts'
import { countText } from '../../formats.ts'
import { type Day, dayText } from '../../ledger/quantities.ts'
import { boardWords, DEFAULT_ROWS, LEADERBOARDS, MAX_ROWS } from '../../metrics/leaderboards.ts'
import {
  BoardAccessEnum,
  DayWindowInput,
  MAKES_ANOTHER_BOARD,
  MORE_ROWS,
  namesDay,
  ON_A_LATE_DAY,
  PRO_WINDOW,
  shownRows,
  WITHOUT_GATED,
} from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { PAGE_ROWS, SLICE, sliced, weighted } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT, COMPUTED, CUTOFF } from '../kit/cutoff.ts'
import { MarketCategoryEnum, MetricIdEnum, ONE_CATEGORY, PeriodEnum, TabEnum } from '../kit/enums.ts'
import { LIST_LIMITS, rowsPerPage } from '../kit/limits/known-limits.ts'
import { loadNodes } from '../kit/node-id.ts'
import { TraderRankType } from '../traders/trader.ts'
import { ENTRY_WHERE, LeaderboardEntryConnectionType, listEntries, readsMore } from './entry-connection.ts'
import {
  boardNodeId,
  findLeaderboard,
  isSlice,
  type Leaderboard,
  LeaderboardWindowType,
  sliceOf,
  unknownLeaderboard,
} from './find-leaderboard.ts'

/** A ranking of traders by one metric over a period or a window. */
export const LeaderboardType = builder.node(builder.objectRef<Leaderboard>('Leaderboard'), {
  description: 'A leaderboard: traders ranked by one metric over a period or a window of days.',
  id: {
    description:
      'The id `{tab}-{period}`, such as `pnl-7d`, argument of `leaderboard`; the tab alone for a window. In GraphQL, a day or window and a category follow after an `@`: `pnl-7d@2026-01-15`, `pnl-7d@sports`, `pnl@2026-01-01..2026-01-31,sports`; `node` accepts all of these.',
    resolve: boardNodeId,
  },
  loadManyWithoutCache: (ids, context) => loadNodes(ids, (id) => findLeaderboard(id, context)),
  fields: (t) => ({
    tab: t.of(TabEnum, ({ definition }) => definition.tab.name, {
      description: 'The tab: the number that traders are ranked by.',
    }),
    period: t.of(PeriodEnum, ({ definition, window }) => (window === null ? definition.period.name : null), {
      nullable: true,
      description: 'The period covered. Null for a `window`.',
    }),
    window: t.of(LeaderboardWindowType, 'window', {
      nullable: true,
      description: 'The window covered, if one was requested. Null for a `period`.',
    }),
    category: t.of(MarketCategoryEnum, 'category', {
      nullable: true,
      description: 'The category that the numbers are limited to. Null for all activity.',
    }),
    title: t.text((board) => wordsOf(board).title, 'A short title.'),
    description: t.text((board) => wordsOf(board).description, {
      description: 'How it is ordered and who is eligible, in one or two sentences.',
    }),
    metric: t.of(MetricIdEnum, ({ definition }) => definition.tab.metric, {
      description: "The metric it is ordered by, which is each entry's `value`.",
    }),
    access: t.of(BoardAccessEnum, ({ definition }) => definition.tab.access, {
      description: 'Audience of the traders in its rows.',
    }),
    entryCount: t.count(countEntries, 'Total rows, {limits}, regardless of how many `entries` returns.'),
    defaultLimit: t.int({
      description: 'Rows returned by default.',
      resolve: () => DEFAULT_ROWS,
    }),
    maxLimit: t.int({
      description: `The maximum rows a Pro caller can request; others get at most ${DEFAULT_ROWS}.`,
      resolve: () => MAX_ROWS,
    }),
    generatedAt: t.when(({ snapshot }) => snapshot.generatedAt, COMPUTED),
    cutoff: t.field({
      ...CUTOFF,
      resolve: ({ snapshot }) => snapshot.cutoff,
    }),
    entries: t.field({
      type: LeaderboardEntryConnectionType,
      complexity: sliced(
        { assumedSize: DEFAULT_ROWS, slicingArguments: ['first'], sizedFields: PAGE_ROWS },
        shownRows,
      ),
      description: `The rows, best first, ${DEFAULT_ROWS} per page by default. Over all pages, Pro callers see the first ${countText(MAX_ROWS)} and others the first ${DEFAULT_ROWS}. Rows of a window or a category are computed on request.`,
      countsCall: (board, { where }) => isSlice(board) || readsMore(where),
      args: {
        first: t.arg.int({
          defaultValue: DEFAULT_ROWS,
          limits: { minimum: 1, maximum: MAX_ROWS },
          description: rowsPerPage(DEFAULT_ROWS, `more than ${DEFAULT_ROWS} requires Pro`),
          tier: MORE_ROWS,
        }),
        after: t.arg.string({
          description:
            'A cursor from the same list; the page starts after its rank, even if a newer snapshot has another row there. Default: the first page.',
          limits: { minLength: 1, maxLength: LIST_LIMITS.entryCursor },
        }),
        where: t.arg(ENTRY_WHERE),
      },
      resolve(board, args, context, info) {
        return listEntries(board, args, context, info)
      },
    }),
  }),
})

builder.objectField(TraderRankType, 'leaderboard', (t) =>
  t.of(
    LeaderboardType,
    ({ board, snapshot }) => ({
      definition: board,
      snapshot,
      window: null,
      category: null,
      isGated: isGated(board.tab),
    }),
    'The leaderboard with its rows, as of the same day.',
  ),
)

/** A board of a window or a category is counted with its rows. */
async function countEntries(board: Leaderboard, _args: object, { caller, loaders, reader }: RequestContext) {
  const { definition, snapshot } = board
  if (isSlice(board))
    return (await reader.order(snapshot, definition.id, sliceOf(board), caller.limiterKey))?.count ?? 0
  return (await loaders(snapshot).entryCounts()).get(definition.id) ?? 0
}

function wordsOf(board: Leaderboard) {
  const { definition, window, category } = board
  if (!isSlice(board)) return definition
  const days = window && [window.from, window.to].map(dayText)
  const { title, days: length } = definition.period
  const span = length === null ? 'all time' : `the ${length} UTC days up to the cutoff`
  return boardWords(definition.tab, {
    title: [days?.join(' to ') ?? title, category ?? []].flat().join(', '),
    says: `${days ? `the UTC days ${days.join(' to ')}` : span}${category ? `, only in events of the category ${category}` : ''}`,
  })
}

/**
 * Returns every board for a request's caller, in their listed order; as of a day, without those that the
 * caller may not see.
 */
export async function allLeaderboards(asOf: Day | null, context: RequestContext): Promise<Leaderboard[]> {
  const shown = LEADERBOARDS.filter(({ tab }) => asOf === null || showsPeople(tab, context.caller.tier))
  const boards = shown.map(({ id }) =>
    findLeaderboard({ name: id, asOf, window: null, category: null }, context),
  )
  return (await Promise.all(boards)).filter((board) => board !== null)
}

builder.queryField('leaderboards', (t) =>
  t.field({
    type: [LeaderboardType],
    complexity: { field: 1, multiplier: LEADERBOARDS.length },
    tier: {
      ...WITHOUT_GATED,
      where: {
        says: `\`asOf\` is given, and ${WITHOUT_GATED.where.says}`,
        holds: (_root, { asOf }: { asOf?: Day | null }) => (asOf ?? null) !== null,
      },
    },
    description: 'Every leaderboard, in display order, with its metric, number of rows and row limits.',
    args: { asOf: t.arg(AS_OF_ARGUMENT) },
    resolve: (_root, { asOf }, context) => allLeaderboards(asOf ?? null, context),
  }),
)

builder.queryField('leaderboard', (t) =>
  t.field({
    type: LeaderboardType,
    nullable: true,
    complexity: weighted(),
    description: 'The rows of one leaderboard, best first.',
    throws: { NOT_FOUND: 'for an unknown id; the message lists the known ones' },
    args: {
      id: t.arg.string({
        required: true,
        limits: { minLength: 1, maxLength: LIST_LIMITS.boardId },
        description:
          'The id `{tab}-{period}`, such as `pnl-7d`; with days of its own, the tab alone is enough.',
      }),
      asOf: t.arg({ ...AS_OF_ARGUMENT, tier: ON_A_LATE_DAY }),
      window: t.arg({
        type: DayWindowInput,
        tier: PRO_WINDOW,
        weight: SLICE,
        description:
          "Replaces the id's period with these days, within the ledger's: profit is the total at the close of the last day less the total at the close of the day before the first. The answer is as of the last day, so `asOf` cannot be combined with it. Default: the id's period.",
      }),
      category: t.arg({
        type: MarketCategoryEnum,
        tier: MAKES_ANOTHER_BOARD,
        weight: SLICE,
        description: ONE_CATEGORY,
      }),
    },
    resolve: async (_root, { id, asOf, window, category }, context) => {
      const days = window && namesDay(window) ? window : null
      const asked = { name: id, asOf: asOf ?? null, window: days, category: category ?? null }
      const board = await findLeaderboard(asked, context)
      if (board === null) throw unknownLeaderboard(id)
      return board
    },
  }),
)
