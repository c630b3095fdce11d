import type { MetricDefinition, MetricDirection } from '../../metrics/metric-definition.ts'
import { METRICS, type MetricId } from '../../metrics/registry.ts'
import { builder } from '../kit/builder.ts'
import { MetricIdEnum } from './metric-id.ts'

const MetricDirectionEnum = builder.enumType('MetricDirection', {
  description: 'Which values of a metric are good ones.',
  values: {
    HIGHER_IS_BETTER: { description: 'The higher, the better.' },
    LOWER_IS_BETTER: { description: 'The lower, the better.' },
    NEUTRAL: { description: 'Neither: it describes.' },
  } satisfies Record<MetricDirection, { description: string }>,
})

const MinimumSampleType = builder
  .objectRef<NonNullable<MetricDefinition['minimumSample']>>('MinimumSample')
  .implement({
    description: 'The fewest observations that give a value.',
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'How many, 1 or more.' }),
      of: t.exposeString('of', { description: 'What is counted, such as `decided units with a cost`.' }),
    }),
  })

const MetricType = builder.objectRef<MetricDefinition & { readonly id: MetricId }>('Metric').implement({
  description:
    'What a number means. The descriptions of fields, the REST description and the methodology say the same, from one place.',
  fields: (t) => ({
    id: t.field({
      type: MetricIdEnum,
      description: "The metric's name, which `insufficient` lists too: that of the fields that show it.",
      resolve: ({ id }) => id,
    }),
    title: t.exposeString('title', { description: 'A heading of a few words.' }),
    formula: t.exposeString('formula', { description: 'How it is computed, in one or two sentences.' }),
    unit: t.exposeString('unit', { description: 'What it is counted in, such as `USD` or `fraction`.' }),
    range: t.exposeString('range', { description: 'The values that can occur, in words.' }),
    minimumSample: t.expose('minimumSample', {
      type: MinimumSampleType,
      nullable: true,
      description: 'The fewest observations that give a value. Null where any number does.',
    }),
    direction: t.expose('direction', {
      type: MetricDirectionEnum,
      description: 'Which values are good ones.',
    }),
    nullWhen: t.exposeString('nullWhen', {
      nullable: true,
      description:
        'When there is no value besides too small a sample, as words that follow `null when`. Null where that never happens.',
    }),
    source: t.exposeString('source', { description: 'The section of the methodology that defines it.' }),
  }),
})

builder.queryField('metrics', (t) =>
  t.field({
    type: [MetricType],
    complexity: { field: 1, multiplier: METRICS.length },
    description: 'Every metric that traders are shown with, in the order of the methodology.',
    resolve: () => METRICS,
  }),
)
