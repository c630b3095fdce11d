import type { FastifyBaseLogger } from 'fastify'
import { type OpenLimiter, openLimiter } from '../access/open-limiter.ts'
import type { ServiceMetrics } from './service-metrics.ts'

/** What the limiter is watched with. */
export interface WatchedLimiterOptions {
  redisUrl: string | null
  log: FastifyBaseLogger
  metrics: Pick<ServiceMetrics, 'limiterAway'>
}

/** The service's limiter: when Redis goes away and when it is back, one line in the log each, and a metric between. */
export function openWatchedLimiter({ redisUrl, log, metrics }: WatchedLimiterOptions): Promise<OpenLimiter> {
  return openLimiter({
    redisUrl,
    onAway(cause) {
      metrics.limiterAway.set(1)
      log.warn(
        { reason: cause instanceof Error ? cause.message : String(cause) },
        'Redis is away: this process counts requests alone',
      )
    },
    onBack() {
      metrics.limiterAway.set(0)
      log.info('Redis is back: all processes count requests together again')
    },
  })
}
