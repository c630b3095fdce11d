import { afterAll, expect, test } from 'vitest'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { newPlace } from '../support/engines.ts'

const cleanups: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** A store with one connection, whose prepared statements can be counted. */
async function openOne() {
  const { address, remove } = await newPlace('postgres')
  if (address.kind !== 'postgres') throw new Error('no address of PostgreSQL')
  const db = openPostgres({ url: address.url, poolSize: 1 })
  cleanups.push(remove, () => db.close())
  const planned = async () =>
    (await db.all<{ text: string }>('SELECT statement AS text FROM pg_prepared_statements')).map(
      ({ text }) => text,
    )
  return { db, planned }
}

test('a statement that is sent often is planned once a connection', async () => {
  const { db, planned } = await openOne()
  const text = 'SELECT ?::int + 1 AS sum'
  for (let i = 0; i < 5; i++) expect(await db.get(text, [i])).toEqual({ sum: i + 1 })
  expect(await planned()).toContain('SELECT $1::int + 1 AS sum')
})

test('a long list is planned for itself', async () => {
  const { db, planned } = await openOne()
  const text = `SELECT COUNT(*) AS n FROM traders WHERE ${db.isIn('id', 'int')} AND 1 = 1`
  for (let i = 0; i < 5; i++) await db.get(text, [db.list([...Array(101).keys()])])
  expect((await planned()).filter((one) => one.includes('1 = 1'))).toEqual([])
})

test('a table that changes is read as it is, in a transaction from the second on', async () => {
  const { db } = await openOne()
  await db.run('CREATE TABLE news (id int)')
  await db.run('INSERT INTO news VALUES (1)')
  const text = 'SELECT * FROM news WHERE id = ?'
  for (let i = 0; i < 4; i++) expect(await db.get(text, [1])).toEqual({ id: 1 })
  await db.run("ALTER TABLE news ADD COLUMN word text DEFAULT 'new'")
  expect(await db.get(text, [1])).toEqual({ id: 1, word: 'new' })
  for (let i = 0; i < 4; i++) await db.get(text, [1])
  await db.run('ALTER TABLE news DROP COLUMN word')
  await expect(db.transaction((tx) => tx.get(text, [1]))).rejects.toMatchObject({ code: '0A000' })
  expect(await db.transaction((tx) => tx.get(text, [1]))).toEqual({ id: 1 })
})
