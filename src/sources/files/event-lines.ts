import { on } from 'node:events'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { CommandError } from '../../errors.ts'
import type { EventLinesBatch } from './collect-event-lines.ts'
import type { EventLinesReply, EventLinesTask } from './event-lines-messages.ts'

export type { EventLinesBatch } from './collect-event-lines.ts'
export { parseEventLine } from './parse-event-line.ts'
export { printEventLine } from './print-event-line.ts'

/** Where lines of ledger events come from. */
export type EventLinesSource = { path: string } | { stream: Readable }

/**
 * Reads lines of ledger events in batches of about 25,000. A worker thread reads, checks and parses, so the consumer
 * pays little; it waits while three batches are not consumed, and ends when the consumer leaves the loop. Throws a
 * CommandError where the file cannot be read, and the stream's own error where the stream fails.
 */
export async function* readEventLines(source: EventLinesSource): AsyncGenerator<EventLinesBatch> {
  const ended = new AbortController()
  const worker = startWorker('path' in source ? source.path : null)
  const news = on(worker, 'message', { signal: ended.signal, close: ['exit'] })
  const fed = 'stream' in source ? feed(source.stream, worker, ended) : null
  try {
    yield* batchesOf(news, worker)
    await fed
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error
  } finally {
    await worker.terminate()
    if ('stream' in source) source.stream.destroy()
  }
}

function startWorker(path: string | null): Worker {
  // The built package holds .js files, development .ts: the worker stands beside this file in either.
  const file = new URL(`./event-lines-worker${extname(import.meta.url)}`, import.meta.url)
  const workerData: EventLinesTask = { path }
  return new Worker(file, { workerData, stdin: path === null })
}

async function* batchesOf(
  messages: AsyncIterable<readonly EventLinesReply[]>,
  worker: Worker,
): AsyncGenerator<EventLinesBatch> {
  for await (const [news] of messages) {
    if (news?.type === 'end') return
    if (news?.type === 'failure') throw new CommandError(news.sentence)
    if (news?.type === 'batch') yield news.batch
    worker.postMessage('consumed')
  }
  throw new Error('the thread that reads event lines ended before the file did')
}

/** Pumps the stream into the worker; a failure of the stream ends the reading with that failure. */
async function feed(stream: Readable, worker: Worker, ended: AbortController): Promise<void> {
  try {
    if (worker.stdin !== null) await pipeline(stream, worker.stdin)
  } catch (error) {
    ended.abort(error)
  }
}
