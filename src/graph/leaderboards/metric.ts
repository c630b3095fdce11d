import type { MetricDefinition, MetricDirection } from '../../metrics/metric-definition.ts'
import { METRICS, type MetricId, rangeOf } from '../../metrics/registry.ts'
import { builder } from '../kit/builder.ts'
import { MetricIdEnum } from '../kit/enums.ts'

const MetricDirectionEnum = builder.enumType('MetricDirection', {
  description: 'Whether higher or lower values of a metric are better.',
  values: {
    HIGHER_IS_BETTER: { description: 'Higher values are better.' },
    LOWER_IS_BETTER: { description: 'Lower values are better.' },
    NEUTRAL: { description: 'Neither: descriptive only.' },
  } satisfies Record<MetricDirection, { description: string }>,
})

const MinimumSampleType = builder
  .objectRef<NonNullable<MetricDefinition['minimumSample']>>('MinimumSample')
  .implement({
    description: 'The smallest sample that gives a metric a value.',
    fields: (t) => ({
      count: t.exposeInt('count', {
        limits: { minimum: 1 },
        description: 'Number of observations, {limits}.',
      }),
      of: t.text('of', 'The observations counted, such as `decided units with a cost`.'),
    }),
  })

const MetricType = builder.objectRef<MetricDefinition & { readonly id: MetricId }>('Metric').implement({
  description:
    "A metric's definition. Field descriptions, the OpenAPI document and the methodology are printed from the same source.",
  fields: (t) => ({
    id: t.of(MetricIdEnum, 'id', {
      description: "The metric's id: the name of the fields that show it, also used in `insufficient`.",
    }),
    title: t.text('title', 'A short title.'),
    formula: t.text('formula', 'The formula, in one or two sentences.'),
    unit: t.text('unit', 'The unit, such as `USD` or `fraction`.'),
    range: t.text(rangeOf, 'The range of values, in words.'),
    minimumSample: t.of(MinimumSampleType, 'minimumSample', {
      nullable: true,
      description: 'The smallest sample that gives a value. Null if any does.',
    }),
    direction: t.of(MetricDirectionEnum, 'direction', 'Whether higher or lower values are better.'),
    nullWhen: t.text('nullWhen', {
      nullable: true,
      description:
        'When it is null other than for a small sample, as a phrase after `null when`. Null if that never happens.',
    }),
    source: t.text('source', 'The methodology section that defines it.'),
  }),
})

builder.queryField('metrics', (t) =>
  t.of([MetricType], () => METRICS, {
    rows: METRICS.length,
    description: 'Every metric, in the order of the methodology: formula, unit, range and when it is null.',
  }),
)
