import type { Behaviour } from '../../../numbers/analytics/trader-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { BotComponentsType } from './bot-components.ts'

export const AnalyticsBehaviorType = builder.objectRef<Behaviour>('AnalyticsBehavior').implement({
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
