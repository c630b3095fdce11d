import type { SourceRecord } from '../../ledger/event.ts'
import { createFillBatcher, type FillBatch } from '../../ledger/fill-batch.ts'
import { type Refusal, Refused } from '../field-checks.ts'
import { createCanonicalFillReader } from './canonical-fill.ts'
import { parseEventLine } from './parse-event-line.ts'
import { lineText, wholeLines } from './split-lines.ts'

/** The records of consecutive lines, in order. */
export interface EventLinesBatch {
  /** The chain's FILLs as columns; null without any. */
  fills: FillBatch | null
  /** Every other record, FILLs without a block among them, with its line from 1. */
  records: { record: SourceRecord; line: number }[]
  refusals: Refusal[]
  /** Lines read so far in total, empty ones included. */
  lines: number
  /** Bytes read so far in total. */
  bytes: number
}

/** Lines in a batch: enough that a batch's overhead vanishes, few enough that three batches are small. */
const BATCH_LINES = 25_000
const NEWLINE = 10
/** A batch of long lines ends sooner. */
const BATCH_BYTES = 16 * 1024 * 1024

/**
 * Parses lines of ledger events into batches of about 25,000 lines. Holds one batch and one chunk of bytes. Empty
 * lines are counted and skipped; a line that cannot be used becomes a refusal.
 */
export async function* collectEventLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventLinesBatch> {
  const batch = createBatch()
  for await (const { whole, bytes } of wholeLines(chunks)) {
    for (let start = 0, end = 0; start <= whole.length; start = end + 1) {
      end = whole.indexOf(NEWLINE, start)
      if (end === -1) end = whole.length
      batch.add(whole, start, end)
      if (batch.isFull) yield batch.take(bytes)
    }
    batch.bytes = bytes
  }
  if (batch.size > 0) yield batch.take(batch.bytes)
}

function createBatch() {
  const fills = createFillBatcher()
  const readFill = createCanonicalFillReader()
  let records: EventLinesBatch['records'] = []
  let refusals: Refusal[] = []
  let size = 0
  let length = 0
  let line = 0

  const addText = (text: string | Refused) => {
    if (typeof text !== 'string') throw text
    if (text.trim() === '') return
    const record = parseEventLine(text)
    if (record.kind === 'FILL' && record.block !== null) fills.add(record, line)
    else records.push({ record, line })
  }
  return {
    bytes: 0,
    get size() {
      return size
    },
    get isFull() {
      return size >= BATCH_LINES || length >= BATCH_BYTES
    },
    /** Adds the line in `whole` from `start` up to `end`. */
    add(whole: Buffer, start: number, end: number) {
      line++
      size++
      length += end - start
      const fill = readFill(whole, start, end)
      if (fill !== null) return fills.add(fill, line)
      try {
        addText(lineText(whole, start, end))
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
      length = 0
      return taken
    },
  }
}
