/**
 * The incremental refresh against the first one, on SQLite: a store of a demo world's fills is refreshed, then 1 % new
 * fills come on the same last day, and 0.01 % more (what a follower of the chain takes in between two refreshes); each
 * refresh in seconds by phase, and its ratio to the first. At last the same ledger is computed in full.
 *
 *   npx node bench/refresh.ts [fills, default 300,000]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DAY_SECONDS } from '../src/ledger/quantities.ts'
import { type RefreshOptions, type RefreshResult, refresh } from '../src/refresh/refresh.ts'
import { ingestEventLines } from '../src/sources/ingest.ts'
import type { Database } from '../src/store/database.ts'
import { openStore } from '../src/store/store.ts'
import { fillFile } from './fill-file.ts'

/** New fills for each one that the first refresh counts, by addition. */
const NEW_PARTS = [0.01, 0.0001]
const LINES_AT_ONCE = 1000

/** The lines of the first ingest and of each addition; the latter are moved to the last day of the first. */
function additionsOf(path: string): { first: string[]; additions: string[][] } {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const count = Math.floor(lines.length / (1 + NEW_PARTS.reduce((sum, part) => sum + part, 0)))
  const first = lines.slice(0, count)
  const last = timeOf(first.at(-1) ?? '')
  const dayEnd = last - (last % DAY_SECONDS) + DAY_SECONDS - 1
  const moved = lines.slice(count).map((line) => {
    const time = timeOf(line)
    return line.replace(`"time":${time}`, `"time":${Math.min(time, dayEnd)}`)
  })
  return { first, additions: NEW_PARTS.map((part) => moved.splice(0, Math.ceil(part * count))) }
}

function timeOf(line: string): number {
  const { time } = JSON.parse(line) as { time: number }
  return time
}

function* chunksOf(lines: readonly string[]): Generator<Buffer> {
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    yield Buffer.from(`${lines.slice(at, at + LINES_AT_ONCE).join('\n')}\n`)
}

async function ingest(db: Database, lines: readonly string[]): Promise<void> {
  const { events } = await ingestEventLines(db, {
    stream: Readable.from(chunksOf(lines), { objectMode: false }),
  })
  if (events !== lines.length) throw new Error(`${lines.length - events} of the lines were not taken`)
}

async function measured(db: Database, name: string, options: RefreshOptions = {}): Promise<RefreshResult> {
  const result = await refresh(db, options)
  const phases = result.phases.map((phase) => `${phase.name} ${phase.seconds.toFixed(3)}`).join(', ')
  const whom = `${result.computed.toLocaleString('en')} of ${result.traders.toLocaleString('en')} traders`
  console.log(`${name.padEnd(12)} ${result.seconds.toFixed(3)} s, ${whom} (${phases})`)
  return result
}

const path = await fillFile(Number(process.argv[2] ?? 300_000))
const folder = mkdtempSync(join(tmpdir(), 'pequod-bench-'))
try {
  const { db, close } = await openStore({ kind: 'sqlite', path: join(folder, 'pequod.db') })
  const { first, additions } = additionsOf(path)
  await ingest(db, first)
  console.log(`${first.length.toLocaleString('en')} fills`)
  const whole = await measured(db, 'first')
  for (const lines of additions) {
    await ingest(db, lines)
    console.log(`${lines.length.toLocaleString('en')} more on the same day`)
    const part = await measured(db, 'incremental')
    console.log(`ratio        ${(part.seconds / whole.seconds).toFixed(2)} of the first`)
  }
  await measured(db, 'full', { full: true })
  await close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
