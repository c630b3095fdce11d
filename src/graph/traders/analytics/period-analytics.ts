import { TEXT_BOUNDS } from '../../../ledger/bounds.ts'
import type { PeriodDefinition } from '../../../metrics/periods.ts'
import type { AttributionRow, Confidence } from '../../../metrics/profit/attribution.ts'
import { describeMetric } from '../../../metrics/registry.ts'
import {
  type NamedResult,
  readAnalytics,
  type ShownAnalytics,
} from '../../../numbers/analytics/read-analytics.ts'
import { type TraderStats, wholePeriod } from '../../../store/snapshot/snapshot-reader.ts'
import { builder } from '../../kit/builder.ts'
import { textCost } from '../../kit/cost/query-cost.ts'
import { HASH } from '../../kit/limits/known-limits.ts'
import type { Loaders, TraderProfile } from '../../kit/loaders.ts'
import { loadMarket, MarketRef } from '../../kit/market-page.ts'

/** A trader's analytics over a period, with its numbers. */
export interface PeriodAnalytics extends ShownAnalytics {
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

export const MarketResultType = builder.objectRef<NamedResult>('MarketResult').implement({
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

export const AnalyticsAttributionType = builder
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
