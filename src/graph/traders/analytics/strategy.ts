import type { StrategyMatch, StrategyName } from '../../../metrics/behaviour/strategy.ts'
import { builder } from '../../kit/builder.ts'

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

export const AnalyticsStrategyType = builder.objectRef<StrategyMatch>('AnalyticsStrategy').implement({
  description: "The trader's strategy class and the rule that assigned it.",
  fields: (t) => ({
    name: t.expose('strategy', { type: StrategyNameEnum, metric: 'strategy' }),
    rule: t.exposeString('rule', {
      description: "The rule that applied, with the trader's own numbers, in one sentence.",
    }),
  }),
})
