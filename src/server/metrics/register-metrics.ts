import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'
import type { CacheCounts } from '../../answers/answer-cache.ts'

/** Adds what the cache of answers has done and holds; it is asked when the metrics are read. */
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

/** Adds the number of requests in progress, computed when the metrics are read. */
export function addLoadMetrics(registry: Registry, load: { readonly inFlight: number }): void {
  new Gauge({
    name: 'pequod_requests_in_flight',
    help: 'Requests in progress, at most MAX_REQUESTS_IN_FLIGHT per process.',
    registers: [registry],
    collect() {
      this.set(load.inFlight)
    },
  })
}

/**
 * `/metrics`: the service's counters, in the text format of Prometheus.
 * @param read the metrics as text: of this process or of all workers
 */
export function registerMetrics(app: FastifyInstance, read: () => Promise<string>): void {
  app.get('/metrics', async (_request, reply) =>
    reply
      .headers({ 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' })
      .send(await read()),
  )
}
