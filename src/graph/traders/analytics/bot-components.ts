import type { BotComponents } from '../../../metrics/behaviour/bot-probability.ts'
import { builder } from '../../kit/builder.ts'

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
