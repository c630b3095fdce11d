import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EARLIEST_TIME } from '../../../src/ledger/bounds.ts'
import type { Fill, SourceRecord } from '../../../src/ledger/event.ts'
import { createFillBatcher, type FillBatch } from '../../../src/ledger/fill-batch.ts'
import {
  type EventLinesBatch,
  printEventLine,
  readEventLines,
} from '../../../src/sources/files/event-lines.ts'
import { arbitraryFill, arbitraryRecord } from '../support/arbitrary-record.ts'
import { temporaryFiles } from '../support/temporary-files.ts'

const files = temporaryFiles()

async function readAll(source: Parameters<typeof readEventLines>[0]): Promise<EventLinesBatch[]> {
  const batches: EventLinesBatch[] = []
  for await (const batch of readEventLines(source)) batches.push(batch)
  return batches
}

/** The columns' rows in use, as plain lists. */
function rowsOf(batch: FillBatch) {
  const { count, tx, orderHash } = batch
  const columns = Object.entries(batch).flatMap(([name, column]) =>
    ArrayBuffer.isView(column) && !(name === 'tx' || name === 'orderHash')
      ? [[name, Array.from({ length: count }, (_, i) => Reflect.get(column, i))]]
      : [],
  )
  const hashes = [tx, orderHash].map((bytes) => Buffer.from(bytes.subarray(0, 32 * count)).toString('hex'))
  return { ...Object.fromEntries(columns), hashes, names: [batch.newAddresses, batch.newTokens] }
}

/** The fills as one batcher in this thread would hold them. */
function batched(fills: { fill: Fill; line: number }[]) {
  const batcher = createFillBatcher()
  for (const { fill, line } of fills) batcher.add(fill, line)
  return batcher.take()
}

/** A fill that differs from the next one. */
const numbered = (line: string, i: number) => line.replace(/"time":\d+/, `"time":${EARLIEST_TIME + i}`)

test('a file of events of every kind is read completely and in order, with its lines and refusals', async () => {
  const records = fc.sample(arbitraryRecord, { numRuns: 400, seed: 7 })
  const lines = records.flatMap((record, i) => [
    printEventLine(record),
    ...(i % 50 === 0 ? ['', 'no event'] : []),
  ])
  const text = lines.join('\r\n')
  const [batch, ...more] = await readAll({ path: files.write(`\uFEFF${text}`) })
  expect(more).toEqual([])
  expect(batch?.lines).toBe(lines.length)
  expect(batch?.bytes).toBe(Buffer.byteLength(text) + 3)

  const numberedRecords = lines.flatMap((line, i) =>
    line.startsWith('{') ? [{ text: line, line: i + 1 }] : [],
  )
  const expected = numberedRecords.map(({ line }, i) => ({ record: records[i] as SourceRecord, line }))
  expect(batch?.records).toEqual(
    expected.filter(({ record }) => record.kind !== 'FILL' || record.block === null),
  )
  const fills = expected.flatMap(({ record, line }) =>
    record.kind === 'FILL' && record.block !== null ? [{ fill: record, line }] : [],
  )
  expect(batch?.fills && rowsOf(batch.fills)).toEqual(rowsOf(batched(fills)))
  const refused = lines.flatMap((line, i) => (line === 'no event' ? [i + 1] : []))
  expect(batch?.refusals.map(({ line }) => line)).toEqual(refused)
})

test('many event lines come in batches with continuous numbering of names', async () => {
  const some = fc
    .sample(arbitraryFill, { numRuns: 80, seed: 3 })
    .filter((fill) => fill.block !== null)
    .map(printEventLine)
  const lines = Array.from({ length: 60_001 }, (_, i) => numbered(some[i % some.length] ?? '', i))
  const batches = await readAll({ path: files.write(`${lines.join('\n')}\n`) })
  expect(batches.map(({ fills }) => fills?.count)).toEqual([25_000, 25_000, 10_001])
  expect(batches.map(({ lines }) => lines)).toEqual([25_000, 50_000, 60_001])
  expect(batches.flatMap(({ fills }) => fills?.newTokens ?? [])).toEqual([
    ...new Set(some.map((line) => JSON.parse(line).token)),
  ])
  const times = batches.flatMap(({ fills }) => [...(fills?.time.subarray(0, fills.count) ?? [])])
  expect(times).toEqual(lines.map((_, i) => EARLIEST_TIME + i))
})

test('a stream of event lines is read like a file, wherever its chunks are cut', async () => {
  const lines = fc.sample(arbitraryRecord, { numRuns: 300, seed: 11 }).map(printEventLine).join('\n')
  const bytes = Buffer.from(lines)
  const chunks = Array.from({ length: Math.ceil(bytes.length / 777) }, (_, i) =>
    bytes.subarray(777 * i, 777 * (i + 1)),
  )
  const [fromFile] = await readAll({ path: files.write(lines) })
  const [fromStream] = await readAll({ stream: Readable.from(chunks) })
  expect(fromStream).toEqual(fromFile)
})

test('a consumer that stops ends the reading, and its stream', async () => {
  const [line = ''] = fc.sample(arbitraryFill, { numRuns: 1, seed: 1 }).map(printEventLine)
  let pulled = 0
  const endless = Readable.from(
    (function* () {
      while (true) {
        pulled++
        yield Buffer.from(`${line}\n`.repeat(100))
      }
    })(),
  )
  let lines = 0
  for await (const batch of readEventLines({ stream: endless })) {
    lines = batch.lines
    // A busy consumer holds the reader back: it reads a few batches ahead, not until memory is full.
    for (let seen = -1; seen < pulled && pulled < 5_000; ) {
      seen = pulled
      await sleep(50)
    }
    if (lines >= 50_000) break
  }
  expect(lines).toBe(50_000)
  expect(endless.destroyed).toBe(true)
  expect(pulled * 100).toBeLessThan(50_000 + 6 * 25_000)
})

test('a failing stream ends the reading with its own error', async () => {
  const failing = Readable.from(
    (function* () {
      yield Buffer.from('{}\n')
      throw new Error('the disk is gone')
    })(),
  )
  await expect(readAll({ stream: failing })).rejects.toThrow('the disk is gone')
})

test('an unreadable file of event lines is one sentence', async () => {
  const missing = join(files.folder, 'missing.jsonl')
  await expect(readAll({ path: missing })).rejects.toMatchObject({
    name: 'CommandError',
    message: `${missing} does not exist: check the path.`,
  })
})

test('an empty stream of event lines has no batch', async () => {
  expect(await readAll({ stream: Readable.from([]) })).toEqual([])
})
