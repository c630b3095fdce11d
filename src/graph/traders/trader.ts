import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { dayOf } from '../../ledger/quantities.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import { PERIODS, type Period, periodNamed } from '../../metrics/periods.ts'
import { botAssessment } from '../../refresh/analytics/bot-assessment.ts'
import { wholePeriod } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { CutoffType } from '../kit/cutoff.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { loadNodes, nodeIdOf } from '../kit/node-id.ts'
import { seriesCost, textCost } from '../kit/query-cost.ts'
import { PeriodEnum } from '../leaderboards/period.ts'
import { BotComponentsType } from './analytics/bot-components.ts'
import { periodAnalytics } from './analytics/period-analytics.ts'
import { TraderAnalyticsType } from './analytics/trader-analytics.ts'
import { CoverageEnum, coverageOf } from './coverage.ts'
import { findTraders } from './find-traders.ts'
import { KeyNumbersInterface } from './key-numbers.ts'
import { PnlPointType } from './pnl-point.ts'
import { RiskNumbersInterface } from './risk-numbers.ts'
import { seriesWindow } from './series-window.ts'
import { TraderNumbersInterface } from './trader-numbers.ts'
import { TraderPeriodStatsType } from './trader-period-stats.ts'
import { ranksOf, TraderPercentileType, TraderRankType } from './trader-rank.ts'

/** A wallet that trades. */
export const TraderType = builder.node(builder.objectRef<TraderProfile>('Trader'), {
  description:
    'A wallet with at least one event in the ledger. Its own numbers are over all time; `stats` has those of a period.',
  interfaces: [KeyNumbersInterface, RiskNumbersInterface, TraderNumbersInterface],
  id: {
    description:
      "The trader's address; as of a day, with `@` and the day behind it (`0x…@2026-01-15`). `node` takes it.",
    resolve: ({ row, snapshot }) => nodeIdOf(row.address, { asOf: snapshot.asOf }),
  },
  loadManyWithoutCache: (ids, context) =>
    loadNodes(ids, async ({ name, asOf }) => (await findTraders([name], context, asOf))[0] ?? null),
  fields: (t) => ({
    address: t.string({
      description: "The wallet's address: 0x and 40 lower-case hex digits.",
      resolve: ({ row }) => row.address,
    }),
    username: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      description: 'The public name. Null when the trader has none, or none is known.',
      resolve: ({ row }) => row.username,
    }),
    profileImage: t.string({
      complexity: textCost(TEXT_BOUNDS.picture),
      nullable: true,
      description: 'The address of the public picture, as its source gives it. Null when none is known.',
      resolve: ({ row }) => row.profileImage,
    }),
    xUsername: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      description: 'The account on X that the trader names, without the @. Null when none is known.',
      resolve: ({ row }) => row.xUsername,
    }),
    verifiedBadge: t.boolean({
      description: 'True when the source of the public name marks it as verified.',
      resolve: ({ row }) => row.verified,
    }),
    bio: t.string({
      complexity: textCost(TEXT_BOUNDS.bio),
      nullable: true,
      description: "The trader's own words about itself. Null when none are known.",
      resolve: ({ row }) => row.bio,
    }),
    memberSince: t.field({
      type: 'DateTime',
      description: "The start of the UTC day of the trader's first event in the ledger.",
      resolve: ({ numbers }) => numbers.firstTime,
    }),
    stats: t.field({
      type: TraderPeriodStatsType,
      nullable: true,
      args: {
        period: t.arg({
          type: PeriodEnum,
          required: true,
          description: 'The days that the numbers are of, the last of them the cutoff’s.',
        }),
      },
      description:
        'The numbers over a period. Null when the trader neither traded in the period nor held anything at its start.',
      resolve: (profile, { period }, { loaders }) => periodStats(profile, period, loaders),
    }),
    analytics: t.field({
      type: TraderAnalyticsType,
      nullable: true,
      tier: { requires: 'FREE', otherwise: 'NULL' },
      args: {
        period: t.arg({
          type: PeriodEnum,
          defaultValue: 'ALL',
          description: 'The period. All time when it is left out or null.',
        }),
      },
      description:
        'What is made of the record: risk, behaviour, skill or luck, where the profit comes from. Null when the caller is not signed in.',
      resolve: (profile, { period }, { loaders }) =>
        periodAnalytics(profile, periodNamed(period ?? 'ALL'), loaders(profile.snapshot)),
    }),
    botComponents: t.field({
      type: BotComponentsType,
      nullable: true,
      description: 'What `botProbability` is made of. Null when that is null.',
      resolve: (profile, _args, { loaders }) => botComponents(profile, loaders),
    }),
    pnlSeries: t.field({
      type: [PnlPointType],
      complexity: ({ period }) => ({ field: 1, multiplier: seriesCost(period) }),
      args: {
        period: t.arg({
          type: PeriodEnum,
          defaultValue: 'ALL',
          description: 'The period. All time when it is left out or null.',
        }),
      },
      description:
        "One point for each UTC day of the period with a trade or a changed mark, in order. The last point's `pnl` is the period's.",
      async resolve({ row, snapshot }, { period }, { loaders }) {
        const points = await loaders(snapshot).series.load(row.id)
        return seriesWindow(points, periodNamed(period ?? 'ALL'), dayOf(snapshot.cutoff.time))
      },
    }),
    ranks: t.field({
      type: [TraderRankType],
      complexity: { field: 1, multiplier: LEADERBOARDS.length },
      description:
        'The places on the leaderboards that the trader stands on; empty when it stands on none. Leaderboards for those who are signed in are left out for everybody else.',
      resolve: (profile, _args, context) => ranksOf(profile, LEADERBOARDS, context),
    }),
    percentiles: t.field({
      type: [TraderPercentileType],
      complexity: { field: 1, multiplier: LEADERBOARDS.length },
      description:
        'Where the trader stands among all, by metric and period; without those for which it is not eligible, and, for callers who are not signed in, without those that order a leaderboard for those who are.',
      resolve: (profile, _args, context) => ranksOf(profile, LEADERBOARDS, context),
    }),
    coverage: t.field({
      type: CoverageEnum,
      description: 'Whether the ledger holds everything that the trader did.',
      resolve: (profile, _args, { loaders }) => coverageOf(profile, loaders),
    }),
    cutoff: t.field({
      type: CutoffType,
      description: 'The last event that the numbers count; with `asOf`, the close of the day.',
      resolve: ({ snapshot }) => snapshot.cutoff,
    }),
    generatedAt: t.field({
      type: 'DateTime',
      description: 'When the numbers were computed; with `asOf`, the close of the day.',
      resolve: ({ snapshot }) => snapshot.generatedAt,
    }),
  }),
})

async function periodStats(profile: TraderProfile, name: Period, loaders: RequestContext['loaders']) {
  const period = periodNamed(name)
  const numbers = await loaders(profile.snapshot).stats(wholePeriod(period)).load(profile.row.id)
  return numbers && { period, numbers }
}

/** Of the record of all time alone: neither names nor baselines are read for them. */
async function botComponents({ row, numbers, snapshot }: TraderProfile, loaders: RequestContext['loaders']) {
  const told = (await loaders(snapshot).facts.analytics(snapshot, [row.id])).get(row.id)
  const record = told?.periods[PERIODS.indexOf(periodNamed('ALL'))]
  return record ? (botAssessment(record.behaviour, numbers.volume)?.components ?? null) : null
}
