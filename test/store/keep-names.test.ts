import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepNames } from '../../src/store/keep-names.ts'
import { createTraderReader } from '../../src/store/read-traders.ts'
import { plantWorld } from '../graph/planted-world.ts'
import { newStore, publish } from '../graph/published-store.ts'

let store: Awaited<ReturnType<typeof newStore>>
beforeAll(async () => {
  store = await newStore()
  await publish(store.db, plantWorld(8))
})
afterAll(() => store.remove())

const state = { now: 5_000 }
const keeping = (most = 100) =>
  keepNames(createTraderReader(store.db).tradersById, { clock: () => state.now, most })
const rename = (name: string) => store.db.run('UPDATE traders SET username = ? WHERE id = 3', [name])

it('who a trader is is asked of the store once a second, and told as it is then', async () => {
  await rename('Ahab')
  const read = keeping()
  const nameOf = async () => (await read([3])).get(3)?.username
  expect(await nameOf()).toBe('Ahab')
  await rename('Ishmael')
  state.now += 999
  expect(await nameOf()).toBe('Ahab')
  state.now += 1
  expect(await nameOf()).toBe('Ishmael')
})

it('whoever there is not is asked for as seldom, and is in no answer', async () => {
  const read = keeping()
  const before = store.db.statementCount
  expect([...(await read([7, 99])).keys()]).toEqual([7])
  expect([...(await read([99, 7])).keys()]).toEqual([7])
  expect(store.db.statementCount - before).toBe(1)
})

it('no more traders are kept than there is room for, but for those of one question', async () => {
  const read = keeping(2)
  await read([1, 2, 3])
  const before = store.db.statementCount
  await read([1])
  await read([1])
  expect(store.db.statementCount - before).toBe(1)
})
