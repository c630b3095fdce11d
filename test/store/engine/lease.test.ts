import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { holdsLease, releaseLease, renewLease, takeLease } from '../../../src/store/engine/locks.ts'
import { describeEngines } from '../support/engines.ts'

describeEngines('a lease', (open) => {
  test('is held by one of many who take it at the same time, until it is given back', async () => {
    const { db } = await open()
    const take = () => db.transaction((tx) => takeLease(tx, 'fold', 60_000))
    const [held, ...more] = (await Promise.all([take(), take(), take(), take()])).filter(
      (one) => one !== null,
    )
    expect(more).toEqual([])
    if (held === undefined) throw new Error('nobody has it')
    expect(await db.transaction((tx) => takeLease(tx, 'publish', 60_000))).not.toBeNull()
    expect(await holdsLease(db, held)).toBe(true)
    expect(await db.transaction((tx) => releaseLease(tx, held))).toBe(true)
    expect(await db.transaction((tx) => releaseLease(tx, held))).toBe(false)
    expect(await holdsLease(db, held)).toBe(false)
    expect(await take()).not.toBeNull()
  })

  test('is taken over once its time has passed, and the former holder can neither renew nor release it', async () => {
    const { db } = await open()
    const former = await db.transaction((tx) => takeLease(tx, 'fold', 50))
    if (former === null) throw new Error('nobody has it')
    await db.transaction((tx) => renewLease(tx, former, 60_000))
    expect(await db.transaction((tx) => takeLease(tx, 'fold', 60_000))).toBeNull()
    await db.transaction((tx) => renewLease(tx, former, 0))
    await sleep(2)
    const next = await db.transaction((tx) => takeLease(tx, 'fold', 60_000))
    if (next === null) throw new Error('the former one still has it')
    await db.transaction((tx) => renewLease(tx, former, 1))
    expect(await db.transaction((tx) => releaseLease(tx, former))).toBe(false)
    expect(await holdsLease(db, former)).toBe(false)
    expect(await db.transaction((tx) => holdsLease(tx, next, true))).toBe(true)
  })

  test('of no time goes to the last one that takes it', async () => {
    const { db } = await open()
    const takers = await Promise.all([1, 2, 3].map(() => db.transaction((tx) => takeLease(tx, 'publish', 0))))
    const held = await Promise.all(takers.map((one) => one && holdsLease(db, one)))
    expect(takers).not.toContain(null)
    expect(held.filter(Boolean)).toHaveLength(1)
  })
})
