import { once } from 'node:events'
import { expect, inject, test } from 'vitest'
import { lockPostgres, takeFollowerLock } from '../../../src/store/engine/locks.ts'
import { isWholeLane } from '../../support/lane.ts'
import { describeEngines } from '../support/engines.ts'

describeEngines('the follower lock', (open) => {
  test('is held once, and free again when released', async () => {
    const { address } = await open()
    const held = await takeFollowerLock(address)
    expect(await takeFollowerLock(address)).toBeNull()
    await held?.release()
    const again = await takeFollowerLock(address)
    expect(again?.lost.aborted).toBe(false)
    await again?.release()
  })

  test('locks one store only', async () => {
    const locks = [
      await takeFollowerLock((await open()).address),
      await takeFollowerLock((await open()).address),
    ]
    for (const lock of locks) {
      expect(lock).not.toBeNull()
      await lock?.release()
    }
  })
})

test.runIf(isWholeLane)('is lost by a holder that does not renew it, which is notified', async () => {
  const url = `${inject('postgresUrl')}/postgres`
  const held = await lockPostgres(url, { every: 60_000, idle: 200 })
  if (held === null) throw new Error('another process holds it')
  if (!held.lost.aborted) await once(held.lost, 'abort')
  const other = await lockPostgres(url)
  expect(other).not.toBeNull()
  await other?.release()
  await held.release()
})
