import { showsPeople } from '../../access/tier.ts'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { type Day, dayOf } from '../../ledger/quantities.ts'
import {
  dayBeforeWindow,
  LEADERBOARDS,
  type LeaderboardDefinition,
  PERIODS,
  type Period,
  type PeriodDefinition,
  percentile,
  periodNamed,
} from '../../metrics/leaderboards.ts'
import { botAssessment } from '../../numbers/analytics/behaviour-sums.ts'
import { type SeriesPoint, type Snapshot, wholePeriod } from '../../store/snapshot/snapshot-reader.ts'
import { WITHOUT_GATED } from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import {
  ALL_TIME_POINTS,
  EVERY_BOARD,
  PROFILE,
  priced,
  seriesCost,
  sized,
  textCost,
} from '../kit/cost/query-cost.ts'
import { COMPUTED, CUTOFF } from '../kit/cutoff.ts'
import { MarketCategoryEnum, MetricIdEnum, ONE_CATEGORY, PeriodEnum, TabEnum } from '../kit/enums.ts'
import { ADDRESS, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { loadNodes, nodeIdOf } from '../kit/node-id.ts'
import { BotComponentsType, periodAnalytics, TraderAnalyticsType } from './analytics/trader-analytics.ts'
import {
  CoverageEnum,
  coverageOf,
  findTraders,
  identityFields,
  KeyNumbersInterface,
  RiskNumbersInterface,
  TraderNumbersInterface,
  TraderPeriodStatsType,
  VERIFIED,
} from './trader-fields.ts'

export const PnlPointType = builder.objectRef<SeriesPoint>('PnlPoint').implement({
  description: "One day of a trader's profit series.",
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The UTC day.' }),
    pnl: t.amount(
      (point) => point.pnl,
      "Marked profit from the period's start to the day's close. Unit: USD, any amount.",
    ),
    realizedPnl: t.amount(
      (point) => point.realized,
      "Realized profit from the period's start to the day's close. Unit: USD, any amount.",
    ),
    volume: t.amount((point) => point.volume, {
      limits: { minimum: 0 },
      description: "Total value of the day's fills. Unit: USD, {limits}.",
    }),
  }),
})

/**
 * Returns a period's part of an all-time series in day order: profit counted from the close of the day before
 * the period, volume unchanged. A day without a point changed nothing, so the last point before the period is
 * that close.
 */
export function seriesWindow(
  points: readonly SeriesPoint[],
  period: PeriodDefinition,
  cutoffDay: Day,
): readonly SeriesPoint[] {
  const before = dayBeforeWindow(period, cutoffDay)
  if (before === null) return points
  const first = points.findIndex((point) => point.day > before)
  if (first < 0) return []
  const base = points[first - 1]
  if (!base) return points
  return points.slice(first).map(({ day, pnl, realized, volume }) => ({
    day,
    pnl: pnl - base.pnl,
    realized: realized - base.realized,
    volume,
  }))
}

const PERIOD = {
  type: PeriodEnum,
  defaultValue: 'ALL',
  description: 'The period. Default: all time.',
} as const

export const TraderType = builder.node(builder.objectRef<TraderProfile>('Trader'), {
  description:
    'A trader: a wallet with at least one event in the ledger. Its own numbers cover all time; `stats` covers a period.',
  interfaces: [KeyNumbersInterface, RiskNumbersInterface, TraderNumbersInterface],
  id: {
    description:
      "The trader's address, followed by `@` and the day for an answer as of a day (`0x…@2026-01-15`); argument of `node`.",
    resolve: ({ row, snapshot }) => nodeIdOf(row.address, { asOf: snapshot.asOf }),
  },
  loadManyWithoutCache: (ids, context) =>
    loadNodes(ids, async ({ name, asOf }) => (await findTraders([name], context, asOf))[0] ?? null),
  fields: (t) => ({
    address: t.string({
      limits: ADDRESS,
      description: WALLET_ADDRESS,
      resolve: ({ row }) => row.address,
    }),
    ...identityFields(t, ({ row }) => row),
    verifiedBadge: t.boolean({
      description: VERIFIED,
      resolve: ({ row }) => row.verified,
    }),
    bio: t.string({
      complexity: textCost(TEXT_BOUNDS.bio),
      nullable: true,
      description: "The trader's own public description. Null if none is known.",
      resolve: ({ row }) => row.bio,
    }),
    memberSince: t.when(
      ({ numbers }) => numbers.firstTime,
      "Start of the UTC day of the trader's first event in the ledger.",
    ),
    stats: t.field({
      type: TraderPeriodStatsType,
      complexity: PROFILE,
      nullable: true,
      args: {
        period: t.arg({
          type: PeriodEnum,
          required: true,
          description: 'The period, ending on the day of the cutoff.',
        }),
      },
      description:
        'Numbers over a period. Null if the trader neither traded in it nor held anything at its start.',
      resolve: (profile, { period }, { loaders }) => periodStats(profile, period, loaders),
    }),
    analytics: t.field({
      type: TraderAnalyticsType,
      complexity: PROFILE,
      nullable: true,
      tier: { requires: 'FREE', otherwise: 'NULL' },
      args: {
        period: t.arg(PERIOD),
      },
      description:
        'Analytics over a period: results, risk, behavior, skill, attribution, calibration, best and worst markets and strategy. `insufficient` lists metrics that are null because the sample is too small.',
      resolve: (profile, { period }, { loaders }) =>
        periodAnalytics(profile, periodNamed(period ?? 'ALL'), loaders(profile.snapshot)),
    }),
    botComponents: t.field({
      type: BotComponentsType,
      nullable: true,
      description: 'The components of `botProbability`. Null when that is null.',
      resolve: (profile, _args, { loaders }) => botComponents(profile, loaders),
    }),
    pnlSeries: t.field({
      type: [PnlPointType],
      complexity: sized(
        { assumedSize: ALL_TIME_POINTS },
        priced(({ period }) => seriesCost(period)),
      ),
      args: {
        period: t.arg(PERIOD),
        category: t.arg({
          type: MarketCategoryEnum,
          description: ONE_CATEGORY,
        }),
      },
      description:
        "One point per UTC day of the period with a trade or a changed mark, in order. The last point's `pnl` is the period's.",
      async resolve({ row, snapshot }, { period, category }, { loaders }) {
        const points = await loaders(snapshot)
          .series(category ?? null)
          .load(row.id)
        return seriesWindow(points, periodNamed(period ?? 'ALL'), dayOf(snapshot.cutoff.time))
      },
    }),
    ranks: t.field({
      type: [TraderRankType],
      tier: WITHOUT_GATED,
      complexity: { field: EVERY_BOARD, multiplier: LEADERBOARDS.length },
      description:
        "The trader's ranks on all leaderboards; empty if it is on none. Those on leaderboards with `access` SIGNED_IN are withheld from anonymous callers.",
      resolve: (profile, _args, context) => ranksOf(profile, LEADERBOARDS, context),
    }),
    percentiles: t.field({
      type: [TraderPercentileType],
      tier: WITHOUT_GATED,
      complexity: { field: EVERY_BOARD, multiplier: LEADERBOARDS.length },
      description:
        "The trader's percentile by metric and period, where it is eligible. Those on leaderboards with `access` SIGNED_IN are withheld from anonymous callers.",
      resolve: (profile, _args, context) => ranksOf(profile, LEADERBOARDS, context),
    }),
    coverage: t.field({
      type: CoverageEnum,
      description: "Whether the ledger holds the trader's complete history.",
      resolve: (profile, _args, { loaders }) => coverageOf(profile, loaders),
    }),
    cutoff: t.field({
      ...CUTOFF,
      resolve: ({ snapshot }) => snapshot.cutoff,
    }),
    generatedAt: t.when(({ snapshot }) => snapshot.generatedAt, COMPUTED),
  }),
})

async function periodStats(profile: TraderProfile, name: Period, loaders: RequestContext['loaders']) {
  const period = periodNamed(name)
  const numbers = await loaders(profile.snapshot).stats(wholePeriod(period)).load(profile.row.id)
  return numbers && { period, numbers }
}

/** Returns the components of the all-time record, for which neither names nor baselines are read. */
async function botComponents({ row, numbers, snapshot }: TraderProfile, loaders: RequestContext['loaders']) {
  const analytics = (await loaders(snapshot).facts.analytics(snapshot, [row.id])).get(row.id)
  const record = analytics?.periods[PERIODS.indexOf(periodNamed('ALL'))]
  return record ? (botAssessment(record.behaviour, numbers.volume)?.components ?? null) : null
}

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
