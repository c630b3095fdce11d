import { Gauge, type Registry } from 'prom-client'
import type { Load } from '../http/load.ts'

/** Adds how many requests are being worked on; it is asked when the metrics are read. */
export function addLoadMetrics(registry: Registry, load: Pick<Load, 'inFlight'>): void {
  new Gauge({
    name: 'pequod_requests_in_flight',
    help: 'Requests that are being worked on; MAX_REQUESTS_IN_FLIGHT bounds them, for each process.',
    registers: [registry],
    collect() {
      this.set(load.inFlight)
    },
  })
}
