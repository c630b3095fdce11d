import type { Day } from '../ledger/quantities.ts'
import {
  DEFAULT_ROWS,
  LEADERBOARDS,
  type LeaderboardDefinition,
  leaderboardById,
  MAX_ROWS,
} from '../metrics/leaderboards.ts'
import type { BoardFilter, Snapshot } from '../store/snapshot-reader.ts'
import { BoardAccessEnum } from './board-access.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { CutoffType } from './cutoff.ts'
import { LeaderboardEntryType } from './leaderboard-entry.ts'
import { PeriodEnum } from './period.ts'
import { readEntries } from './read-entries.ts'
import { DEFAULT_LIMIT, type RowLimit, truncatedReason } from './row-limit.ts'
import { TabEnum } from './tab.ts'

/** A board of a snapshot as one caller may see it. */
export interface Leaderboard {
  readonly definition: LeaderboardDefinition
  readonly snapshot: Snapshot
  readonly entryCount: number
  readonly limit: RowLimit
  readonly filter: BoardFilter
}

/** What is asked of a board. */
export interface BoardRequest {
  /** @default 100 rows */
  readonly limit?: RowLimit
  /** The newest where it is null. @default null */
  readonly asOf?: Day | null
  /** @default everybody */
  readonly filter?: BoardFilter
}

/** A board for the caller of a request. */
export async function leaderboardFor(
  definition: LeaderboardDefinition,
  { limit = DEFAULT_LIMIT, asOf = null, filter = {} }: BoardRequest,
  context: RequestContext,
): Promise<Leaderboard> {
  const snapshot = await context.snapshot(asOf)
  const entryCount = await entryCountOf(definition, snapshot, filter, context)
  return { definition, snapshot, entryCount, limit, filter }
}

async function entryCountOf(
  { id }: LeaderboardDefinition,
  snapshot: Snapshot,
  filter: BoardFilter,
  { reader, loaders }: RequestContext,
): Promise<number> {
  if (filter.excludeBots) return (await reader.order(snapshot, id, filter))?.traders.length ?? 0
  return (await loaders(snapshot).entryCounts()).get(id) ?? 0
}

/** A ranking of traders by one metric over one period. */
export const LeaderboardType = builder.node(builder.objectRef<Leaderboard>('Leaderboard'), {
  description: 'A ranking of traders by one metric over one period.',
  id: {
    description:
      'The tab and the period as `{tab}-{period}`, such as `pnl-7d`. `leaderboard` and `node` take it.',
    resolve: ({ definition }) => definition.id,
  },
  loadManyWithoutCache: (ids, context) =>
    Promise.all(
      ids.map((id) => {
        const definition = leaderboardById(id)
        return definition ? leaderboardFor(definition, {}, context) : null
      }),
    ),
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
    metric: t.string({
      description: "The id of the metric that orders it, such as `pnl`; an entry's `value` is this metric.",
      resolve: ({ definition }) => definition.tab.metric,
    }),
    access: t.field({
      type: BoardAccessEnum,
      description: 'Who sees it with the people behind its rows.',
      resolve: ({ definition }) => definition.tab.access,
    }),
    entryCount: t.exposeInt('entryCount', {
      description:
        'Rows that it has in all, 0 or more, however many of them `entries` shows; with `excludeBots`, those without bots.',
    }),
    defaultLimit: t.int({
      description: 'Rows that are shown when no `limit` is given.',
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
      type: [LeaderboardEntryType],
      // `leaderboard` counts what its `limit` makes of this.
      complexity: { field: 1, multiplier: DEFAULT_ROWS },
      description: `The rows, best first: as many as \`limit\` of \`leaderboard\` asked for, ${DEFAULT_ROWS} anywhere else.`,
      resolve: (board, _args, context) => readEntries(board, context),
    }),
    truncated: t.boolean({
      description: 'True when the caller asked for rows that were withheld.',
      resolve: ({ limit, entryCount }) => truncatedReason(limit, entryCount) !== null,
    }),
    truncatedReason: t.string({
      nullable: true,
      description: 'Why rows were withheld and what to do about it, in one sentence. Null when none were.',
      resolve: ({ limit, entryCount }) => truncatedReason(limit, entryCount),
    }),
  }),
})

/** Every board for the caller of a request, in the order in which they are listed. */
export async function allLeaderboards(asOf: Day | null, context: RequestContext): Promise<Leaderboard[]> {
  return Promise.all(LEADERBOARDS.map((definition) => leaderboardFor(definition, { asOf }, context)))
}
