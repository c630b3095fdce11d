import type { Registry } from 'prom-client'
import type { Verdict } from '../../access/limits/rate-limit.ts'
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

/** A message to a worker process. */
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
