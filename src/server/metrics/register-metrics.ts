import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'

/**
 * `/metrics`: what the service counts of itself, in the text format of Prometheus.
 * @param read the metrics as text: those of this process, or of all that serve together
 */
export function registerMetrics(app: FastifyInstance, read: () => Promise<string>): void {
  app.get('/metrics', async (_request, reply) =>
    reply
      .headers({ 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' })
      .send(await read()),
  )
}
