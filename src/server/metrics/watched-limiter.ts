import type { FastifyBaseLogger } from 'fastify'
import { createFallbackLimiter, type OpenLimiter, openLimiter } from '../../access/limits/open-limiter.ts'
import type { RateLimiter } from '../../access/limits/rate-limit.ts'
import type { ServiceMetrics } from './service-metrics.ts'

/** What the limiter is watched with. */
export interface WatchedLimiterOptions {
  redisUrl: string | null
  /** Counts for the processes of this machine that serve together, where there is no Redis. @default nobody does */
  together?: RateLimiter | null
  log: FastifyBaseLogger
  metrics: Pick<ServiceMetrics, 'limiterAway'>
}

/** The longest that a request waits for the one who counts for all, in milliseconds. */
const PATIENCE = 2_000

/**
 * The service's limiter: when the shared one becomes unavailable and when it recovers, one line in the log each,
 * and a metric between.
 */
export async function openWatchedLimiter(options: WatchedLimiterOptions): Promise<OpenLimiter> {
  const { redisUrl, together = null } = options
  if (redisUrl !== null || together === null) return openLimiter({ redisUrl, ...watch(options, 'Redis') })
  const watched = watch(options, 'The process that counts requests')
  const { hit, spend } = createFallbackLimiter({ shared: together, patience: PATIENCE, ...watched })
  return { hit, spend, close: () => undefined }
}

function watch({ log, metrics }: WatchedLimiterOptions, name: string) {
  return {
    onAway(cause: unknown) {
      metrics.limiterAway.set(1)
      log.warn(
        { reason: cause instanceof Error ? cause.message : String(cause) },
        `${name} is unavailable: this process applies request limits alone`,
      )
    },
    onBack() {
      metrics.limiterAway.set(0)
      log.info(`${name} is back: all processes share the limit again`)
    },
  }
}
