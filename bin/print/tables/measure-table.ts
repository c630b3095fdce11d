import { addAnswerMetrics, addLoadMetrics } from '../../../src/server/metrics/count-requests.ts'
import { createServiceMetrics } from '../../../src/server/metrics/service-metrics.ts'
import { addReplicaMetrics, addStoreMetrics } from '../../../src/server/metrics/store-metrics.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every metric of ours on `/metrics`, beside those that Node's process has: its name, kind, and what it tells. */
export function measureTable(): string {
  const { registry } = createServiceMetrics()
  // Never called: the metrics are listed, not read.
  addLoadMetrics(registry, { inFlight: 0 })
  addStoreMetrics(registry, { current: async () => null, newestEvent: async () => null, statements: () => 0 })
  addAnswerMetrics(registry, () => ({ hits: 0, joined: 0, made: 0, bytes: 0, answers: 0 }))
  addReplicaMetrics(registry, { isCurrent: () => false, lagSeconds: () => null })
  const ours = registry.getMetricsAsArray().filter(({ name }) => name.startsWith('pequod_'))
  return markdownTable(
    ['metric', 'kind', 'meaning'],
    ours.map(({ name, type, help }) => [code(name), String(type), help]),
  )
}
