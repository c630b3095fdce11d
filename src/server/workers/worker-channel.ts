import { AggregatorRegistry, type Registry } from 'prom-client'
import type { RateLimiter, Verdict } from '../../access/limits/rate-limit.ts'
import type { Clock } from '../../clock.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { SessionChange } from '../../mcp/mcp-sessions.ts'

/** A metric with its values, as processes send it to each other. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

/** A message from a worker process to the main process. */
export type FromWorker =
  | { kind: 'pequod:listening'; url: string }
  /** Requests to count, or costs to spend: a reply number, the caller, the limit or budget, the cost. */
  | { kind: 'pequod:hits'; hits: [number, string, number, cost: number | null][] }
  /** For all other processes: a session of MCP began, ended or watches another resource. */
  | { kind: 'pequod:session'; change: SessionChange }
  /** Its own metrics, as requested. */
  | { kind: 'pequod:own-metrics'; ask: number; metrics: MetricValues[] }
  /** A request for the metrics of all processes. */
  | { kind: 'pequod:ask-metrics'; ask: number }
  /** Its final metrics, as it ends. */
  | { kind: 'pequod:last-metrics'; metrics: MetricValues[] }

export type ToWorker =
  | { kind: 'pequod:verdicts'; verdicts: [number, Verdict][] }
  | { kind: 'pequod:session'; change: SessionChange }
  /** The time of a clock that is not the machine's. */
  | { kind: 'pequod:clock'; now: Seconds }
  | { kind: 'pequod:give-metrics'; ask: number }
  | { kind: 'pequod:all-metrics'; ask: number; text: string }
  /** End; `isReplaced`: another process listens in its place, so that the service continues. */
  | { kind: 'pequod:end'; isReplaced: boolean }

/** True for our own messages: other libraries use the same channel. */
export function isFromWorker(message: unknown): message is FromWorker {
  return isOurs(message)
}

/** True for our own messages: other libraries use the same channel. */
function isToWorker(message: unknown): message is ToWorker {
  return isOurs(message)
}

function isOurs(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false
  return typeof message.kind === 'string' && message.kind.startsWith('pequod:')
}

/** A worker process's channel to the main process. */
export interface WorkerChannel {
  /** Resolves when the message is sent, or lost: without the main process, this process ends as well. */
  send(message: FromWorker): Promise<void>
  onMessage(listener: (message: ToWorker) => void): void
  /** Lets this process exit. */
  close(): void
}

export function workerChannel(): WorkerChannel {
  return {
    send: (message) =>
      new Promise((resolve) => {
        if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
        else resolve()
      }),
    close() {
      if (process.connected) process.disconnect()
    },
    onMessage(listener) {
      process.on('message', (message) => {
        if (isToWorker(message)) listener(message)
      })
    },
  }
}

/** The environment variable with the start time of a process's clock, in seconds since 1970. */
export const CLOCK_VARIABLE = 'PEQUOD_CLOCK'

/**
 * The clock of a process whose time the main process sets, as for the demo; it does not advance between two messages.
 * @returns null if the machine's own time applies
 */
export function workerClock(channel: WorkerChannel, env: NodeJS.ProcessEnv): Clock | null {
  const start = env[CLOCK_VARIABLE]
  if (start === undefined) return null
  let now = Number(start)
  channel.onMessage((message) => {
    if (message.kind === 'pequod:clock') now = message.now
  })
  return () => now
}

/**
 * The limiter of a worker process: the main process counts for all, so that the limit is exact however a caller's
 * requests are spread. Simultaneous requests share one message.
 */
export function createWorkerLimiter(channel: WorkerChannel): RateLimiter {
  const waiting = new Map<number, (verdict: Verdict) => void>()
  let asked = 0
  let hits: [number, string, number, number | null][] = []
  channel.onMessage((message) => {
    if (message.kind !== 'pequod:verdicts') return
    for (const [id, verdict] of message.verdicts) {
      waiting.get(id)?.(verdict)
      waiting.delete(id)
    }
  })
  const send = () => {
    void channel.send({ kind: 'pequod:hits', hits })
    hits = []
  }
  const ask = (caller: string, limit: number, cost: number | null) => {
    const id = asked++
    if (hits.length === 0) setImmediate(send)
    hits.push([id, caller, limit, cost])
    return new Promise<Verdict>((resolve) => waiting.set(id, resolve))
  }
  return {
    hit: (caller, limit) => ask(caller, limit, null),
    spend: (caller, cost, budget) => ask(caller, budget, cost),
  }
}

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
