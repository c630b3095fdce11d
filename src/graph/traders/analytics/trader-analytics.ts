import type { StrategyMatch, StrategyName } from '../../../metrics/behaviour/strategy.ts'
import type { BotComponents } from '../../../metrics/behaviour/trade-habits.ts'
import { METRICS } from '../../../metrics/registry.ts'
import type { CalibrationBin } from '../../../metrics/skill/calibration.ts'
import { LOW_Q, type Verdict } from '../../../metrics/skill/intervals.ts'
import type { Behaviour, Risk, Skill, Summary } from '../../../numbers/analytics/trader-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { CUTOFF } from '../../kit/cutoff.ts'
import { MetricIdEnum, PeriodEnum } from '../../kit/enums.ts'
import { IntervalType } from '../../kit/interval.ts'
import {
  KeyNumbersInterface,
  RiskNumbersInterface,
  TraderNumbersInterface,
  type WithNumbers,
} from '../key-numbers.ts'
import { AnalyticsAttributionType, MarketResultType, type PeriodAnalytics } from './period-analytics.ts'

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

/** A trader's results of a period, and the two numbers that only analytics have. */
export interface AnalyticsSummary extends WithNumbers, Pick<Summary, 'activeDays' | 'meanTrade'> {}

const AnalyticsSummaryType = builder.objectRef<AnalyticsSummary>('AnalyticsSummary').implement({
  description: "A trader's key numbers over the period.",
  interfaces: [KeyNumbersInterface, RiskNumbersInterface, TraderNumbersInterface],
  fields: (t) => ({
    activeDays: t.exposeInt('activeDays', { metric: 'activeDays' }),
    meanTrade: t.exposeFloat('meanTrade', { nullable: true, metric: 'meanTrade' }),
  }),
})

const AnalyticsRiskType = builder.objectRef<{ readonly numbers: Risk }>('AnalyticsRisk').implement({
  description: 'Risk over the period: risk-adjusted returns, drawdowns, largest win and loss.',
  interfaces: [RiskNumbersInterface],
  fields: (t) => ({
    largestWin: t.amount(({ numbers: { largestWin } }) => largestWin, {
      nullable: true,
      metric: 'largestWin',
    }),
    largestLoss: t.amount(({ numbers: { largestLoss } }) => largestLoss, {
      nullable: true,
      metric: 'largestLoss',
    }),
  }),
})

const AnalyticsBehaviorType = builder.objectRef<Behaviour>('AnalyticsBehavior').implement({
  description: 'Trading behavior over the period: roles, timing, sizes, bot probability.',
  fields: (t) => ({
    hourHistogram: t.exposeIntList('hourHistogram', {
      complexity: { field: 1, multiplier: 24 },
      metric: 'hourHistogram',
    }),
    makerRatio: t.exposeFloat('makerRatio', { nullable: true, metric: 'makerRatio' }),
    holdingTime: t.exposeFloat('holdingTime', {
      nullable: true,
      metric: 'holdingTime',
    }),
    entryPrices: t.exposeFloatList('entryPrices', {
      nullable: true,
      complexity: { field: 1, multiplier: 10 },
      metric: 'entryPrices',
    }),
    sizeVariation: t.exposeFloat('sizeVariation', {
      nullable: true,
      metric: 'sizeVariation',
    }),
    fillsPerActiveDay: t.exposeFloat('fillsPerActiveDay', {
      nullable: true,
      metric: 'fillsPerActiveDay',
    }),
    botProbability: t.exposeFloat('botProbability', {
      nullable: true,
      metric: 'botProbability',
    }),
    botComponents: t.expose('botComponents', {
      type: BotComponentsType,
      nullable: true,
      description: 'The components of the bot probability. Null when the trader has no fills in the period.',
    }),
    isBot: t.exposeBoolean('isBot', { metric: 'isBot' }),
  }),
})

export const StrategyNameEnum = builder.enumType('StrategyName', {
  description: 'Strategy classes; the first matching class applies.',
  values: {
    MARKET_MAKER: { description: 'Mostly maker, many fills a day.' },
    HIGH_FREQUENCY: { description: 'Many fills a day, and many per market.' },
    SNIPER: { description: 'Few markets, high win rate.' },
    SPECIALIST: { description: 'Mostly one category.' },
    DIVERSIFIED: { description: 'Many categories, none dominant.' },
    GENERAL: { description: 'None of the others.' },
  } satisfies Record<StrategyName, { description: string }>,
})

const AnalyticsStrategyType = builder.objectRef<StrategyMatch>('AnalyticsStrategy').implement({
  description: "The trader's strategy class and the rule that assigned it.",
  fields: (t) => ({
    name: t.expose('strategy', { type: StrategyNameEnum, metric: 'strategy' }),
    rule: t.exposeString('rule', {
      description: "The rule that applied, with the trader's own numbers, in one sentence.",
    }),
  }),
})

export const VerdictEnum = builder.enumType('Verdict', {
  description: 'The verdict of the skill test.',
  values: {
    SKILLED: {
      description: `The q-value is below ${LOW_Q}, and the edge's whole interval is above 0.`,
    },
    UNSKILLED: { description: "The edge's whole interval is below 0." },
    CANNOT_TELL: { description: 'Neither; always the case below 30 decided units with a cost.' },
  } satisfies Record<Verdict, { description: string }>,
})

export const AnalyticsSkillType = builder.objectRef<Skill>('AnalyticsSkill').implement({
  description: "Tests of skill against luck over the trader's whole record, regardless of the period.",
  fields: (t) => ({
    units: t.count('units', 'Sample size of the edge: decided units with a cost. Unit: count, {limits}.'),
    edge: t.exposeFloat('edge', { nullable: true, metric: 'edge' }),
    edgeInterval: t.expose('edgeInterval', {
      type: IntervalType,
      nullable: true,
      metric: 'edgeInterval',
    }),
    edgePValue: t.exposeFloat('edgePValue', { nullable: true, metric: 'edgePValue' }),
    edgeQValue: t.exposeFloat('edgeQValue', { nullable: true, metric: 'edgeQValue' }),
    verdict: t.expose('verdict', { type: VerdictEnum, metric: 'verdict' }),
  }),
})

export const BotComponentsType = builder.objectRef<BotComponents>('BotComponents').implement({
  description: 'The components of a bot probability, each from 0 to 1, higher for a bot.',
  fields: (t) => ({
    frequency: t.exposeFloat('frequency', {
      description: 'Trading frequency: 1 at 500 or more fills per active day. Weight 0.40.',
    }),
    makerRatio: t.exposeFloat('makerRatio', {
      description: 'Share of fills as maker; 0 where no role is known. Weight 0.30.',
    }),
    entropy: t.exposeFloat('entropy', {
      description:
        'How evenly fills spread over the hours of the day: 1 for a uniform spread, 0 for a single hour or under 50 fills. Weight 0.25.',
    }),
    sizeRegularity: t.exposeFloat('sizeRegularity', {
      description: 'How uniform fill sizes are: 1 if all are equal. Weight 0.05.',
    }),
  }),
})

/** One tenth of the price range. */
const CalibrationBinType = builder.objectRef<CalibrationBin>('CalibrationBin').implement({
  description: 'One calibration bin: buys of resolved tokens in a tenth of the price range.',
  fields: (t) => ({
    from: t.exposeFloat('from', {
      description: "The bin's lower bound; it ends before the next bin's, and the last bin includes 1.",
    }),
    count: t.count(
      'count',
      'Tokens whose mean buy price falls in the bin; all buys of a token count as one. {limits}.',
    ),
    meanPrice: t.exposeFloat('meanPrice', {
      nullable: true,
      description: 'Mean price paid, weighted by cost. Null in an empty bin.',
    }),
    outcomeRate: t.exposeFloat('outcomeRate', {
      nullable: true,
      description: 'Mean payout, weighted by cost: the share of the money that won. Null in an empty bin.',
    }),
    effective: t.exposeFloat('effective', {
      nullable: true,
      description: 'Effective sample size, (Σcost)² ÷ Σcost². Null in an empty bin.',
    }),
    interval: t.expose('interval', {
      type: IntervalType,
      nullable: true,
      description:
        "Wilson's 95% interval of the outcome rate at the effective sample size. Null in an empty bin.",
    }),
  }),
})
