import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/migrations/open-store.ts'

const MIB = 2 ** 20

it('a log starts over although one reader begins before another ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-log-'))
  const path = join(folder, 'log.db')
  const store = await openStore({ kind: 'sqlite', path })
  let isOver = false
  const read = async (wait: number) => {
    await sleep(wait)
    while (!isOver)
      await store.db.view(async (view) => {
        await view.all('SELECT id FROM alerts_state', [])
        await sleep(30)
      })
  }
  const reading = Promise.all([read(0), read(15)])
  await store.db.run('CREATE TABLE filler (id INTEGER PRIMARY KEY, bytes BLOB)')
  let longest = 0
  // 16 MiB in each of 24 transactions, over several of the looks that a connection takes once a second.
  for (let i = 0; i < 24; i++) {
    await store.db.run(
      `REPLACE INTO filler (id, bytes) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 16) SELECT i, zeroblob(${MIB}) FROM n`,
    )
    longest = Math.max(longest, (await stat(`${path}-wal`)).size)
    await sleep(100)
  }
  isOver = true
  await reading
  await store.close()
  await rm(folder, { recursive: true, force: true })
  expect(longest).toBeLessThan(250 * MIB)
})
