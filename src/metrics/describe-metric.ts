import type { MetricDefinition } from './metric-definition.ts'
import { METRICS, type MetricId } from './registry.ts'

const BY_ID: ReadonlyMap<string, MetricDefinition> = new Map(METRICS.map((metric) => [metric.id, metric]))

/**
 * The metric in plain sentences: title, formula, unit and range, and when it is null. Schema, OpenAPI and docs show
 * this text. Throws a RangeError for an id that is not registered.
 */
export function describeMetric(id: MetricId): string {
  const metric = BY_ID.get(id)
  if (metric === undefined) throw new RangeError(`No metric is called ${id}`)
  return `${metric.title}: ${metric.formula} Unit: ${metric.unit}, ${metric.range}.${nullSentence(metric)}`
}

function nullSentence({ minimumSample, nullWhen }: MetricDefinition): string {
  const cases = [
    minimumSample === null || minimumSample.count === 1
      ? null
      : `there are fewer than ${minimumSample.count} ${minimumSample.of}`,
    nullWhen,
  ].filter((text) => text !== null)
  return cases.length === 0 ? '' : ` Null when ${cases.join(', or when ')}.`
}
