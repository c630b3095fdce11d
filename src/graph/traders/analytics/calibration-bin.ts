import type { CalibrationBin } from '../../../metrics/skill/calibration.ts'
import { builder } from '../../kit/builder.ts'
import { IntervalType } from '../../kit/interval.ts'

/** One tenth of the price range. */
export const CalibrationBinType = builder.objectRef<CalibrationBin>('CalibrationBin').implement({
  description: 'Buys of resolved tokens in one tenth of the price range.',
  fields: (t) => ({
    from: t.exposeFloat('from', {
      description: "The bin's lowest price; it reaches to the next bin's, and the last one includes 1.",
    }),
    count: t.exposeInt('count', {
      description: 'Tokens bought at a mean price of the bin: all buys of a token are one. 0 or more.',
    }),
    meanPrice: t.exposeFloat('meanPrice', {
      nullable: true,
      description: 'Mean price paid, weighted by cost. Null in an empty bin.',
    }),
    outcomeRate: t.exposeFloat('outcomeRate', {
      nullable: true,
      description: 'Mean payout, weighted by cost: the part of the money that won. Null in an empty bin.',
    }),
    effective: t.exposeFloat('effective', {
      nullable: true,
      description: 'How many buys of one size would tell as much: (Σcost)² ÷ Σcost². Null in an empty bin.',
    }),
    interval: t.expose('interval', {
      type: IntervalType,
      nullable: true,
      description:
        "Wilson's 95 % interval of the outcome rate at that effective number. Null in an empty bin.",
    }),
  }),
})
