import { AggregatorRegistry, type Registry } from 'prom-client'
import type { FromWorker, MetricValues, ToWorker, WorkerChannel } from './worker-channel.ts'

/** Sends a worker process's metrics to the pool, and requests those of all. */
export interface WorkerMetrics {
  /** The metrics of all processes; only this one's own if the main process does not answer in time. */
  read(): Promise<string>
  /** Sends this process's final counts. */
  end(): Promise<void>
}

/** Timeout of the answer, in milliseconds, before this process reports only its own metrics. */
const PATIENCE = 4_000

/** Sends its metrics whenever they are requested, from now on. */
export function createWorkerMetrics(channel: WorkerChannel, registry: Registry): WorkerMetrics {
  const open = new Map<number, (text: string) => void>()
  let asked = 0
  const own = async (ask: number) =>
    channel.send({ kind: 'pequod:own-metrics', ask, metrics: await registry.getMetricsAsJSON() })
  channel.onMessage((message) => {
    if (message.kind === 'pequod:give-metrics') void own(message.ask)
    if (message.kind === 'pequod:all-metrics') open.get(message.ask)?.(message.text)
  })
  return {
    read: () =>
      new Promise((resolve, reject) => {
        const ask = asked++
        const late = setTimeout(() => registry.metrics().then(resolve, reject), PATIENCE)
        open.set(ask, (text) => {
          open.delete(ask)
          clearTimeout(late)
          resolve(text)
        })
        void channel.send({ kind: 'pequod:ask-metrics', ask })
      }),
    end: async () =>
      channel.send({ kind: 'pequod:last-metrics', metrics: await registry.getMetricsAsJSON() }),
  }
}

/** A process whose metrics are gathered. */
export interface AskedWorker {
  send(message: ToWorker): void
}

/** Sums the metrics of several processes. */
interface MetricsGatherer {
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
