import type { Interval } from '../../metrics/skill/wilson-interval.ts'
import { builder } from './builder.ts'

/** A 95 % interval. */
export const IntervalType = builder.objectRef<Interval>('Interval').implement({
  description: 'A 95 % interval of a number.',
  fields: (t) => ({
    low: t.float({ description: 'The lower end, in the unit of the number.', resolve: ([low]) => low }),
    high: t.float({ description: 'The upper end, in the unit of the number.', resolve: ([, high]) => high }),
  }),
})
