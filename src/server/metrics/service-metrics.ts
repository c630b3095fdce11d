import type { FastifyBaseLogger } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { createFallbackLimiter, type OpenLimiter, openLimiter } from '../../access/limits/open-limiter.ts'
import type { RateLimiter } from '../../access/limits/rate-limit.ts'

/** The service's metrics, in a registry of its own: two services in one process do not mix. */
export interface ServiceMetrics {
  registry: Registry
  /** Answered requests. Each label has few values: see `count-requests.ts`. */
  requests: Counter<'operation' | 'status' | 'tier'>
  /** Seconds from a request's arrival to the end of its answer; of a stream, to its end. */
  durations: Histogram<'operation'>
  /** Requests refused with 429, by the kind of caller, never by identity. */
  rateLimited: Counter<'caller'>
  /** Requests refused with 503 because there was no room for them. */
  shed: Counter<'reason'>
  /** 1 while the shared limiter is unavailable and this process counts requests on its own, else 0. */
  limiterAway: Gauge
  /** Outcomes of whale-alert deliveries, never their receivers. */
  deliveries: Counter<'effect'>
  alertStreams: Gauge
  eventStreams: Gauge
}

/** Buckets from an answer from memory to a caller's timeout, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics of one service, all at zero, with those of its process: memory, processor, event loop. */
export function createServiceMetrics(): ServiceMetrics {
  const registry = new Registry()
  const registers = [registry]
  for (const metric of processMetrics()) registry.registerMetric(metric)
  return {
    registry,
    requests: new Counter({
      name: 'pequod_requests_total',
      help: 'Requests answered, by operation, HTTP status and tier.',
      labelNames: ['operation', 'status', 'tier'],
      registers,
    }),
    durations: new Histogram({
      name: 'pequod_request_duration_seconds',
      help: 'Request duration in seconds, by operation.',
      labelNames: ['operation'],
      buckets: DURATIONS,
      registers,
    }),
    rateLimited: new Counter({
      name: 'pequod_rate_limited_requests_total',
      help: 'Requests refused with 429, by kind of caller.',
      labelNames: ['caller'],
      registers,
    }),
    shed: new Counter({
      name: 'pequod_shed_requests_total',
      help: 'Requests shed before they began: late (SHED_AFTER_MS), gone (the caller disconnected) or crowded (MAX_REQUESTS_IN_FLIGHT).',
      labelNames: ['reason'],
      registers,
    }),
    limiterAway: new Gauge({
      name: 'pequod_rate_limiter_redis_away',
      help: '1 while Redis, or the process that counts requests, is unavailable and this process applies limits on its own.',
      aggregator: 'max',
      registers,
    }),
    deliveries: new Counter({
      name: 'pequod_alert_deliveries_total',
      help: 'Outcomes of whale-alert deliveries: messages sent, retried or given up, channels paused.',
      labelNames: ['effect'],
      registers,
    }),
    alertStreams: new Gauge({
      name: 'pequod_alert_streams',
      help: 'Open streams of whale alerts.',
      registers,
    }),
    eventStreams: new Gauge({
      name: 'pequod_event_streams',
      help: 'Open streams of trades, activity, prices and standings.',
      registers,
    }),
  }
}

let ofProcess: Metric[] | null = null

/**
 * The metrics of this process, which all its services show. They are made once: their observers of garbage collection and
 * of the event loop run until the process ends, and would keep the registry of a closed service in memory.
 */
function processMetrics(): readonly Metric[] {
  if (ofProcess === null) {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    ofProcess = registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? [])
  }
  return ofProcess
}

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
