import type { ObjectFieldBuilder } from '@pothos/core'
import type { Interval } from '../../metrics/skill/edge.ts'
import { builder, type GraphSchemaTypes } from './builder.ts'

export const IntervalType = builder.objectRef<Interval>('Interval').implement({
  description: 'A 95% confidence interval.',
  fields: (t) => ({
    low: t.number('0', 'The lower bound, in the unit of the estimate.'),
    high: t.number('1', 'The upper bound, in the unit of the estimate.'),
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
    hitRate: t.number(({ hitRate }) => hitRate, { nullable: true, description: rate }),
    hitRateInterval: t.of(IntervalType, ({ hitRateInterval }) => hitRateInterval, {
      nullable: true,
      description: "Wilson's 95% interval of the hit rate. Null if that is null.",
    }),
    impliedRate: t.number(({ impliedRate }) => impliedRate, {
      nullable: true,
      description: `Hit rate implied by ${implied}. Null if the hit rate is null.`,
    }),
  }
}
