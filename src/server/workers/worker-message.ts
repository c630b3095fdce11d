import type { Registry } from 'prom-client'
import type { Verdict } from '../../access/limits/rate-limit.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { SessionChange } from '../../mcp/mcp-sessions.ts'

/** A metric with its values, as processes send it to each other. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

/** A message from a serving process to the one that started it. */
export type FromWorker =
  | { kind: 'pequod:listening'; url: string }
  /** Requests to be counted, or costs to be spent: a number to answer under, the caller, the limit or budget, the cost. */
  | { kind: 'pequod:hits'; hits: [number, string, number, cost: number | null][] }
  /** For every other process: a session of MCP began, ended or watches another resource. */
  | { kind: 'pequod:session'; change: SessionChange }
  /** Its own metrics, as asked for. */
  | { kind: 'pequod:own-metrics'; ask: number; metrics: MetricValues[] }
  /** The metrics of all processes are wanted. */
  | { kind: 'pequod:ask-metrics'; ask: number }
  /** Its metrics for the last time: it ends. */
  | { kind: 'pequod:last-metrics'; metrics: MetricValues[] }

/** A message to it. */
export type ToWorker =
  | { kind: 'pequod:verdicts'; verdicts: [number, Verdict][] }
  | { kind: 'pequod:session'; change: SessionChange }
  /** The time by a clock that is not the machine's. */
  | { kind: 'pequod:clock'; now: Seconds }
  | { kind: 'pequod:give-metrics'; ask: number }
  | { kind: 'pequod:all-metrics'; ask: number; text: string }
  /** End; `isReplaced`: another one listens in its place, so that the service goes on. */
  | { kind: 'pequod:end'; isReplaced: boolean }

/** Whether a message between processes is one of ours: other libraries use the same channel. */
export function isFromWorker(message: unknown): message is FromWorker {
  return isOurs(message)
}

/** Whether a message between processes is one of ours: other libraries use the same channel. */
export function isToWorker(message: unknown): message is ToWorker {
  return isOurs(message)
}

function isOurs(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false
  return typeof message.kind === 'string' && message.kind.startsWith('pequod:')
}
