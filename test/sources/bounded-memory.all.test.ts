import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectEventLines } from '../../src/sources/files/collect-event-lines.ts'
import { readTrades } from '../../src/sources/files/data-api-rows.ts'
import { printEventLine } from '../../src/sources/files/print-event-line.ts'
import { arbitraryFill } from './support/arbitrary-record.ts'
import { temporaryFiles } from './support/temporary-files.ts'

const files = temporaryFiles()
const MB = 1024 * 1024
const FILE_BYTES = 20 * MB

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

/** Bytes that are alive, on the heap and beside it. */
function live(): number {
  if (typeof collectGarbage === 'function') collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Bytes read between two looks at the memory: each collects garbage, which takes longer than the reading. */
const LOOK_EVERY = 5 * MB

/** Reads to the end; answers the bytes read and by how much the live memory grew at most after the first batch. */
async function growth(batches: AsyncIterable<{ bytes: number }>) {
  let first: number | null = null
  let most = 0
  let bytes = 0
  let next = 0
  for await (const batch of batches) {
    bytes = batch.bytes
    if (first === null) first = live()
    else if (bytes >= next) most = Math.max(most, live() - first)
    else continue
    next = bytes + LOOK_EVERY
  }
  return { bytes, most }
}

test('20 MB of event lines are read in the memory of their first batch', async () => {
  const lines = fc.sample(arbitraryFill, { numRuns: 100, seed: 5 }).map(printEventLine)
  const chunk = Buffer.from(`${lines.join('\n')}\n`)
  const chunks = async function* () {
    for (let sent = 0; sent < FILE_BYTES; sent += chunk.length) yield chunk
  }
  const { bytes, most } = await growth(collectEventLines(chunks()))
  expect(bytes).toBeGreaterThanOrEqual(FILE_BYTES)
  expect(most).toBeLessThan(8 * MB)
})

test.each(['JSON', 'CSV'])('20 MB of %s rows are read in a little memory', async (format) => {
  const values = {
    title: 'x'.repeat(500),
    size: 2,
    price: 0.5,
    side: 'BUY',
    asset: '7',
    timestamp: 1771354561,
  }
  const row = { ...values, conditionId: `0x${'cd'.repeat(32)}`, proxyWallet: `0x${'ab'.repeat(20)}` }
  const text = format === 'JSON' ? JSON.stringify(row) : Object.values(row).join(',')
  const head = format === 'JSON' ? '' : `${Object.keys(row).join(',')}\n`
  const path = files.write(head + `${text}\n`.repeat(FILE_BYTES / text.length))
  const { bytes, most } = await growth(readTrades(path))
  expect(bytes).toBeGreaterThan(20_000_000)
  expect(most).toBeLessThan(8 * MB)
})
