import { showsPeople } from '../../access/tier.ts'
import type { LeaderboardDefinition } from '../../metrics/leaderboards.ts'
import { percentile } from '../../metrics/percentile.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MetricIdEnum, PeriodEnum, TabEnum } from '../kit/enums.ts'
import type { TraderProfile } from '../kit/loaders.ts'

export interface Rank {
  readonly board: LeaderboardDefinition
  readonly snapshot: Snapshot
  /** From 1, the best. */
  readonly rank: number
  readonly entryCount: number
}

/**
 * Returns a trader's ranks in the boards' order. It skips boards that withhold their traders from the caller,
 * because a rank reveals the row.
 */
export async function ranksOf(
  { row, snapshot }: Pick<TraderProfile, 'row' | 'snapshot'>,
  all: readonly LeaderboardDefinition[],
  { reader, caller }: Pick<RequestContext, 'reader' | 'caller'>,
): Promise<Rank[]> {
  const boards = all.filter(({ tab }) => showsPeople(tab, caller.tier))
  const orders = await Promise.all(boards.map((board) => reader.order(snapshot, board.id)))
  return boards.flatMap((board, i) => {
    const order = orders[i]
    const rank = order?.rankOf(row.id) ?? null
    return order && rank !== null ? [{ board, snapshot, rank, entryCount: order.count }] : []
  })
}

export const TraderRankType = builder.objectRef<Rank>('TraderRank').implement({
  description: "A trader's rank on one leaderboard.",
  fields: (t) => ({
    leaderboardId: t.string({
      description: "The leaderboard's id, such as `pnl-7d`.",
      resolve: ({ board }) => board.id,
    }),
    tab: t.field({
      type: TabEnum,
      description: "The leaderboard's tab.",
      resolve: ({ board }) => board.tab.name,
    }),
    period: t.field({
      type: PeriodEnum,
      description: "The leaderboard's period.",
      resolve: ({ board }) => board.period.name,
    }),
    rank: t.exposeInt('rank', { description: 'The rank, 1 is the best.' }),
    entryCount: t.exposeInt('entryCount', {
      limits: { minimum: 1 },
      description: 'Total rows of the leaderboard, {limits}.',
    }),
  }),
})

/** A trader's place on one board as a share. */
export const TraderPercentileType = builder.objectRef<Rank>('TraderPercentile').implement({
  description: "A trader's percentile in one metric and period.",
  fields: (t) => ({
    metric: t.field({
      type: MetricIdEnum,
      description: 'The metric of the ranking.',
      resolve: ({ board }) => board.tab.metric,
    }),
    period: t.field({
      type: PeriodEnum,
      description: 'The period of the ranking.',
      resolve: ({ board }) => board.period.name,
    }),
    percentile: t.float({
      limits: { exclusiveMinimum: 0, exclusiveMaximum: 1 },
      description:
        'Percentile rank, (rank − ½) ÷ eligible traders. Unit: fraction, {limits}; 0.01 is the top 1%.',
      resolve: ({ rank, entryCount }) => percentile(rank, entryCount) ?? 1,
    }),
    eligible: t.exposeInt('entryCount', {
      limits: { minimum: 1 },
      description: 'Traders eligible for the metric in the period. Unit: count, {limits}.',
    }),
  }),
})
