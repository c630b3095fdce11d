import type { EventLinesBatch } from './collect-event-lines.ts'

/** What the worker is started with: a path to read, or null for the bytes on its standard input. */
export interface EventLinesTask {
  path: string | null
}

/** The worker's messages. */
export type EventLinesReply =
  | { type: 'batch'; batch: EventLinesBatch }
  /** All was read. */
  | { type: 'end' }
  /** The file cannot be read; the sentence names it. */
  | { type: 'failure'; sentence: string }

/** Batches that may be under way to the consumer: more only hold memory. */
export const MAX_IN_FLIGHT = 3
