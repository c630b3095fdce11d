import type { Day } from '../ledger/quantities.ts'
import {
  DEFAULT_ROWS,
  LEADERBOARDS,
  type LeaderboardDefinition,
  leaderboardById,
  MAX_ROWS,
} from '../metrics/leaderboards.ts'
import type { Snapshot } from '../store/snapshot-reader.ts'
import { intBetween, textUpTo } from './argument-checks.ts'
import { BoardAccessEnum, ON_GATED_BOARD, showsPeople } from './board-access.ts'
import { ENTRY_FILTER_ARGUMENTS, entryFilter } from './boards/entry-filter.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { CutoffType } from './cutoff.ts'
import { LeaderboardEntryConnectionType, listEntries } from './entry-connection.ts'
import { LIST_LIMITS } from './list-limits.ts'
import { MetricIdEnum } from './metric-id.ts'
import { loadNodes, nodeIdOf } from './node-id.ts'
import { PeriodEnum } from './period.ts'
import { boardRowsCost, narrowingCost } from './query-cost.ts'
import { MORE_ROWS } from './row-limit.ts'
import { TabEnum } from './tab.ts'
import { argumentRefusal } from './tier-gate.ts'
import { noteWithheld } from './withheld.ts'

/** A board of a snapshot. */
export interface Leaderboard {
  readonly definition: LeaderboardDefinition
  readonly snapshot: Snapshot
}

/**
 * A board for the caller of a request; the newest where `asOf` is null.
 * @throws PequodError UNAUTHENTICATED for a gated board as of a day where the caller is not signed in: what is coarse on one day
 *   is less so on all days
 */
export async function leaderboardFor(
  definition: LeaderboardDefinition,
  asOf: Day | null,
  context: RequestContext,
): Promise<Leaderboard> {
  if (asOf !== null && !showsPeople(definition.tab, context.caller.tier)) throw GATED_AS_OF
  return { definition, snapshot: await context.snapshot(asOf) }
}

const GATED_AS_OF = argumentRefusal('asOf', { requires: 'FREE', where: ON_GATED_BOARD }, 'ANONYMOUS')

/** A ranking of traders by one metric over one period. */
export const LeaderboardType = builder.node(builder.objectRef<Leaderboard>('Leaderboard'), {
  description: 'A ranking of traders by one metric over one period.',
  id: {
    description:
      'The tab and the period as `{tab}-{period}`, such as `pnl-7d`, which `leaderboard` takes; in GraphQL, as of a day, with `@` and the day behind it (`pnl-7d@2026-01-15`). `node` takes either.',
    resolve: ({ definition, snapshot }) => nodeIdOf(definition.id, snapshot.asOf),
  },
  loadManyWithoutCache: (ids, context) =>
    loadNodes(ids, async ({ name, asOf }) => {
      const definition = leaderboardById(name)
      return definition ? leaderboardFor(definition, asOf, context) : null
    }),
  fields: (t) => ({
    tab: t.field({
      type: TabEnum,
      description: 'What traders are ranked by.',
      resolve: ({ definition }) => definition.tab.name,
    }),
    period: t.field({
      type: PeriodEnum,
      description: 'The period that the numbers are of.',
      resolve: ({ definition }) => definition.period.name,
    }),
    title: t.string({
      description: 'A heading of a few words.',
      resolve: ({ definition }) => definition.title,
    }),
    description: t.string({
      description: 'How it is ordered and who is on it, in one or two sentences.',
      resolve: ({ definition }) => definition.description,
    }),
    metric: t.field({
      type: MetricIdEnum,
      description: "The metric that orders it; an entry's `value` is this metric.",
      resolve: ({ definition }) => definition.tab.metric,
    }),
    access: t.field({
      type: BoardAccessEnum,
      description: 'Who sees it with the people behind its rows.',
      resolve: ({ definition }) => definition.tab.access,
    }),
    entryCount: t.int({
      description: 'Rows that it has in all, 0 or more, however many of them `entries` shows.',
      resolve: async ({ definition, snapshot }, _args, { loaders }) =>
        (await loaders(snapshot).entryCounts()).get(definition.id) ?? 0,
    }),
    defaultLimit: t.int({
      description: 'Rows that are shown unless more or fewer are asked for.',
      resolve: () => DEFAULT_ROWS,
    }),
    maxLimit: t.int({
      description: `Rows that a Pro caller can ask for. Everybody else gets at most ${DEFAULT_ROWS}.`,
      resolve: () => MAX_ROWS,
    }),
    generatedAt: t.field({
      type: 'DateTime',
      description: 'When it was computed; with `asOf`, the close of the day.',
      resolve: ({ snapshot }) => snapshot.generatedAt,
    }),
    cutoff: t.field({
      type: CutoffType,
      description: 'The last event that it counts; with `asOf`, the close of the day.',
      resolve: ({ snapshot }) => snapshot.cutoff,
    }),
    entries: t.field({
      type: LeaderboardEntryConnectionType,
      complexity: (args, { caller }) => ({
        field: 1 + narrowingCost(args),
        multiplier: boardRowsCost(args.first, caller.tier),
      }),
      description: `The rows, best first: ${DEFAULT_ROWS} unless more or fewer are asked for. In all, callers without Pro see the first ${DEFAULT_ROWS}, and Pro callers the first ${MAX_ROWS.toLocaleString('en')}.`,
      args: {
        first: t.arg.int({
          defaultValue: DEFAULT_ROWS,
          description: `Rows of the page, from 1 to ${MAX_ROWS}; more than ${DEFAULT_ROWS} are served to Pro callers only. ${DEFAULT_ROWS} when it is null.`,
          validate: { schema: intBetween(1, MAX_ROWS) },
          tier: MORE_ROWS,
        }),
        after: t.arg.string({
          description:
            'A cursor of the same rows: the page begins behind its place, also where a newer answer has another row there. The first page when it is left out or null.',
          validate: { schema: textUpTo(LIST_LIMITS.entryCursor) },
        }),
        ...ENTRY_FILTER_ARGUMENTS,
      },
      resolve(board, args, context, info) {
        const isTold = showsPeople(board.definition.tab, context.caller.tier)
        // The rows are there, and what they hold is coarse.
        if (!isTold) noteWithheld(context, info, [{ requires: 'FREE' }])
        const filter = entryFilter(args, isTold)
        return listEntries(board, filter, args, context)
      },
    }),
  }),
})

/**
 * Every board for the caller of a request, in the order in which they are listed; as of a day, without those that the caller may
 * not ask for.
 */
export async function allLeaderboards(asOf: Day | null, context: RequestContext): Promise<Leaderboard[]> {
  const shown = LEADERBOARDS.filter(({ tab }) => asOf === null || showsPeople(tab, context.caller.tier))
  return Promise.all(shown.map((definition) => leaderboardFor(definition, asOf, context)))
}
