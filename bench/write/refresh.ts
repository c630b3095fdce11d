/**
 * The incremental refresh against the first one, on SQLite, in two worlds: the demo's, where nearly all traders hold
 * actively traded tokens, and one of 400 days in which markets resolve and traders come and go. Each is refreshed; then
 * come 1% new fills, 0.01% more on the same day (a chain follower's fills between two refreshes), and the next day's
 * first hour. Each refresh in seconds by phase, with the process' memory, and its ratio to the first; at last the same
 * ledger in full.
 *
 *   npx node bench/write/refresh.ts [fills of the demo's world, default 300,000]
 */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { openStore } from '../../src/migrations/open-store.ts'
import type { RefreshOptions, RefreshResult } from '../../src/numbers/publish/publisher.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestEventLines } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { fillFile } from '../worlds/fill-file.ts'
import { monthsFile } from '../worlds/months-file.ts'

/** The file's lines, one at a time: a large file does not fit in a string. */
type Lines = AsyncIterator<string, undefined>

function linesOf(path: string): Lines {
  return createInterface({ input: createReadStream(path) })[Symbol.asyncIterator]()
}

/** The next lines: the ledger's next events, up to a number of fills or a time. */
interface Part {
  name: string
  /** @default no limit */
  fills?: number
  /** Seconds after the first of the events; the first that is later is the first of the next part. @default no limit */
  seconds?: number
  /** Events come at the time of the last one before them. @default false */
  sameTime?: boolean
}

/** A ledger that is taken in part by part. */
function createFeed(db: Database, lines: Lines) {
  let next: string | undefined
  let latest = 0
  return async ({ fills = Number.POSITIVE_INFINITY, seconds, sameTime = false }: Part): Promise<number> => {
    const held = latest
    let taken = 0
    let until = Number.POSITIVE_INFINITY
    const chunks = async function* () {
      while (taken < fills) {
        next ??= (await lines.next()).value
        if (next === undefined) throw new Error('the file has too few lines')
        const time = timeOf(next)
        if (seconds !== undefined && until === Number.POSITIVE_INFINITY) until = time + seconds
        if (time > until) return
        if (next.startsWith('{"kind":"FILL"')) taken++
        latest = sameTime ? held : Math.max(latest, time)
        yield Buffer.from(`${sameTime ? next.replace(`"time":${time}`, `"time":${held}`) : next}\n`)
        next = undefined
      }
    }
    await ingestEventLines(db, { stream: Readable.from(chunks(), { objectMode: false }) })
    return taken
  }
}

function timeOf(line: string): number {
  return Number(/"time":(\d+)/.exec(line)?.[1] ?? 0)
}

async function measured(db: Database, name: string, options: RefreshOptions = {}): Promise<RefreshResult> {
  const result = await refresh(db, options)
  const phases = result.phases.map((phase) => `${phase.name} ${phase.seconds.toFixed(3)}`).join(', ')
  const whom = `${result.computed.toLocaleString('en')} of ${result.traders.toLocaleString('en')} traders`
  const memory = `${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`
  console.log(`  ${name.padEnd(12)} ${result.seconds.toFixed(3)} s, ${memory}, ${whom} (${phases})`)
  return result
}

async function measureWorld(world: string, path: string, parts: readonly [Part, ...Part[]]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pequod-bench-'))
  try {
    const { db, close } = await openStore({ kind: 'sqlite', path: join(folder, 'pequod.db') })
    const take = createFeed(db, linesOf(path))
    const [first, ...more] = parts
    const firstFills = await take(first)
    console.log(`${world}: ${firstFills.toLocaleString('en')} fills`)
    const whole = await measured(db, 'first')
    console.log(`  per million  ${(1e6 * (whole.seconds / firstFills)).toFixed(1)} s`)
    for (const part of more) {
      const taken = await take(part)
      console.log(`  ${part.name}: ${taken.toLocaleString('en')} more`)
      const { seconds } = await measured(db, 'incremental')
      console.log(`  ratio        ${(seconds / whole.seconds).toFixed(3)} of the first`)
    }
    await measured(db, 'full', { full: true })
    await close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const HOUR = 3_600

/** The parts for a first refresh of a number of fills; `sameTime` keeps new ones on the last day of the first. */
function partsFor(fills: number, sameTime: boolean): [Part, ...Part[]] {
  return [
    { name: 'first', fills },
    {
      name: sameTime ? '1 % on the same day' : '1 %, the next days',
      fills: Math.ceil(0.01 * fills),
      sameTime,
    },
    { name: '0.01 % on the same day', fills: Math.ceil(0.0001 * fills), sameTime: true },
    { name: 'the next day', seconds: HOUR },
    { name: '0.01 % on the same day', fills: Math.ceil(0.0001 * fills), sameTime: true },
  ]
}

const fills = Number(process.argv[2] ?? 300_000)
await measureWorld("the demo's world", await fillFile(fills), partsFor(Math.floor(0.95 * fills), true))
const months = await monthsFile()
await measureWorld('400 days', months, partsFor(Math.floor(0.95 * (await countFills(months))), false))

async function countFills(path: string): Promise<number> {
  let count = 0
  for await (const line of createInterface({ input: createReadStream(path) }))
    if (line.startsWith('{"kind":"FILL"')) count++
  return count
}
