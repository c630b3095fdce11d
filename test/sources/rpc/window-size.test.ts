import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WindowSize } from '../../../src/sources/rpc/log-filter.ts'

it('the window size stays within its limits after any answers', () => {
  const told = fc.record({
    balked: fc.boolean(),
    logs: fc.nat(20_000),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const limits = fc.record({
    start: fc.nat(5_000),
    min: fc.integer({ min: 1, max: 20 }),
    max: fc.integer({ min: 20, max: 3_000 }),
  })
  fc.assert(
    fc.property(limits, fc.array(told), (limit, tellings) => {
      const size = new WindowSize(limit)
      for (const { balked, logs, part } of tellings) {
        if (balked) size.balked(size.blocks)
        else size.answered(size.blocks, logs, part)
        expect(Number.isInteger(size.blocks)).toBe(true)
        expect(size.blocks).toBeGreaterThanOrEqual(limit.min)
        expect(size.blocks).toBeLessThanOrEqual(limit.max)
      }
    }),
  )
})

it('the window size grows in few answers, and is kept for a busy node', () => {
  const size = new WindowSize({ start: 10, max: 2_000 })
  for (let i = 0; i < 8; i++) size.answered(size.blocks, 100, 0.01)
  expect(size.blocks).toBe(2_000)
  size.answered(2_000, 6_000, 0.3)
  expect(size.blocks).toBe(2_000)
  size.answered(2_000, 11_000, 0.3)
  expect(size.blocks).toBe(1_000)
})

it('the window size finds any fixed limit and seldom exceeds it again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_500 }), (limit) => {
      const size = new WindowSize()
      let balks = 0
      let read = 0
      for (let i = 0; i < 1_000; i++) {
        const asked = size.blocks
        if (asked > limit) {
          balks++
          size.balked(asked)
        } else {
          read += asked
          size.answered(asked, 10, 0.01)
        }
      }
      expect(balks).toBeLessThan(40)
      expect(read).toBeGreaterThan(1_000 * limit * 0.5)
    }),
  )
})

it('the window size is not shrunk further by late answers of larger windows', () => {
  const size = new WindowSize({ start: 64 })
  for (let i = 0; i < 4; i++) size.balked(64)
  expect(size.blocks).toBe(32)
})
