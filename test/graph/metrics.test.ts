import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MetricDefinition } from '../../src/metrics/metric-definition.ts'
import { METRICS, rangeOf } from '../../src/metrics/registry.ts'
import { asker } from './support/ask.ts'
import { metricName } from './support/metric-name.ts'
import { newStore } from './support/published-store.ts'

let store: Awaited<ReturnType<typeof newStore>>
beforeAll(async () => {
  store = await newStore()
})
afterAll(() => store.remove())

it('the list of metrics equals the registry, for anyone, before the first refresh, without a statement', async () => {
  const ask = asker(store.db)
  await ask('{ __typename }')
  const before = store.db.statementCount
  const { data, errors } = await ask(
    '{ metrics { id title formula unit range minimumSample { count of } direction nullWhen source } }',
  )
  expect(errors).toBeUndefined()
  expect(data).toEqual({
    metrics: METRICS.map((metric: MetricDefinition) => {
      const { shape: _, labels: __, isDecimal: ___, ...shown } = metric
      return { ...shown, id: metricName(metric.id), range: rangeOf(metric) }
    }),
  })
  expect(store.db.statementCount).toBe(before)
})
