import { serveThread } from '../../thread.ts'
import { collectEventLines, type EventLinesBatch } from './collect-event-lines.ts'
import type { EventLinesWorks } from './event-lines.ts'
import { openFile } from './open-file.ts'

// The thread that reads and parses lines for readEventLines.

await serveThread<EventLinesWorks, string | null>((path) => {
  const batches = read(path)
  return {
    works: {
      // The generator makes one batch after the other, however many were requested.
      async next() {
        const { done, value } = await batches.next()
        return done ? null : value
      },
    },
    handedOver: (batch) => (batch === null ? [] : buffersOf(batch)),
  }
})

async function* read(path: string | null): AsyncGenerator<EventLinesBatch, void> {
  yield* collectEventLines(path === null ? process.stdin : (await openFile(path)).chunks)
}

/** The memory of a batch's columns. */
function buffersOf({ fills }: EventLinesBatch): ArrayBuffer[] {
  if (fills === null) return []
  return Object.values(fills).flatMap((column) => (ArrayBuffer.isView(column) ? [bufferOf(column)] : []))
}

function bufferOf(column: ArrayBufferView): ArrayBuffer {
  if (column.buffer instanceof ArrayBuffer) return column.buffer
  throw new TypeError('a column of fills is in shared memory, which cannot be transferred')
}
