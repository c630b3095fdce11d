import type { FastifyBaseLogger } from 'fastify'
import type { RequestSpans } from '../metrics/request-spans.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { Replayed } from './rest-replays.ts'

/** Where replays are counted and logged. */
export interface CountReplayOptions {
  metrics: Pick<ServiceMetrics, 'requests' | 'durations'>
  log: FastifyBaseLogger
  spans: RequestSpans
}

/** Levels at which each request has its lines. */
const LOUD: readonly string[] = ['info', 'debug', 'trace']

/** Counts and logs an answer that was replayed ahead of the HTTP layer, as that counts and logs its own. */
export function countReplay({ metrics, log, spans }: CountReplayOptions): (replayed: Replayed) => void {
  const isLoud = LOUD.includes(log.level)
  return ({ request, id, operation, caller, status, elapsed }) => {
    const tier = caller.tier.toLowerCase()
    metrics.requests.inc({ operation, status: String(status), tier })
    metrics.durations.observe({ operation }, elapsed / 1_000)
    spans.describe(request, { operation, tier })
    if (!isLoud) return
    const { method, url, socket } = request
    const own = log.child({ reqId: id })
    own.info({ req: { method, url, ip: socket.remoteAddress } }, 'incoming request')
    own.info({ res: { statusCode: status }, responseTime: elapsed }, 'request completed')
  }
}
