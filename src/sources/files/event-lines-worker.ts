import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { CommandError } from '../../errors.ts'
import { collectEventLines, type EventLinesBatch } from './collect-event-lines.ts'
import { type EventLinesReply, MAX_IN_FLIGHT } from './event-lines-messages.ts'
import { openFile } from './open-file.ts'

// The thread that reads and parses lines for readEventLines. Each message to it means: one batch was consumed.

if (parentPort === null)
  throw new Error('event-lines-worker is started by readEventLines, as a worker thread')
const port = parentPort
const { path } = z.object({ path: z.string().nullable() }).parse(workerData)

let inFlight = 0
let wake = () => {}
port.on('message', () => {
  inFlight--
  wake()
})

function post(news: EventLinesReply, transfer: ArrayBuffer[] = []): void {
  port.postMessage(news, transfer)
}

async function postBatch(batch: EventLinesBatch): Promise<void> {
  while (inFlight >= MAX_IN_FLIGHT) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  inFlight++
  post({ type: 'batch', batch }, buffersOf(batch))
}

/** The memory of a batch's columns: handed over, not copied. */
function buffersOf({ fills }: EventLinesBatch): ArrayBuffer[] {
  if (fills === null) return []
  return Object.values(fills).flatMap((column) => (ArrayBuffer.isView(column) ? [bufferOf(column)] : []))
}

function bufferOf(column: ArrayBufferView): ArrayBuffer {
  if (column.buffer instanceof ArrayBuffer) return column.buffer
  throw new TypeError('a column of fills is in shared memory, which cannot be transferred')
}

async function readAll(): Promise<void> {
  const chunks: AsyncIterable<Buffer> = path === null ? process.stdin : (await openFile(path)).chunks
  for await (const batch of collectEventLines(chunks)) await postBatch(batch)
  post({ type: 'end' })
}

try {
  await readAll()
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  post({ type: 'failure', sentence: error.message })
} finally {
  port.close()
}
