/**
 * Sealing settled fills: how fast, how many bytes a fill takes as a row and sealed, and how long a row that another process
 * writes waits meanwhile, against the same on the idle store. SQLite; the other process writes every ten milliseconds.
 *
 *   npx node bench/load/seal.ts [fills, default 1,000,000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingestEventLines } from '../../src/sources/ingest.ts'
import { filesOf, readManifest } from '../../src/store/segments/manifest.ts'
import { sealLedger } from '../../src/store/segments/seal-ledger.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { fillFile } from '../fill-file.ts'
import { startSteadyWriter } from './steady-writer.ts'

await measure(Number(process.argv[2] ?? 1_000_000))

async function measure(fills: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-seal-'))
  const path = join(folder, 'pequod.db')
  const store = await openStore({ kind: 'sqlite', path })
  await ingestEventLines(store.db, { path: await fillFile(fills) })
  const writer = await startSteadyWriter({ kind: 'sqlite', path })
  const idle = await writer.idle()
  const rowBytes = await bytesOfFills(store)
  const cpu = process.cpuUsage()
  const start = performance.now()
  const { wait: busy, result: report } = await writer.during(() =>
    sealLedger(store.db, { settledAfterDays: 1 }),
  )
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  const manifest = await readManifest(store.db, 'FILLS')
  const files = filesOf(manifest)
  const hashes = manifest.reduce((sum, segment) => sum + segment.files.hashes.bytes, 0)
  const sealed = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const each = (bytes: number) => (bytes / report.rows.FILLS).toFixed(1)
  console.log(
    `seal: ${report.rows.FILLS.toLocaleString('en')} fills into ${manifest.length} segments (${report.segments} written) in ${seconds.toFixed(1)} s, ` +
      `${Math.round(report.rows.FILLS / seconds).toLocaleString('en')} a second, ${((user + system) / 1e6 / (report.rows.FILLS / 1e6)).toFixed(1)} CPU seconds a million; ` +
      `peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
  )
  console.log(
    `seal: ${(rowBytes / fills).toFixed(1)} bytes a fill as a row, ${each(sealed)} sealed, ${each(sealed - hashes)} without hashes`,
  )
  console.log(
    `seal: longest wait of another writer ${busy.toFixed(0)} ms, ${idle.toFixed(0)} ms when idle: ${Math.max(0, busy - idle).toFixed(0)} ms more`,
  )
  await writer.end()
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

/** Bytes of the table of fills and its indexes. */
async function bytesOfFills({ db }: Store): Promise<number> {
  const row = await db.get<{ bytes: number }>(
    "SELECT SUM(pgsize) AS bytes FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = 'fills')",
  )
  return row?.bytes ?? 0
}
