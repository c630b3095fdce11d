import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoWorld } from '../../seeds/world/world.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { printEventLine } from '../../src/sources/files/print-event-line.ts'
import type { Database } from '../../src/store/engine/database.ts'
import type { Value } from '../../src/store/engine/table.ts'
import { runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { startService } from '../e2e/support/running-service.ts'
import { shownSnapshot } from '../numbers/support/shown-snapshot.ts'
import { type PackagedPostgres, startPackagedPostgres } from './packaged-postgres.ts'

/** More than two months of events, so that fills are in several partitions. */
const RECORDS = [...demoWorld({ seed: 11, traders: 150, days: 75, markets: 30 })]
/** The dumped store's contents, ingested and published in two pieces; the rest follows after the restore. */
const [HALF, DUMPED] = [0.5, 0.9].map((part) => Math.floor(RECORDS.length * part))

/** Checks, one line each, that `pg_dump` and `pg_restore` carry a store over whole, as the operating guide shows it. */
export async function* checkDump(): AsyncGenerator<string> {
  const [server, folder] = await Promise.all([startPackagedPostgres(), temporaryFolder()])
  try {
    const from = await server.createDatabase('original')
    await fillStore(from, folder.path)
    const to = await server.createDatabase('restored')
    yield await restore(server, { from, to, file: join(folder.path, 'pequod.dump') })
    yield await sameAnswers(from, to, folder.path)
    yield await bothGoOn(from, to, folder.path)
  } finally {
    await server.end()
    await folder.remove()
  }
}

/** A ledger in two pieces with a snapshot of each, an account and a key. */
async function fillStore(url: string, cwd: string): Promise<void> {
  const store = await openStore({ kind: 'postgres', url })
  for (const piece of [RECORDS.slice(0, HALF), RECORDS.slice(HALF, DUMPED)]) {
    await ingestRecords(store.db, piece)
    await command(url, cwd, 'refresh')
  }
  await createAccountStore(store.db).createAccount('ishmael', 'PRO')
  await store.close()
}

async function restore(
  server: PackagedPostgres,
  { from, to, file }: { from: string; to: string; file: string },
): Promise<string> {
  await server.tool('pg_dump', '--format=custom', `--file=${file}`, from)
  await server.tool('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${to}`, file)
  const [before, after] = [await contentsOf(from), await contentsOf(to)]
  assert.deepEqual(after, before)
  const names = Object.keys(before)
  const months = names.filter((name) => name.startsWith('fills_'))
  assert.ok(months.length >= 3 && names.includes('accounts'), `${names}`)
  return `PostgreSQL ${server.version}: pg_restore of a pg_dump gives ${names.length} tables (${months.length} parts of fills) row for row`
}

/** `verify` passes on the restored store, a refresh finds nothing to do, and callers get the same bytes. */
async function sameAnswers(from: string, to: string, cwd: string): Promise<string> {
  await command(to, cwd, 'verify')
  await command(to, cwd, 'refresh')
  const [before, after] = await Promise.all([from, to].map((url) => answersOf(url, cwd)))
  assert.deepEqual(after, before)
  return `verify passes on the restored store, and ${before?.length} answers are the same bytes`
}

async function answersOf(url: string, cwd: string): Promise<string[]> {
  const service = await startService([], {
    cwd,
    env: { DATABASE_URL: url },
  })
  try {
    const paths = ['/v1/leaderboard', '/v1/leaderboard/pnl-7d?limit=100', '/v1/leaderboard/roi-all?limit=100']
    const answers: string[] = []
    for (const path of [...paths, '/v1/whales/record', '/v1/smart-money', '/v1/trader?query=0x']) {
      const answer = await fetch(service.url + path)
      assert.equal(answer.status, 200, path)
      answers.push(await answer.text())
    }
    return answers
  } finally {
    await service.end()
  }
}

/** Both take in the rest and come to the same numbers; new accounts get numbers of their own. */
async function bothGoOn(from: string, to: string, cwd: string): Promise<string> {
  const file = join(cwd, 'more.jsonl')
  const lines = RECORDS.slice(DUMPED).map(printEventLine)
  await writeFile(file, `${lines.join('\n')}\n`)
  const shown = await Promise.all(
    [from, to].map(async (url) => {
      await command(url, cwd, 'ingest', 'events', file)
      await command(url, cwd, 'refresh')
      const store = await openStore({ kind: 'postgres', url })
      const account = await createAccountStore(store.db).createAccount('queequeg', 'FREE')
      const result = { account, snapshot: await shownSnapshot(store.db) }
      await store.close()
      return result
    }),
  )
  assert.deepEqual(shown[1], shown[0])
  return `${lines.length} more events give both stores the same snapshot, and a new account the same number`
}

async function command(url: string, cwd: string, ...args: string[]): Promise<void> {
  const done = await runPequod(args, { cwd, env: { DATABASE_URL: url } })
  assert.equal(done.status, 0, `${done.stdout}${done.stderr}`)
}

/** Each table's rows, and those of each part, as one hash. */
async function contentsOf(url: string): Promise<Record<string, Value>> {
  const { db, close } = await openStore({ kind: 'postgres', url })
  const tables = await db.all<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') " +
      'AND relnamespace = current_schema()::regnamespace ORDER BY 1',
  )
  const contents: Record<string, Value> = {}
  for (const { name } of tables) contents[name] = await hashTable(db, name)
  await close()
  return contents
}

async function hashTable(db: Database, name: string): Promise<Value> {
  const rows = `SELECT md5(t::text) AS line FROM ${name} t`
  const text = `SELECT COUNT(*) || ' rows ' || COALESCE(md5(string_agg(line, '' ORDER BY line)), '') AS hash FROM (${rows})`
  return (await db.get<{ hash: Value }>(`${text} AS r`))?.hash ?? null
}
