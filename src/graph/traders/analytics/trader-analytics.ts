import { TEXT_BOUNDS } from '../../../ledger/bounds.ts'
import type { StrategyMatch, StrategyName } from '../../../metrics/behaviour/strategy.ts'
import type { BotComponents } from '../../../metrics/behaviour/trade-habits.ts'
import type { PeriodDefinition } from '../../../metrics/leaderboards.ts'
import type { AttributionRow, Confidence } from '../../../metrics/profit/attribution.ts'
import { describeMetric, METRICS } from '../../../metrics/registry.ts'
import type { CalibrationBin } from '../../../metrics/skill/calibration.ts'
import { LOW_Q, type Verdict } from '../../../metrics/skill/edge.ts'
import {
  type NamedResult,
  readAnalytics,
  type ShownAnalytics,
} from '../../../numbers/analytics/read-analytics.ts'
import type { Behaviour, Risk, Skill, Summary } from '../../../numbers/analytics/trader-analytics.ts'
import { type TraderStats, wholePeriod } from '../../../store/snapshot/snapshot-reader.ts'
import { builder } from '../../kit/builder.ts'
import { textCost } from '../../kit/cost/query-cost.ts'
import { CUTOFF } from '../../kit/cutoff.ts'
import { MetricIdEnum, PeriodEnum } from '../../kit/enums.ts'
import { IntervalType } from '../../kit/interval.ts'
import { HASH } from '../../kit/limits/known-limits.ts'
import type { Loaders, TraderProfile } from '../../kit/loaders.ts'
import { loadMarket, MarketRef } from '../../kit/market-page.ts'
import {
  KeyNumbersInterface,
  RiskNumbersInterface,
  TraderNumbersInterface,
  type WithNumbers,
} from '../trader-fields.ts'

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

/** A trader's analytics over a period, with its numbers. */
interface PeriodAnalytics extends ShownAnalytics {
  readonly profile: TraderProfile
  readonly period: PeriodDefinition
  /** The numbers of `stats`; zeros if it has none. */
  readonly numbers: TraderStats
}

/** A trader's analytics of a period. Null where a version without them published the snapshot. */
export async function periodAnalytics(
  profile: TraderProfile,
  period: PeriodDefinition,
  loaders: Loaders,
): Promise<PeriodAnalytics | null> {
  const { snapshot, row } = profile
  const [shown, stats] = await Promise.all([
    readAnalytics(loaders.facts, snapshot, period, row.id),
    loaders.stats(wholePeriod(period)).load(row.id),
  ])
  return shown && { ...shown, profile, period, numbers: stats ?? quietNumbers(profile.numbers, period) }
}

/** Returns the numbers of a period without a trade or a holding, derived from the all-time ones. */
function quietNumbers(all: TraderStats, period: PeriodDefinition): TraderStats {
  return {
    ...all,
    period: period.code,
    pnl: 0,
    realized: 0,
    unrealized: 0,
    officialPnl: 0,
    fees: 0,
    income: 0,
    volume: 0,
    shareVolume: 0,
    bought: 0,
    startValue: 0,
    fills: 0,
    markets: 0,
    wins: 0,
    losses: 0,
    winRate: null,
    roi: null,
    sharpeRatio: null,
    sortinoRatio: null,
    profitFactor: null,
    maxDrawdown: 0,
    maxDrawdownPct: null,
  }
}

const MarketResultType = builder.objectRef<NamedResult>('MarketResult').implement({
  description: "A trader's result in one market, once decided for that trader.",
  fields: (t) => ({
    condition: t.string({
      nullable: true,
      limits: HASH,
      description: "The condition id: {limits}. Null if the token's market is unknown.",
      resolve: ({ market }) => market?.condition ?? null,
    }),
    market: t.field({
      type: MarketRef,
      nullable: true,
      description: 'The market as of the current snapshot. Null if unknown.',
      resolve: ({ market }, _args, context) => market && loadMarket(market.condition, context),
    }),
    question: t.string({
      complexity: textCost(TEXT_BOUNDS.question),
      nullable: true,
      description: "The market's question. Null if unknown.",
      resolve: ({ market }) => market?.question ?? null,
    }),
    slug: t.string({
      complexity: textCost(TEXT_BOUNDS.slug),
      nullable: true,
      description: "The market's slug, its short name in URLs. Null if unknown.",
      resolve: ({ market }) => market?.slug ?? null,
    }),
    pnl: t.amount('pnl', "Realized profit over the market's whole life. Unit: USD, any amount but 0."),
  }),
})

/** Groups that an attribution is taken to have. */
const GROUPS = 10

const ConfidenceEnum = builder.enumType('Confidence', {
  description: 'How reliable a row is, by its sample size.',
  values: {
    LOW: { description: 'Fewer than 10 decided units.' },
    MEDIUM: { description: 'From 10 to 29 decided units.' },
    HIGH: { description: 'At least 30 decided units.' },
  } satisfies Record<Confidence, { description: string }>,
})

const AttributionRowType = builder.objectRef<AttributionRow>('AttributionRow').implement({
  description: "The trader's results in one category or tag, over its decided units.",
  fields: (t) => ({
    name: t.exposeString('name', {
      complexity: textCost(TEXT_BOUNDS.slug),
      description: "The category's or tag's name.",
    }),
    units: t.exposeInt('units', {
      limits: { minimum: 3 },
      description: 'Decided units. Unit: count, {limits}.',
    }),
    wins: t.count('wins', 'Decided units with a profit. Unit: count, {limits}.'),
    losses: t.count('losses', 'Decided units with a loss. Unit: count, {limits}.'),
    winRate: t.exposeFloat('winRate', { nullable: true, metric: 'winRate' }),
    pnl: t.amount('pnl', 'Profit of the decided units. Unit: USD, any amount.'),
    edgeOverBaseline: t.exposeFloat('edgeOverBaseline', {
      nullable: true,
      description:
        'Edge minus the baseline: summed profit over summed cost of the units with a cost of every trader of the ledger in the same group and period. Unit: fraction. Null when none of the units had a cost.',
    }),
    confidence: t.expose('confidence', {
      type: ConfidenceEnum,
      description: 'How reliable the row is, by its number of units.',
    }),
  }),
})

const AnalyticsAttributionType = builder
  .objectRef<ShownAnalytics['attribution']>('AnalyticsAttribution')
  .implement({
    description: describeMetric('attribution'),
    fields: (t) => ({
      byCategory: t.expose('categories', {
        type: [AttributionRowType],
        complexity: { field: 1, multiplier: GROUPS },
        description: 'One row per category with at least 3 units, largest profit first.',
      }),
      byTag: t.expose('tags', {
        type: [AttributionRowType],
        complexity: { field: 1, multiplier: GROUPS },
        description:
          'One row per tag with at least 3 units, largest profit first; a unit with several tags counts under each.',
      }),
    }),
  })
