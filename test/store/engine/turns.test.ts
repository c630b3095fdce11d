import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/migrations/open-store.ts'

it.each([
  ['commits', async () => undefined],
  ['rolls back', () => Promise.reject(new Error('changed its mind'))],
])('a process that %s many transactions in a row lets another write between them', async (_, end) => {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-turns-'))
  const path = join(folder, 'turns.db')
  const [busy, other] = [await openStore({ kind: 'sqlite', path }), await openStore({ kind: 'sqlite', path })]
  const write = 'UPDATE alerts_state SET id = id'
  let [ended, isOver] = [0, false]
  const inARow = (async () => {
    while (!isOver) {
      const work = busy.db.transaction(async (tx) => {
        await tx.run(write)
        await sleep(10)
        await end()
      })
      await work.catch(() => undefined)
      ended++
    }
  })()
  const waits: number[] = []
  for (let i = 0; i < 10; i++) {
    await sleep(25)
    const before = ended
    await other.db.run(write)
    waits.push(ended - before)
  }
  isOver = true
  await inARow
  for (const store of [busy, other]) await store.close()
  await rm(folder, { recursive: true, force: true })
  // Three transactions fill a turn; without turns the other process waits for dozens.
  expect(Math.max(...waits)).toBeLessThan(12)
})
