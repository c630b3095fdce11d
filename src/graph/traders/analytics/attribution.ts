import { TEXT_BOUNDS } from '../../../ledger/bounds.ts'
import type { AttributionRow, Confidence } from '../../../metrics/profit/attribution.ts'
import { describeMetric } from '../../../metrics/registry.ts'
import type { ShownAnalytics } from '../../../numbers/analytics/read-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { textCost } from '../../kit/cost/query-cost.ts'

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
