import SQLite from 'better-sqlite3'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { PequodError } from '../../src/errors.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { openSqlite } from '../../src/store/engine/sqlite.ts'
import { describeEngines } from './support/engines.ts'

const AWAY = { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 } satisfies Partial<PequodError>
const ADD = "INSERT INTO accounts (name, tier) VALUES (?, 'FREE')"
const countOf = async (db: Database) => (await db.get<{ n: number }>('SELECT COUNT(*) AS n FROM accounts'))?.n

describeEngines(
  'an unavailable SQLite store',
  (open) => {
    test('that another process writes to is still readable, and writable afterwards', async () => {
      const { db, address } = await open()
      if (address.kind !== 'sqlite') return
      const other = new SQLite(address.path)
      onTestFinished(() => void other.close())
      other.exec('BEGIN IMMEDIATE')
      const written = db.run(ADD, ['ishmael'])
      const immediates = await Promise.all(
        [1, 2, 3].map(() => new Promise((resolve) => setImmediate(resolve))),
      )
      expect(immediates).toHaveLength(3)
      expect(await countOf(db)).toBe(0)
      other.exec('COMMIT')
      expect(await written).toBe(1)
      expect(await countOf(db)).toBe(1)
    })

    test('that another process keeps writing to fails writes, and is available afterwards', async () => {
      const { address } = await open()
      if (address.kind !== 'sqlite') return
      const db = await openSqlite({ path: address.path, busyTimeoutMs: 30 })
      onTestFinished(() => db.close())
      const other = new SQLite(address.path)
      onTestFinished(() => void other.close())
      other.exec('BEGIN IMMEDIATE')
      await expect(db.run(ADD, ['ishmael'])).rejects.toMatchObject({
        ...AWAY,
        message: 'Another process is writing to the database: retry in a few seconds.',
      })
      expect(await countOf(db)).toBe(0)
      other.exec('COMMIT')
      expect(await db.run(ADD, ['ishmael'])).toBe(1)
    })

    test('that is full rejects the whole transaction, and accepts it once there is room', async () => {
      const { db } = await open()
      const pages = (count: number) => db.transaction((tx) => tx.get(`PRAGMA max_page_count = ${count}`))
      const write = () =>
        db.transaction(async (tx) => {
          for (let i = 0; i < 100; i++) await tx.run(ADD, [`${'x'.repeat(200)} ${i}`])
        })
      // As few as it has.
      await pages(1)
      await expect(write()).rejects.toMatchObject({
        ...AWAY,
        message: expect.stringContaining('out of disk space'),
      })
      expect(await countOf(db)).toBe(0)
      await pages(1_000_000)
      await write()
      expect(await countOf(db)).toBe(100)
    })
  },
  ['sqlite'],
)

describeEngines(
  'an unavailable PostgreSQL store',
  (open) => {
    test('whose server ends a connection within a transaction fails it, and is available again', async () => {
      const { db, address } = await open()
      const broken = db.transaction(async (tx) => {
        await tx.run(ADD, ['ishmael'])
        const { pid } = (await tx.get<{ pid: number }>('SELECT pg_backend_pid() AS pid')) ?? { pid: 0 }
        await endConnection(address.kind === 'postgres' ? address.url : '', pid)
        await tx.run(ADD, ['queequeg'])
      })
      await expect(broken).rejects.toMatchObject(AWAY)
      expect(await countOf(db)).toBe(0)
      expect(await db.run(ADD, ['queequeg'])).toBe(1)
    })

    test('that is read-only says so', async () => {
      const { db } = await open()
      const write = db.transaction(async (tx) => {
        await tx.run('SET TRANSACTION READ ONLY')
        await tx.run(ADD, ['ishmael'])
      })
      await expect(write).rejects.toMatchObject({ ...AWAY, message: expect.stringContaining('read-only') })
    })
  },
  ['postgres'],
)

/** Ends a connection of the server, and waits until it is gone there and its other end is notified. */
async function endConnection(connectionString: string, pid: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('SELECT pg_terminate_backend($1, 10000)', [pid])
  await client.end()
}
