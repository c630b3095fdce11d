import type { FastifyInstance } from 'fastify'
import type { RestRoute } from '../../rest/routes/route.ts'
import { requestLabels } from './request-labels.ts'
import type { RequestSpans } from './request-spans.ts'
import type { ServiceMetrics } from './service-metrics.ts'

/** What requests are counted by. */
export interface CountRequestsOptions {
  metrics: Pick<ServiceMetrics, 'requests' | 'durations'>
  routes: readonly RestRoute[]
  spans: RequestSpans
}

/** Counts every request of the routes that are added after this, when its answer has ended. */
export function countRequests(app: FastifyInstance, { metrics, routes, spans }: CountRequestsOptions): void {
  const labelOf = requestLabels(routes)
  app.addHook('onResponse', async (request, reply) => {
    const operation = labelOf(request)
    const tier = request.caller?.tier.toLowerCase() ?? 'none'
    metrics.requests.inc({ operation, status: String(reply.statusCode), tier })
    metrics.durations.observe({ operation }, reply.elapsedTime / 1_000)
    spans.describe(request.raw, { operation, tier, route: request.routeOptions.url })
  })
}
