import type { Day } from '../ledger/quantities.ts'
import {
  DEFAULT_ROWS,
  LEADERBOARDS,
  type LeaderboardDefinition,
  leaderboardById,
  MAX_ROWS,
} from '../metrics/leaderboards.ts'
import type { Snapshot } from '../store/snapshot-reader.ts'
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
}

/** A board for the caller of a request, with at most `limit` rows; the newest where `asOf` is null. */
export async function leaderboardFor(
  definition: LeaderboardDefinition,
  limit: RowLimit,
  asOf: Day | null,
  { loaders, snapshot }: RequestContext,
): Promise<Leaderboard> {
  const taken = await snapshot(asOf)
  const counts = await loaders(taken).entryCounts()
  return { definition, snapshot: taken, entryCount: counts.get(definition.id) ?? 0, limit }
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
        return definition ? leaderboardFor(definition, DEFAULT_LIMIT, null, context) : null
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
      description: 'Rows that it has in all, 0 or more, however many of them `entries` shows.',
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
      resolve: ({ definition, snapshot, limit }, _args, context) =>
        readEntries(snapshot, definition, limit.rows, context),
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
  return Promise.all(
    LEADERBOARDS.map((definition) => leaderboardFor(definition, DEFAULT_LIMIT, asOf, context)),
  )
}
