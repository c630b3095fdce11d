import { limitWords } from '../value-limits.ts'
import type { MetricDefinition } from './metric-definition.ts'
import { type MetricId, metricById } from './registry.ts'

/**
 * The metric in plain sentences: title, formula, unit and range, and when it is null. Schema, OpenAPI and docs show
 * this text. Throws a RangeError for an id that is not registered.
 */
export function describeMetric(id: MetricId): string {
  const metric = metricById(id)
  return `${metric.title}: ${metric.formula} Unit: ${metric.unit}, ${rangeOf(metric)}.${nullSentence(metric)}`
}

/** The values that a metric can have, in words that follow a comma. */
export function rangeOf({ range }: MetricDefinition): string {
  return typeof range === 'string' ? range : limitWords(range)
}

/** The sentence that says when a metric is null, after a space; empty if it never is. */
export function nullSentence({ minimumSample, nullWhen }: MetricDefinition): string {
  const cases = [
    minimumSample === null || minimumSample.count === 1
      ? null
      : `there are fewer than ${minimumSample.count} ${minimumSample.of}`,
    nullWhen,
  ].filter((text) => text !== null)
  return cases.length === 0 ? '' : ` Null when ${cases.join(', or when ')}.`
}
