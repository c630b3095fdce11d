import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTraderReader, keepNames } from '../../../src/store/snapshot/create-snapshot-reader.ts'
import { plantWorld } from '../../graph/support/planted-world.ts'
import { newStore, publish } from '../../graph/support/published-store.ts'

const TRADERS = 20
let store: Awaited<ReturnType<typeof newStore>>
beforeAll(async () => {
  store = await newStore()
  await publish(store.db, plantWorld(TRADERS))
})
afterAll(() => store.remove())

const rename = (id: number, name: string) =>
  store.db.run('UPDATE traders SET username = ? WHERE id = ?', [name, id])

test('names are at most a second old, however small the cache is', async () => {
  const id = fc.integer({ min: 1, max: TRADERS + 3 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), ids: fc.uniqueArray(id, { maxLength: 6 }) }),
    fc.record({ kind: fc.constant('rename' as const), id }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 700 }) }),
  )
  const { tradersById } = createTraderReader(store.db, async () => null)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.nat(12), async (steps, most) => {
      let now = 0
      const kept = keepNames(tradersById, () => now, most)
      const everyId = Array.from({ length: TRADERS + 3 }, (_, i) => i + 1)
      const nameOf = async () =>
        new Map(Array.from(await tradersById(everyId), ([of, row]) => [of, row.username]))
      let history = [{ at: now, names: await nameOf() }]
      for (const [n, one] of steps.entries()) {
        if (one.kind === 'pass') now += one.ms
        if (one.kind === 'rename') {
          await rename(one.id, `name ${n}`)
          history = [...history, { at: now, names: await nameOf() }]
        }
        if (one.kind !== 'ask') continue
        const found = await kept(one.ids)
        // The states of the last second: from the last change before it on.
        const from = history.findLastIndex(({ at }) => at <= now - 1_000)
        for (const asked of one.ids) {
          const held = history.slice(Math.max(0, from)).map(({ names }) => names.get(asked))
          expect(held).toContain(found.get(asked)?.username)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('names are read from the store at most once a second', async () => {
  let now = 0
  const kept = keepNames(createTraderReader(store.db, async () => null).tradersById, () => now)
  const statements = async (ids: number[]) => {
    const before = store.db.statementCount
    await kept(ids)
    return store.db.statementCount - before
  }
  expect([await statements([1, 2]), await statements([2, 1]), await statements([2, 3])]).toEqual([1, 0, 1])
  now = 999
  expect(await statements([1, 2, 3])).toBe(0)
  now = 1_000
  expect(await statements([1])).toBe(1)
})

test('names of another version of the ledger are read again', async () => {
  const kept = keepNames(createTraderReader(store.db, async () => null).tradersById, () => 0)
  const statements = async (version: number) => {
    const before = store.db.statementCount
    await kept([1], version)
    return store.db.statementCount - before
  }
  expect([await statements(7), await statements(7), await statements(8)]).toEqual([1, 0, 1])
})
