import { describeMetric } from '../../../metrics/describe-metric.ts'
import { METRICS } from '../../../metrics/registry.ts'
import { builder } from '../../kit/builder.ts'
import { CutoffType } from '../../kit/cutoff.ts'
import { MetricIdEnum } from '../../leaderboards/metric-id.ts'
import { PeriodEnum } from '../../leaderboards/period.ts'
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

/** What is made of a trader's record. */
export const TraderAnalyticsType = builder.objectRef<PeriodAnalytics>('TraderAnalytics').implement({
  description: "What is made of a trader's record over a period.",
  fields: (t) => ({
    period: t.field({
      type: PeriodEnum,
      description: 'The days that the analytics are of, the last of them the cutoff’s.',
      resolve: ({ period }) => period.name,
    }),
    summary: t.field({
      type: AnalyticsSummaryType,
      description: 'The results.',
      resolve: ({ numbers, summary }) => ({ ...summary, numbers }),
    }),
    risk: t.field({
      type: AnalyticsRiskType,
      description: 'What the results were bought with.',
      resolve: ({ risk }) => ({ numbers: risk }),
    }),
    behavior: t.expose('behavior', {
      type: AnalyticsBehaviorType,
      description: 'How the trader trades.',
    }),
    skill: t.expose('skill', {
      type: AnalyticsSkillType,
      description: 'Skill or luck, over the whole record whatever the period.',
    }),
    attribution: t.expose('attribution', {
      type: AnalyticsAttributionType,
      description: 'Where the profit comes from.',
    }),
    calibration: t.expose('calibration', {
      type: [CalibrationBinType],
      description: describeMetric('calibration'),
    }),
    bestMarkets: t.expose('bestMarkets', {
      type: [MarketResultType],
      complexity: { field: 1, multiplier: MARKETS },
      description: describeMetric('bestMarkets'),
    }),
    worstMarkets: t.expose('worstMarkets', {
      type: [MarketResultType],
      complexity: { field: 1, multiplier: MARKETS },
      description: describeMetric('worstMarkets'),
    }),
    strategy: t.expose('strategy', {
      type: AnalyticsStrategyType,
      description: 'How the trader goes about it.',
    }),
    insufficient: t.field({
      type: [MetricIdEnum],
      complexity: { field: 1, multiplier: METRICS.length },
      description:
        'The metrics above that are null because there is too little to compute them from; `metrics` tells how much each one needs.',
      resolve: ({ insufficient }) => [...insufficient],
    }),
    cutoff: t.field({
      type: CutoffType,
      description: 'The last event that the numbers count; with `asOf`, the close of the day.',
      resolve: ({ profile }) => profile.snapshot.cutoff,
    }),
  }),
})
