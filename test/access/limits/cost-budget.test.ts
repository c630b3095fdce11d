import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'

const BUDGET = 1_000
const WINDOW = 60_000

/** Milliseconds until a spending, whose it is, and its cost. */
const SPENDING = fc.tuple(
  fc.integer({ min: 0, max: 40_000 }),
  fc.constantFrom('a', 'b', 'c'),
  fc.integer({ min: 1, max: BUDGET }),
)

test('a cost bucket lets a caller spend what it holds, and nothing more', () => {
  fc.assert(
    fc.property(fc.array(SPENDING, { maxLength: 60 }), (spendings) => {
      let now = 0
      const buckets = createMemoryLimiter({ clock: () => now })
      const spent = new Map<string, { at: number; level: number }>()
      for (const [wait, caller, cost] of spendings) {
        now += wait
        const before = spent.get(caller) ?? { at: now, level: 0 }
        const level = Math.max(0, before.level - ((now - before.at) * BUDGET) / WINDOW)
        // Within a rounding of the edge either answer is right.
        if (Math.abs(level + cost - BUDGET) < 1e-6) return
        const fits = level + cost <= BUDGET
        const after = fits ? level + cost : level
        spent.set(caller, { at: now, level: after })
        const verdict = buckets.spend(caller, cost, BUDGET)
        expect(verdict.allowed).toBe(fits)
        expect(Math.abs(verdict.remaining - (BUDGET - after))).toBeLessThanOrEqual(1)
        expect(verdict.retryAfterSeconds === null).toBe(fits)
      }
    }),
  )
})

test('a refused cost may be spent after the seconds that the refusal names, and not a second sooner', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: BUDGET }), fc.integer({ min: 1, max: BUDGET }), (first, second) => {
      if (first + second <= BUDGET) return
      let now = 0
      const buckets = createMemoryLimiter({ clock: () => now })
      buckets.spend('a', first, BUDGET)
      const { retryAfterSeconds } = buckets.spend('a', second, BUDGET)
      if (retryAfterSeconds === null) throw new Error('it was allowed')
      now = retryAfterSeconds * 1_000 - 1_001
      if (now > 0) expect(buckets.spend('a', second, BUDGET).allowed).toBe(false)
      now = retryAfterSeconds * 1_000
      expect(buckets.spend('a', second, BUDGET).allowed).toBe(true)
    }),
  )
})

test('cost buckets of callers who spend nothing for two windows are dropped', () => {
  let now = 0
  const buckets = createMemoryLimiter({ clock: () => now })
  for (let caller = 0; caller < 1_000; caller++) buckets.spend(`caller ${caller}`, 1, BUDGET)
  expect(buckets.tracked).toBe(1_000)
  now = 2 * WINDOW
  buckets.spend('another', 1, BUDGET)
  expect(buckets.tracked).toBe(1)
})
