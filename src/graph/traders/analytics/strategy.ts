import type { StrategyMatch, StrategyName } from '../../../metrics/behaviour/strategy.ts'
import { describeMetric } from '../../../metrics/describe-metric.ts'
import { builder } from '../../kit/builder.ts'

const StrategyNameEnum = builder.enumType('StrategyName', {
  description: "A trader's manner in one word: the first of these that fits.",
  values: {
    MARKET_MAKER: { description: 'Offers more than it takes, all day long.' },
    HIGH_FREQUENCY: { description: 'Trades very often, and often in the same market.' },
    SNIPER: { description: 'Trades in few markets, and mostly wins.' },
    SPECIALIST: { description: 'Trades mostly in one category.' },
    DIVERSIFIED: { description: 'Trades in many categories, in none of them mostly.' },
    GENERAL: { description: 'No narrower description fits.' },
  } satisfies Record<StrategyName, { description: string }>,
})

/** A trader's manner. */
export const AnalyticsStrategyType = builder.objectRef<StrategyMatch>('AnalyticsStrategy').implement({
  description: 'How the trader goes about it, and why it is taken so.',
  fields: (t) => ({
    name: t.field({
      type: StrategyNameEnum,
      description: describeMetric('strategy'),
      resolve: ({ strategy }) => strategy,
    }),
    rule: t.exposeString('rule', {
      description: "The rule that fired with the trader's own figures, in one sentence.",
    }),
  }),
})
