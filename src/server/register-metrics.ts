import type { FastifyInstance } from 'fastify'
import type { ServiceMetrics } from './service-metrics.ts'

/** `/metrics`: what the service counts of itself, in the text format of Prometheus. */
export function registerMetrics(app: FastifyInstance, { registry }: ServiceMetrics): void {
  app.get('/metrics', async (_request, reply) =>
    reply
      .headers({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
      .send(await registry.metrics()),
  )
}
