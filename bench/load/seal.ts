/**
 * Sealing what is settled: how fast, how many bytes a fill and a position's day take as a row and sealed, and how long a row that another process
 * writes waits meanwhile, against the same on the idle store. SQLite; the other process writes every ten milliseconds.
 *
 *   npx node bench/load/seal.ts [fills, default 1,000,000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '../../src/migrations/open-store.ts'
import { ingestEventLines } from '../../src/sources/files/ingest.ts'
import { sealLedger } from '../../src/store/ledger/seal-ledger.ts'
import { filesOf, readManifest, type Segment } from '../../src/store/ledger/sealed/manifest.ts'
import { fillFile } from '../worlds/fill-file.ts'
import { startSteadyWriter } from './steady-writer.ts'

await measure(Number(process.argv[2] ?? 1_000_000))

async function measure(fills: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-seal-'))
  const path = join(folder, 'pequod.db')
  const store = await openStore({ kind: 'sqlite', path })
  await ingestEventLines(store.db, { path: await fillFile(fills) })
  const writer = await startSteadyWriter({ kind: 'sqlite', path })
  const idle = await writer.idle()
  const rowBytes = await bytesOf(store, 'fills')
  const dayBytes = await bytesOf(store, 'position_days')
  const days = await store.db.get<{ count: number }>('SELECT COUNT(*) AS count FROM position_days')
  const cpu = process.cpuUsage()
  const start = performance.now()
  const {
    wait: busy,
    result: { rows },
  } = await writer.during(() => sealLedger(store.db, { settledAfterDays: 1 }))
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  const [fillSegments, daySegments] = [
    await readManifest(store.db, 'FILLS'),
    await readManifest(store.db, 'DAYS'),
  ]
  const hashes = fillSegments.reduce((sum, segment) => sum + segment.files.hashes.bytes, 0)
  const each = (bytes: number, count = rows.FILLS) => (bytes / count).toFixed(1)
  console.log(
    `seal: ${rows.FILLS.toLocaleString('en')} fills into ${fillSegments.length} segments, ${rows.DAYS.toLocaleString('en')} days of positions ` +
      `into ${daySegments.length}, in ${seconds.toFixed(1)} s, ${Math.round(rows.FILLS / seconds).toLocaleString('en')} fills a second, ` +
      `${((user + system) / 1e6 / (rows.FILLS / 1e6)).toFixed(1)} CPU seconds a million; peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
  )
  console.log(
    `seal: ${each(rowBytes, fills)} bytes a fill as a row, ${each(bytesIn(fillSegments))} sealed, ${each(bytesIn(fillSegments) - hashes)} without hashes`,
  )
  console.log(
    `seal: ${each(dayBytes, days?.count)} bytes a position's day as a row, ${each(bytesIn(daySegments), rows.DAYS)} sealed; ` +
      `${each(dayBytes, fills)} a fill as rows, ${each(bytesIn(daySegments))} sealed`,
  )
  console.log(
    `seal: longest wait of another writer ${busy.toFixed(0)} ms, ${idle.toFixed(0)} ms when idle: ${Math.max(0, busy - idle).toFixed(0)} ms more`,
  )
  await writer.end()
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

function bytesIn(segments: readonly Segment[]): number {
  return filesOf(segments).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Bytes of a table and its indexes. */
async function bytesOf({ db }: Store, table: string): Promise<number> {
  const row = await db.get<{ bytes: number }>(
    'SELECT SUM(pgsize) AS bytes FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = ?)',
    [table],
  )
  return row?.bytes ?? 0
}
