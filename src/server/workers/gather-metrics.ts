import { AggregatorRegistry } from 'prom-client'
import type { FromWorker, MetricValues, ToWorker } from './worker-message.ts'

/** A process whose metrics are gathered. */
export interface AskedWorker {
  send(message: ToWorker): void
}

/** Sums the metrics of several processes. */
export interface MetricsGatherer {
  /** The metrics of all processes, in the text format of Prometheus. */
  gather(workers: readonly AskedWorker[]): Promise<string>
  /** Receives a process's own metrics. */
  take(message: FromWorker): void
}

/**
 * Makes a gatherer. It keeps the counts of processes that have ended: to Prometheus, a sum that fell at each
 * replacement would look like a restarted counter, and rates would jump.
 * @param patience milliseconds before a process that has not sent its metrics is omitted
 */
export function createMetricsGatherer(patience = 2_000): MetricsGatherer {
  const open = new Map<number, (metrics: MetricValues[]) => void>()
  let ended: Promise<MetricValues[]> = Promise.resolve([])
  let asked = 0
  const ask = (worker: AskedWorker): Promise<MetricValues[]> =>
    new Promise((resolve) => {
      const id = asked++
      const answer = (metrics: MetricValues[]) => {
        open.delete(id)
        clearTimeout(late)
        resolve(metrics)
      }
      const late = setTimeout(() => answer([]), patience)
      open.set(id, answer)
      worker.send({ kind: 'pequod:give-metrics', ask: id })
    })
  return {
    async gather(workers) {
      const counted = await Promise.all(workers.map(ask))
      return AggregatorRegistry.aggregate([await ended, ...counted]).metrics()
    },
    take(message) {
      if (message.kind === 'pequod:own-metrics') open.get(message.ask)?.(message.metrics)
      if (message.kind !== 'pequod:last-metrics') return
      const last = message.metrics.filter(isCount)
      ended = ended.then((sum) => AggregatorRegistry.aggregate([sum, last]).getMetricsAsJSON())
    },
  }
}

/** A gauge ends with its process. */
function isCount({ type }: MetricValues): boolean {
  return String(type) === 'counter' || String(type) === 'histogram'
}
