/**
 * The incremental refresh against the first one, on SQLite: a store of a demo world's fills is refreshed, then 1 % new
 * fills come on the same last day, and 0.01 % more (what a follower of the chain takes in between two refreshes); each
 * refresh in seconds by phase, and its ratio to the first. At last the same ledger is computed in full.
 *
 *   npx node bench/refresh.ts [fills, default 300,000]
 */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { DAY_SECONDS } from '../src/ledger/quantities.ts'
import { type RefreshOptions, type RefreshResult, refresh } from '../src/refresh/refresh.ts'
import { ingestEventLines } from '../src/sources/ingest.ts'
import type { Database } from '../src/store/database.ts'
import { openStore } from '../src/store/store.ts'
import { fillFile } from './fill-file.ts'

/** New fills for each one that the first refresh counts, by addition. */
const NEW_PARTS = [0.01, 0.0001]

/** The file's lines, one at a time: a large file does not fit in a string. */
type Lines = AsyncIterator<string, undefined>

function linesOf(path: string): Lines {
  return createInterface({ input: createReadStream(path) })[Symbol.asyncIterator]()
}

/**
 * Takes in so many of the lines, none of them later than `latest`.
 * @returns the time of the last
 */
async function ingest(db: Database, lines: Lines, count: number, latest = Number.POSITIVE_INFINITY) {
  let last = 0
  const chunks = async function* () {
    for (let taken = 0; taken < count; taken++) {
      const { value } = await lines.next()
      if (value === undefined) throw new Error('the file has too few lines')
      const time = timeOf(value)
      last = Math.min(time, latest)
      yield Buffer.from(`${value.replace(`"time":${time}`, `"time":${last}`)}\n`)
    }
  }
  const { events } = await ingestEventLines(db, { stream: Readable.from(chunks(), { objectMode: false }) })
  if (events !== count) throw new Error(`${count - events} of the lines were not taken`)
  return last
}

function timeOf(line: string): number {
  return Number(/"time":(\d+)/.exec(line)?.[1])
}

async function measured(db: Database, name: string, options: RefreshOptions = {}): Promise<RefreshResult> {
  const result = await refresh(db, options)
  const phases = result.phases.map((phase) => `${phase.name} ${phase.seconds.toFixed(3)}`).join(', ')
  const whom = `${result.computed.toLocaleString('en')} of ${result.traders.toLocaleString('en')} traders`
  console.log(`${name.padEnd(12)} ${result.seconds.toFixed(3)} s, ${whom} (${phases})`)
  return result
}

const fills = Number(process.argv[2] ?? 300_000)
const lines = linesOf(await fillFile(fills))
const folder = mkdtempSync(join(tmpdir(), 'pequod-bench-'))
try {
  const { db, close } = await openStore({ kind: 'sqlite', path: join(folder, 'pequod.db') })
  const before = Math.floor(fills / (1 + 2 * Math.max(...NEW_PARTS)))
  const newest = await ingest(db, lines, before)
  const dayEnd = newest - (newest % DAY_SECONDS) + DAY_SECONDS - 1
  console.log(`${before.toLocaleString('en')} fills`)
  const whole = await measured(db, 'first')
  for (const newPart of NEW_PARTS) {
    const more = Math.ceil(newPart * before)
    await ingest(db, lines, more, dayEnd)
    console.log(`${more.toLocaleString('en')} more on the same day`)
    const part = await measured(db, 'incremental')
    console.log(`ratio        ${(part.seconds / whole.seconds).toFixed(2)} of the first`)
  }
  await measured(db, 'full', { full: true })
  await close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
