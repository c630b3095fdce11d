import { METRICS, type MetricId } from '../../metrics/registry.ts'

type Sampled = Extract<(typeof METRICS)[number], { minimumSample: { of: string } }>

/** The unit in which a metric's minimum sample is counted. */
export type SampleKind = Sampled['minimumSample']['of']

/** A trader's count of each kind; kinds that are not counted are absent. */
export type SampleCounts = Partial<Record<SampleKind, number>>

/** Ids of the metrics that are null because the minimum sample is not reached, in the registry's order. */
export function insufficient(counts: SampleCounts): MetricId[] {
  return METRICS.flatMap(({ id, minimumSample }) => {
    const count = minimumSample === null ? undefined : counts[minimumSample.of]
    return minimumSample !== null && count !== undefined && count < minimumSample.count ? [id] : []
  })
}
