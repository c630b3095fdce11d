import type { FastifyBaseLogger } from 'fastify'
import { createFallbackLimiter, type OpenLimiter, openLimiter } from '../../access/limits/open-limiter.ts'
import type { RateLimiter } from '../../access/limits/rate-limit.ts'
import type { ServiceMetrics } from './service-metrics.ts'

export interface WatchedLimiterOptions {
  redisUrl: string | null
  /** Counts for all worker processes of this machine, without Redis. @default none */
  together?: RateLimiter | null
  log: FastifyBaseLogger
  metrics: Pick<ServiceMetrics, 'limiterAway'>
}

/** The longest wait for the counting process, in milliseconds. */
const PATIENCE = 2_000

/**
 * The service's limiter, which logs a line when the shared one becomes unavailable and when it recovers, and sets a
 * metric in between.
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
        `${name} is unavailable: this process applies request limits on its own`,
      )
    },
    onBack() {
      metrics.limiterAway.set(0)
      log.info(`${name} is back: all processes share the limit again`)
    },
  }
}
