import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReplicaLag } from '../../../src/store/engine/replica.ts'

const step = fc.record({
  after: fc.integer({ min: 0, max: 5_000 }),
  written: fc.integer({ min: 0, max: 50 }),
  /** The fraction of its lag that the replica replays. */
  replayed: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('replica lag is the time since the primary was first seen ahead of the replica', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const lag = createReplicaLag()
      const looks: { at: number; place: number }[] = []
      let [now, place, has] = [0, 0, 0]
      for (const { after, written, replayed } of steps) {
        now += after
        place += written
        has += Math.floor((place - has) * replayed)
        looks.push({ at: now, place })
        lag.wrote(place, now)
        lag.replayed(has)
        const first = looks.find((look) => look.place > has)
        expect(lag.seconds(now)).toBe(first === undefined ? 0 : (now - first.at) / 1_000)
      }
    }),
  )
})

test('replica lag is unknown until the replica answers, and while it does not', () => {
  const lag = createReplicaLag()
  lag.wrote(10, 0)
  expect(lag.seconds(0)).toBeNull()
  lag.replayed(10)
  expect(lag.seconds(0)).toBe(0)
  lag.lost()
  expect(lag.seconds(0)).toBeNull()
})

test('replica lag of a long outage needs little memory, and is the same', () => {
  const lag = createReplicaLag(10)
  lag.replayed(0)
  for (let i = 1; i <= 10_000; i++) lag.wrote(i, i * 1_000)
  expect(lag.seconds(10_001_000)).toBe(10_000)
  lag.replayed(9_999)
  expect(lag.seconds(10_001_000)).toBe(1)
  lag.replayed(10_000)
  expect(lag.seconds(10_001_000)).toBe(0)
})
