import { Counter, Gauge, type Registry } from 'prom-client'
import type { CacheCounts } from '../../answers/answer-cache.ts'

/** Adds the counts and the size of the cache of answers, computed when the metrics are read. */
export function addAnswerMetrics(registry: Registry, counts: () => CacheCounts): void {
  const registers = [registry]
  new Counter({
    name: 'pequod_answer_cache_requests_total',
    help: 'Look-ups in the answer cache: hit, joined to one in progress, or miss.',
    labelNames: ['result'],
    registers,
    collect() {
      const { hits, joined, made } = counts()
      this.reset()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'joined' }, joined)
      this.inc({ result: 'made' }, made)
    },
  })
  new Gauge({
    name: 'pequod_answer_cache_bytes',
    help: 'Bytes in the answer cache.',
    registers,
    collect() {
      this.set(counts().bytes)
    },
  })
}
