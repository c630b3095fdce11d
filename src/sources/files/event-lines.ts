import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startThread, type Thread, type Work } from '../../thread.ts'
import type { EventLinesBatch } from './collect-event-lines.ts'

export type { EventLinesBatch } from './collect-event-lines.ts'
export { parseEventLine } from './parse-event-line.ts'
export { printEventLine } from './print-event-line.ts'

export type EventLinesSource = { path: string } | { stream: Readable }

/** The work of the thread: the next batch, null after the last one. */
export type EventLinesWorks = { next: Work<null, EventLinesBatch | null> }

/** Batches that are made before they are consumed: more only hold memory. */
const AHEAD = 3

/**
 * Reads lines of ledger events in batches of about 25,000. A worker thread reads, checks and parses, so the consumer
 * pays little; it waits while three batches are not consumed, and ends when the consumer leaves the loop. Throws a
 * CommandError where the file cannot be read, and the stream's own error where the stream fails.
 */
export async function* readEventLines(source: EventLinesSource): AsyncGenerator<EventLinesBatch> {
  const thread = startThread<EventLinesWorks, string | null>({
    from: import.meta.url,
    file: 'event-lines-worker',
    data: 'path' in source ? source.path : null,
    hasStdin: 'stream' in source,
  })
  const fed = 'stream' in source ? feed(source.stream, thread) : null
  try {
    yield* batchesOf(thread)
    await fed
  } finally {
    await thread.kill()
    if ('stream' in source) source.stream.destroy()
  }
}

async function* batchesOf(thread: Thread<EventLinesWorks>): AsyncGenerator<EventLinesBatch> {
  const ahead = Array.from({ length: AHEAD }, () => request(thread))
  for (let batch = await ahead.shift(); batch; batch = await ahead.shift()) {
    yield batch
    ahead.push(request(thread))
  }
}

function request(thread: Thread<EventLinesWorks>): Promise<EventLinesBatch | null> {
  const batch = thread.ask('next', null)
  // One that is not waited for any more may fail unheard.
  batch.catch(() => undefined)
  return batch
}

/** Pumps the stream into the thread; a failure of the stream ends the reading with that failure. */
async function feed(stream: Readable, thread: Thread<EventLinesWorks>): Promise<void> {
  try {
    if (thread.stdin !== null) await pipeline(stream, thread.stdin)
  } catch (error) {
    await thread.kill(error)
  }
}
