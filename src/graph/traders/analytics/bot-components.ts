import type { BotComponents } from '../../../metrics/behaviour/bot-probability.ts'
import { builder } from '../../kit/builder.ts'

/** What a bot probability is made of. */
export const BotComponentsType = builder.objectRef<BotComponents>('BotComponents').implement({
  description: 'What a bot probability is made of: each part from 0 to 1, higher for a machine.',
  fields: (t) => ({
    frequency: t.exposeFloat('frequency', {
      description: 'How often it trades: 1 from 500 fills per active day. It weighs 0.40.',
    }),
    makerRatio: t.exposeFloat('makerRatio', {
      description: 'The part of its fills that were as maker; 0 where no role is known. It weighs 0.30.',
    }),
    entropy: t.exposeFloat('entropy', {
      description:
        'How evenly its fills spread over the hours of the day: 1 for all alike, 0 for one hour only and under 50 fills. It weighs 0.25.',
    }),
    sizeRegularity: t.exposeFloat('sizeRegularity', {
      description: 'How alike the sizes of its fills are: 1 for all the same. It weighs 0.05.',
    }),
  }),
})
