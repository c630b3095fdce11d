import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import { verifyAll } from '../../../src/cli/checks/verify-all.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { takeFollowerLock } from '../../../src/store/engine/locks.ts'
import { copySqlite } from '../../../src/store/engine/sqlite.ts'
import { readLedgerState } from '../../../src/store/ledger/ledger-state.ts'
import { recordsOf } from '../../support/worlds.ts'
import { callPequod } from '../support/call-pequod.ts'
import { temporaryFolder } from '../support/run-pequod.ts'

const RECORDS = recordsOf('days')
const HALF = Math.floor(RECORDS.length / 2)
const PIECE = 50

describe('pequod backup', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let store: Store
  let path: string
  beforeAll(async () => {
    folder = await temporaryFolder()
    path = join(folder.path, 'pequod.db')
    store = await openStore({ kind: 'sqlite', path })
    await ingestRecords(store.db, RECORDS.slice(0, HALF))
    await createAccountStore(store.db).createAccount('ishmael', 'PRO')
  })
  afterAll(async () => {
    await store?.close()
    await folder?.remove()
  })
  const run = (...args: string[]) => callPequod(['backup', ...args], { DATABASE_URL: `sqlite:${path}` })

  const ingestTheRest = async () => {
    for (let from = HALF; from < RECORDS.length; from += PIECE)
      await ingestRecords(store.db, RECORDS.slice(from, from + PIECE))
  }

  it('is the store as of its start despite concurrent writes, and can be served', async () => {
    const to = join(folder.path, 'meanwhile.db')
    const { fills } = await readLedgerState(store.db)
    await Promise.all([copySqlite(path, to, { pagesAtOnce: 4 }), ingestTheRest()])
    expect((await readLedgerState(store.db)).fills).toBeGreaterThan(fills)
    const copy = await openStore({ kind: 'sqlite', path: to })
    expect((await readLedgerState(copy.db)).fills).toBe(fills)
    expect(await verifyAll(copy.db)).toMatchObject({ holds: true })
    expect(await createAccountStore(copy.db).accountByName('ishmael')).toMatchObject({ tier: 'PRO' })
    await copy.close()
  })

  it('writes a new file and never overwrites one', async () => {
    const file = join(folder.path, 'backup.db')
    const { status, stdout } = await run(file, '--json')
    expect({ status, file: JSON.parse(stdout).file }).toEqual({ status: 0, file })
    const again = await run(file)
    expect(again).toMatchObject({
      status: 1,
      stderr: `${file} already exists: choose another file, or move it away.\n`,
    })
    const copy = await openStore({ kind: 'sqlite', path: file })
    expect(await readLedgerState(copy.db)).toEqual(await readLedgerState(store.db))
    await copy.close()
  })

  it('and the store are readable by their owner only, for any umask and previous mode', async () => {
    const modesOf = async (prefix: string) => {
      const names = (await readdir(folder.path)).filter((name) => name.startsWith(prefix))
      const modes = await Promise.all(
        names.map(async (name) => (await stat(join(folder.path, name))).mode & 0o777),
      )
      return Object.fromEntries(names.map((name, i) => [name, modes[i]?.toString(8)]))
    }
    const umask = process.umask(0o022)
    const fresh = await openStore({ kind: 'sqlite', path: join(folder.path, 'fresh.db') })
    const lock = await takeFollowerLock({ kind: 'sqlite', path: join(folder.path, 'fresh.db') })
    try {
      await copySqlite(path, join(folder.path, 'fresh-copy.db'))
      const files = ['fresh.db', 'fresh.db-wal', 'fresh.db-shm', 'fresh.db.follower', 'fresh-copy.db']
      const made = await modesOf('fresh')
      expect(Object.keys(made)).toEqual(expect.arrayContaining(files))
      expect(new Set(Object.values(made))).toEqual(new Set(['600']))
      for (const name of files) await chmod(join(folder.path, name), 0o664)
      const env = { DATABASE_URL: `sqlite:${join(folder.path, 'fresh.db')}` }
      const { stdout } = await callPequod(['doctor'], env)
      expect(stdout).toContain('users other than the owner can read')
      // The doctor changes nothing; the next start does.
      expect(await modesOf('fresh.db')).toMatchObject({ 'fresh.db': '664', 'fresh.db-wal': '664' })
      const again = await openStore({ kind: 'sqlite', path: join(folder.path, 'fresh.db') })
      expect(await modesOf('fresh.db-')).toEqual({ 'fresh.db-wal': '600', 'fresh.db-shm': '600' })
      expect((await modesOf('fresh.db'))['fresh.db']).toBe('600')
      expect((await callPequod(['doctor'], env)).stdout).not.toContain('users other than the owner')
      await again.close()
    } finally {
      await lock?.release()
      await fresh.close()
      process.umask(umask)
    }
  })

  it('fails in one sentence and leaves no files', async () => {
    const before = await readdir(folder.path)
    const nowhere = await run(join(folder.path, 'none', 'backup.db'))
    expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringMatching(/cannot be written: .+\.\n$/) })
    const other = await callPequod(['backup', 'x.db'], { DATABASE_URL: 'postgres://me:secret@host/db' })
    expect(other.stderr).toBe('For PostgreSQL, use pg_dump --format=custom --file=x.db "$DATABASE_URL"\n')
    const missing = await callPequod(['backup', 'x.db'], { DATABASE_URL: 'sqlite:/nowhere/at-all.db' })
    expect(missing.stderr).toBe('/nowhere/at-all.db does not exist: there is nothing to back up.\n')
    expect(await readdir(folder.path)).toEqual(before)
  })
})
