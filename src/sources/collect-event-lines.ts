import type { Fill, SourceRecord } from '../ledger/event.ts'
import { createFillBatcher, type FillBatch } from '../ledger/fill-batch.ts'
import { createCanonicalFillReader } from './canonical-fill.ts'
import { parseEventLine } from './parse-event-line.ts'
import { type Refusal, Refused } from './refusal.ts'
import { splitLines } from './split-lines.ts'

/** What a stretch of lines held, in the order of the lines. */
export interface EventLinesBatch {
  /** The FILLs as columns; null where the stretch holds none. */
  fills: FillBatch | null
  /** Every other record, with its line from 1. */
  records: { record: Exclude<SourceRecord, Fill>; line: number }[]
  refusals: Refusal[]
  /** Lines read so far in total, empty ones included. */
  lines: number
  /** Bytes read so far in total. */
  bytes: number
}

/** Lines in a batch: enough that a batch's overhead vanishes, few enough that three batches are small. */
const BATCH_LINES = 25_000
/** A batch of long lines ends sooner. */
const BATCH_CHARACTERS = 16 * 1024 * 1024

/**
 * Parses lines of ledger events into batches of about 25,000 lines. Holds one batch and one chunk of bytes. Empty
 * lines are counted and skipped; a line that cannot be used becomes a refusal.
 */
export async function* collectEventLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventLinesBatch> {
  const batch = createBatch()
  for await (const run of splitLines(chunks)) {
    for (const text of run.lines) {
      batch.add(text)
      if (batch.isFull) yield batch.take(run.bytes)
    }
    batch.bytes = run.bytes
  }
  if (batch.size > 0) yield batch.take(batch.bytes)
}

function createBatch() {
  const fills = createFillBatcher(BATCH_LINES)
  const readFill = createCanonicalFillReader()
  let records: EventLinesBatch['records'] = []
  let refusals: Refusal[] = []
  let size = 0
  let characters = 0
  let line = 0

  const addRecord = (text: string) => {
    const record = readFill(text) ?? parseEventLine(text)
    if (record.kind === 'FILL') fills.add(record, line)
    else records.push({ record, line })
  }
  return {
    bytes: 0,
    get size() {
      return size
    },
    get isFull() {
      return size >= BATCH_LINES || characters >= BATCH_CHARACTERS
    },
    add(text: string | Refused) {
      line++
      size++
      try {
        if (typeof text !== 'string') throw text
        characters += text.length
        if (text !== '' && text.trim() !== '') addRecord(text)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refusals.push({ line, reason: error.message })
      }
    },
    take(bytes: number): EventLinesBatch {
      const taken = { fills: fills.size > 0 ? fills.take() : null, records, refusals, lines: line, bytes }
      records = []
      refusals = []
      size = 0
      characters = 0
      return taken
    },
  }
}
