import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDuckDb } from '../../../src/store/engine/duckdb.ts'
import { temporaryFolder } from '../../cli/support/run-pequod.ts'

/** Sorts rows that do not fit the memory; counts them, and those out of order. */
const SORT =
  'SELECT count(*)::DOUBLE, count(*) FILTER (k < before)::DOUBLE, (sum(length(v)) / 96)::DOUBLE ' +
  'FROM (SELECT k, v, lag(k) OVER (ORDER BY k) AS before ' +
  'FROM (SELECT hash(i) AS k, repeat(md5(i::VARCHAR), 3) AS v FROM range(600000) t(i)))'

test('processes and threads that share a data folder sort in it together', async () => {
  const folder = await temporaryFolder()
  const opened = [1, 2].map(() => openDuckDb({ folder: folder.path, memoryMiB: 40, threads: 1 }))
  try {
    const connections = await Promise.all(opened.map((duckdb) => duckdb.connect()))
    const sorted = connections.map((connection) => connection.runAndReadAll(SORT))
    for (const found of await Promise.all(sorted)) expect(found.getRows()).toEqual([[600_000, 0, 600_000]])
    const spilled = (await readdir(folder.path)).filter((name) => name.startsWith('spill-'))
    expect(spilled).toHaveLength(2)
    for (const connection of connections) connection.closeSync()
  } finally {
    for (const duckdb of opened) duckdb.close()
    await expect.poll(() => readdir(folder.path)).toEqual([])
    await folder.remove()
  }
})

test('an instance removes what one that was killed had spilled a day before, and nothing newer', async () => {
  const folder = await temporaryFolder()
  const duckdb = openDuckDb({ folder: folder.path })
  try {
    const other = join(folder.path, 'spill-other')
    await mkdir(other)
    for (const name of ['old.tmp', 'new.tmp']) await writeFile(join(other, name), 'x')
    const dayAgo = new Date(Date.now() - 86_400_001)
    await utimes(join(other, 'old.tmp'), dayAgo, dayAgo)
    const connection = await duckdb.connect()
    connection.closeSync()
    expect(await readdir(other)).toEqual(['new.tmp'])
  } finally {
    duckdb.close()
    await folder.remove()
  }
})
