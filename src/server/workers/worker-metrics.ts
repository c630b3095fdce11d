import type { Registry } from 'prom-client'
import type { WorkerChannel } from './worker-channel.ts'

/** How a serving process sends its metrics to the pool, and asks for those of all. */
export interface WorkerMetrics {
  /** The metrics of all processes; this one's own where the one that started it does not answer in time. */
  read(): Promise<string>
  /** Hands on what this process has counted, for it ends. */
  end(): Promise<void>
}

/** How long the answer may take before this process reports its own metrics alone, in milliseconds. */
const PATIENCE = 4_000

/** Answers when its metrics are asked for, from now on. */
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
