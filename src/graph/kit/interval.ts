import type { Interval } from '../../metrics/skill/wilson-interval.ts'
import { builder } from './builder.ts'

export const IntervalType = builder.objectRef<Interval>('Interval').implement({
  description: 'A 95% confidence interval.',
  fields: (t) => ({
    low: t.float({ description: 'The lower bound, in the unit of the estimate.', resolve: ([low]) => low }),
    high: t.float({
      description: 'The upper bound, in the unit of the estimate.',
      resolve: ([, high]) => high,
    }),
  }),
})
