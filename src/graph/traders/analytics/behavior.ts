import { describeMetric } from '../../../metrics/describe-metric.ts'
import type { Behaviour } from '../../../refresh/analytics/trader-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { BotComponentsType } from './bot-components.ts'

/** How a trader trades. */
export const AnalyticsBehaviorType = builder.objectRef<Behaviour>('AnalyticsBehavior').implement({
  description: 'Trading behaviour over the period: roles, timing, sizes, bot probability.',
  fields: (t) => ({
    hourHistogram: t.exposeIntList('hourHistogram', {
      complexity: { field: 1, multiplier: 24 },
      description: describeMetric('hourHistogram'),
    }),
    makerRatio: t.exposeFloat('makerRatio', { nullable: true, description: describeMetric('makerRatio') }),
    holdingTime: t.exposeFloat('holdingTime', {
      nullable: true,
      description: describeMetric('holdingTime'),
    }),
    entryPrices: t.exposeFloatList('entryPrices', {
      nullable: true,
      complexity: { field: 1, multiplier: 10 },
      description: describeMetric('entryPrices'),
    }),
    sizeVariation: t.exposeFloat('sizeVariation', {
      nullable: true,
      description: describeMetric('sizeVariation'),
    }),
    fillsPerActiveDay: t.exposeFloat('fillsPerActiveDay', {
      nullable: true,
      description: describeMetric('fillsPerActiveDay'),
    }),
    botProbability: t.exposeFloat('botProbability', {
      nullable: true,
      description: describeMetric('botProbability'),
    }),
    botComponents: t.expose('botComponents', {
      type: BotComponentsType,
      nullable: true,
      description: 'The components of the bot probability. Null when the trader has no fills in the period.',
    }),
    isBot: t.exposeBoolean('isBot', { description: describeMetric('isBot') }),
  }),
})
