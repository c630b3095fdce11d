import type { Registry } from 'prom-client'
import type { WorkerChannel } from './worker-channel.ts'

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
