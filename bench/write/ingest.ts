/**
 * Ingest of a file of FILL lines into SQLite, the fold and the fact grain included, against a bare better-sqlite3
 * prepared insert of the same rows (integers and blobs in memory, one table without an index) in transactions.
 * Each side runs in a process of its own, so that its peak memory is its own.
 *
 *   npx node bench/write/ingest.ts [lines, default 1,000,000]
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { readEventLines } from '../../src/sources/files/event-lines.ts'
import { ingestEventLines } from '../../src/sources/files/ingest.ts'
import { fillRowsOf } from '../../src/store/ingest/fill-rows.ts'
import { FILLS } from '../../src/store/tables.ts'
import { fillFile } from '../worlds/fill-file.ts'

/** The report of one side. */
interface Measured {
  seconds: number
  refreshSeconds?: number
  /** Each of the first refresh's phases, and how many traders it computed. */
  refreshed?: string
  /** Of the whole process, ingest and refresh. */
  refreshMaxRssMiB?: number
  firstRate?: number
  lastRate?: number
  maxRssMiB: number
}

const rss = () => process.resourceUsage().maxRSS / 1024

async function bareInsert(path: string, folder: string): Promise<Measured> {
  const db = new SQLite(join(folder, 'bare.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  const names = Object.keys(FILLS.columns)
  const columns = Object.entries(FILLS.columns).map(
    ([name, type]) => `${name} ${type === 'blob' ? 'BLOB' : 'INTEGER'}`,
  )
  db.exec(`CREATE TABLE fills (${columns.join(', ')}, PRIMARY KEY (key))`)
  const statement = db.prepare(`INSERT INTO fills VALUES (${names.map(() => '?').join(', ')})`)
  let seconds = 0
  const traders: number[] = []
  const tokens: number[] = []
  for await (const { fills } of readEventLines({ path })) {
    if (!fills) continue
    for (const _ of fills.newAddresses) traders.push(traders.length + 1)
    for (const _ of fills.newTokens) tokens.push(tokens.length + 1)
    const rows = rowsOf(fillRowsOf(fills, traders, tokens), names)
    const start = performance.now()
    db.transaction(() => {
      for (const row of rows) statement.run(row)
    })()
    seconds += (performance.now() - start) / 1000
  }
  db.close()
  return { seconds, maxRssMiB: rss() }
}

function rowsOf(fills: ReturnType<typeof fillRowsOf>, names: readonly string[]) {
  return Array.from({ length: fills.count }, (_, i) => names.map((name) => fills.columns[name]?.[i] ?? null))
}

async function wholeIngest(path: string, folder: string): Promise<Measured> {
  const store = await openStore({ kind: 'sqlite', path: join(folder, 'pequod.db') })
  const marks: { rows: number; at: number }[] = [{ rows: 0, at: performance.now() }]
  await ingestEventLines(
    store.db,
    { path },
    {
      onProgress: ({ rows }) => marks.push({ rows, at: performance.now() }),
      onRefusal: ({ line, reason }) => {
        throw new Error(`line ${line}: ${reason}`)
      },
    },
  )
  const end = performance.now()
  const seconds = (end - (marks[0]?.at ?? 0)) / 1000
  const maxRssMiB = rss()
  const start = performance.now()
  const { traders, phases } = await refresh(store.db)
  const refreshSeconds = (performance.now() - start) / 1000
  const parts = phases.map((phase) => `${phase.name} ${phase.seconds.toFixed(1)}`).join(', ')
  const refreshed = `${traders.toLocaleString('en')} traders (${parts})`
  await store.close()
  const peaks = { maxRssMiB, refreshMaxRssMiB: rss() }
  return { seconds, refreshSeconds, refreshed, ...millionRates(marks), ...peaks }
}

/** Lines a second over the first and over the last million. */
function millionRates(marks: readonly { rows: number; at: number }[]) {
  const rate = (
    from: { rows: number; at: number } | undefined,
    to: { rows: number; at: number } | undefined,
  ) => (from && to ? ((to.rows - from.rows) / (to.at - from.at)) * 1000 : 0)
  const last = marks.at(-1)
  const total = last?.rows ?? 0
  return {
    firstRate: rate(
      marks[0],
      marks.find((mark) => mark.rows >= Math.min(1_000_000, total)),
    ),
    lastRate: rate(
      marks.findLast((mark) => mark.rows <= total - Math.min(1_000_000, total)),
      last,
    ),
  }
}

async function side(name: string, path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pequod-bench-'))
  try {
    const measured = await (name === 'bare' ? bareInsert(path, folder) : wholeIngest(path, folder))
    console.log(JSON.stringify(measured))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runSide(name: string, path: string): Measured {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [import.meta.filename, '--side', name, path],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Measured
}

async function main(): Promise<void> {
  const lines = Number(process.argv[2] ?? 1_000_000)
  const path = await fillFile(lines)
  const bare = runSide('bare', path)
  const whole = runSide('ingest', path)
  const rate = (seconds: number) => Math.round(lines / seconds).toLocaleString('en')
  const size = Math.round(statSync(path).size / 2 ** 20)
  console.log(`${lines.toLocaleString('en')} FILL lines, ${size} MiB`)
  console.log(`bare insert  ${rate(bare.seconds)} rows/s`)
  console.log(`ingest       ${rate(whole.seconds)} events/s, peak ${Math.round(whole.maxRssMiB)} MiB`)
  console.log(`ratio        ${(bare.seconds / whole.seconds).toFixed(2)}`)
  console.log(
    `rate         ${Math.round(whole.firstRate ?? 0).toLocaleString('en')} first million, ${Math.round(whole.lastRate ?? 0).toLocaleString('en')} last`,
  )
  console.log(
    `refresh      ${whole.refreshSeconds?.toFixed(1)} s, ${((whole.refreshSeconds ?? 0) / (lines / 1e6)).toFixed(1)} s per million fills, ${whole.refreshed}, peak ${Math.round(whole.refreshMaxRssMiB ?? 0)} MiB`,
  )
}

if (process.argv[2] === '--side') await side(process.argv[3] ?? '', process.argv[4] ?? '')
else await main()
