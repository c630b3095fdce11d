import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tier } from '../../access/tier.ts'
import type { RequestLabels } from './request-labels.ts'
import type { ServiceMetrics } from './service-metrics.ts'

/** What requests are counted by. */
export interface CountRequestsOptions {
  metrics: Pick<ServiceMetrics, 'requests' | 'durations'>
  labelOf: RequestLabels
  /** The tier of a request's caller; null for a request to no endpoint, and for who could not be told. */
  tierOf(request: FastifyRequest): Tier | null
}

/** Counts every request of the routes that are added after this, when its answer has ended. */
export function countRequests(
  app: FastifyInstance,
  { metrics, labelOf, tierOf }: CountRequestsOptions,
): void {
  app.addHook('onResponse', async (request, reply) => {
    const { is404, routeOptions, body, query } = request
    const operation = labelOf({ url: is404 ? null : (routeOptions.url ?? null), body, query })
    const tier = tierOf(request)?.toLowerCase() ?? 'none'
    metrics.requests.inc({ operation, status: String(reply.statusCode), tier })
    metrics.durations.observe({ operation }, reply.elapsedTime / 1_000)
  })
}
