import type { CalibrationBin } from '../../../metrics/skill/calibration.ts'
import { builder } from '../../kit/builder.ts'
import { IntervalType } from '../../kit/interval.ts'

/** One tenth of the price range. */
export const CalibrationBinType = builder.objectRef<CalibrationBin>('CalibrationBin').implement({
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
