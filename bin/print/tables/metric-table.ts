import type { MetricDefinition } from '../../../src/metrics/metric-definition.ts'
import { METRICS, rangeOf } from '../../../src/metrics/registry.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every registered metric: its name in the API, what it means, its unit and range, and when it has no value. */
export function metricTable(): string {
  const rows = METRICS.map((metric: MetricDefinition) => [
    code(metric.id),
    metric.formula,
    `${metric.unit}, ${rangeOf(metric)}`,
    nullCases(metric),
    metric.source.replace('methodology ', ''),
  ])
  return markdownTable(['metric', 'definition', 'unit and range', 'null when', 'section'], rows)
}

function nullCases({ minimumSample, nullWhen }: MetricDefinition): string {
  // A minimum of one is what `nullWhen` already says in words.
  const few =
    minimumSample === null || minimumSample.count === 1
      ? null
      : `fewer than ${minimumSample.count} ${minimumSample.of}`
  return [few, nullWhen].filter((text) => text !== null).join('; ') || 'never'
}
