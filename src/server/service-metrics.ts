import { Counter, Gauge, Registry } from 'prom-client'

/** What the service counts of itself, in a registry of its own: two services in one process do not mix. */
export interface ServiceMetrics {
  registry: Registry
  /** Requests refused with 429, by the kind of caller; never by who it was. */
  rateLimited: Counter<'caller'>
  /** 1 while Redis is away and this process counts requests alone, else 0. */
  limiterAway: Gauge
  /** What came of attempts to deliver whale alerts; never to whom. */
  deliveries: Counter<'effect'>
  /** Open streams of whale alerts. */
  alertStreams: Gauge
}

/** The metrics of one service, all of them at zero. */
export function createServiceMetrics(): ServiceMetrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    rateLimited: new Counter({
      name: 'pequod_rate_limited_requests_total',
      help: 'Requests refused with 429, by the kind of caller.',
      labelNames: ['caller'],
      registers,
    }),
    limiterAway: new Gauge({
      name: 'pequod_rate_limiter_redis_away',
      help: '1 while Redis is away and this process counts requests alone.',
      registers,
    }),
    deliveries: new Counter({
      name: 'pequod_alert_deliveries_total',
      help: 'What came of attempts to deliver whale alerts: messages sent, retried or given up, channels paused.',
      labelNames: ['effect'],
      registers,
    }),
    alertStreams: new Gauge({
      name: 'pequod_alert_streams',
      help: 'Open streams of whale alerts.',
      registers,
    }),
  }
}
