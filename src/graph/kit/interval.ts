import type { ObjectFieldBuilder } from '@pothos/core'
import type { Interval } from '../../metrics/skill/intervals.ts'
import { builder, type GraphSchemaTypes } from './builder.ts'

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

/** The share of statements that came true, beside the share that prices implied. */
interface TrackRecord {
  readonly hitRate: number | null
  readonly hitRateInterval: Interval | null
  readonly impliedRate: number | null
}

/**
 * The fields of a track record.
 * @param said what the rate is of, with when it is null, and how prices imply one
 */
export function trackRecord<Row extends TrackRecord>(
  t: ObjectFieldBuilder<GraphSchemaTypes, Row>,
  { rate, implied }: { rate: string; implied: string },
) {
  return {
    hitRate: t.float({ nullable: true, description: rate, resolve: ({ hitRate }) => hitRate }),
    hitRateInterval: t.field({
      type: IntervalType,
      nullable: true,
      description: "Wilson's 95% interval of the hit rate. Null if that is null.",
      resolve: ({ hitRateInterval }) => hitRateInterval,
    }),
    impliedRate: t.float({
      nullable: true,
      description: `Hit rate implied by ${implied}. Null if the hit rate is null.`,
      resolve: ({ impliedRate }) => impliedRate,
    }),
  }
}
