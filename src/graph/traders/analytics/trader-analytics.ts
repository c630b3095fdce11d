import { METRICS } from '../../../metrics/registry.ts'
import { builder } from '../../kit/builder.ts'
import { CUTOFF } from '../../kit/cutoff.ts'
import { MetricIdEnum, PeriodEnum } from '../../kit/enums.ts'
import { AnalyticsAttributionType } from './attribution.ts'
import { AnalyticsBehaviorType } from './behavior.ts'
import { CalibrationBinType } from './calibration-bin.ts'
import { MarketResultType } from './market-result.ts'
import type { PeriodAnalytics } from './period-analytics.ts'
import { AnalyticsRiskType } from './risk.ts'
import { AnalyticsSkillType } from './skill.ts'
import { AnalyticsStrategyType } from './strategy.ts'
import { AnalyticsSummaryType } from './summary.ts'

/** Markets that are listed at either end. */
const MARKETS = 5

export const TraderAnalyticsType = builder.objectRef<PeriodAnalytics>('TraderAnalytics').implement({
  description: "A trader's analytics over a period.",
  fields: (t) => ({
    period: t.field({
      type: PeriodEnum,
      description: 'The period covered, ending on the day of the cutoff.',
      resolve: ({ period }) => period.name,
    }),
    summary: t.field({
      type: AnalyticsSummaryType,
      description: 'Key numbers of the period.',
      resolve: ({ numbers, summary }) => ({ ...summary, numbers }),
    }),
    risk: t.field({
      type: AnalyticsRiskType,
      description: 'Risk-adjusted returns, drawdowns, largest win and loss.',
      resolve: ({ risk }) => ({ numbers: risk }),
    }),
    behavior: t.expose('behavior', {
      type: AnalyticsBehaviorType,
      description: 'Roles, timing, sizes and bot probability.',
    }),
    skill: t.expose('skill', {
      type: AnalyticsSkillType,
      description: 'Tests of skill against luck, over the whole record regardless of the period.',
    }),
    attribution: t.expose('attribution', {
      type: AnalyticsAttributionType,
      description: 'Profit by category and tag.',
    }),
    calibration: t.expose('calibration', {
      type: [CalibrationBinType],
      complexity: { field: 1, multiplier: 10 },
      metric: 'calibration',
    }),
    bestMarkets: t.expose('bestMarkets', {
      type: [MarketResultType],
      complexity: { field: 1, multiplier: MARKETS },
      metric: 'bestMarkets',
    }),
    worstMarkets: t.expose('worstMarkets', {
      type: [MarketResultType],
      complexity: { field: 1, multiplier: MARKETS },
      metric: 'worstMarkets',
    }),
    strategy: t.expose('strategy', {
      type: AnalyticsStrategyType,
      description: 'The strategy class and the rule that assigned it.',
    }),
    insufficient: t.field({
      type: [MetricIdEnum],
      complexity: { field: 1, multiplier: METRICS.length },
      description: 'The metrics that are null because the sample is too small; `metrics` has each minimum.',
      resolve: ({ insufficient }) => [...insufficient],
    }),
    cutoff: t.field({
      ...CUTOFF,
      resolve: ({ profile }) => profile.snapshot.cutoff,
    }),
  }),
})
