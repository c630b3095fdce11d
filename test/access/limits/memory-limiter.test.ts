import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'
import { mostInAnyWindow, SlidingWindowModel } from '../support/sliding-window-model.ts'

/** Waits that meet the window's edges often. */
const waits = fc.oneof(fc.nat(120), fc.constantFrom(0, 1, 499, 500, 999, 1_000, 1_001, 1_999, 2_000, 5_000))
const hits = fc.array(fc.record({ wait: waits, caller: fc.constantFrom('a', 'b', 'c') }), { maxLength: 120 })

describe('exactness of the memory limiter', () => {
  test('every verdict is the slow definition’s', () => {
    fc.assert(
      fc.property(hits, fc.integer({ min: 1, max: 12 }), (steps, limit) => {
        let now = 0
        const limiter = createMemoryLimiter({ clock: () => now })
        const model = new SlidingWindowModel()
        for (const { wait, caller } of steps) {
          now += wait
          expect(limiter.hit(caller, limit)).toEqual(model.hit(caller, limit, now))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('no window of one second holds more than the limit, and the limit is reached', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(90), { minLength: 200, maxLength: 300 }), (steps) => {
        let now = 0
        const limiter = createMemoryLimiter({ clock: () => now })
        const allowed: number[] = []
        for (const wait of steps) {
          now += wait
          if (limiter.hit('a', 5).allowed) allowed.push(now)
        }
        expect(mostInAnyWindow(allowed, 1_000)).toBe(5)
      }),
      { numRuns: 50 },
    )
  })

  test('callers of different limits do not disturb each other', () => {
    let now = 0
    const limiter = createMemoryLimiter({ clock: () => now })
    const count = (caller: string, limit: number) =>
      Array.from({ length: 30 }, () => limiter.hit(caller, limit)).filter(({ allowed }) => allowed).length
    expect([count('a', 5), count('k', 10), count('b', 5)]).toEqual([5, 10, 5])
    now = 999
    expect([count('a', 5), count('k', 10)]).toEqual([0, 0])
    now = 1_000
    expect([count('a', 5), count('k', 10)]).toEqual([5, 10])
  })

  test('a caller who waits for the seconds named is allowed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { minLength: 6, maxLength: 40 }), (steps) => {
        let now = 0
        const limiter = createMemoryLimiter({ clock: () => now })
        for (const wait of steps) {
          now += wait
          const { retryAfterSeconds } = limiter.hit('a', 3)
          if (retryAfterSeconds === null) continue
          now += retryAfterSeconds * 1_000
          expect(limiter.hit('a', 3).allowed).toBe(true)
        }
      }),
    )
  })
})

test('of 1,000 concurrent requests exactly the limit are allowed', async () => {
  const limiter = createMemoryLimiter({ clock: () => 7 })
  const verdicts = await Promise.all(Array.from({ length: 1_000 }, async () => limiter.hit('a', 10)))
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10)
})

describe('memory of the memory limiter', () => {
  test('a million callers with full rings take under 210 MiB, and are dropped when idle', () => {
    const script = new URL('../support/limiter-memory.ts', import.meta.url).pathname
    const { stdout } = spawnSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8' })
    const [full = Number.NaN, idle = Number.NaN] = stdout.split(' ').map(Number)
    expect(full).toBeLessThan(210)
    expect(idle).toBeLessThan(5)
  })

  test('idle callers are dropped by the next request of anybody', () => {
    let now = 0
    const limiter = createMemoryLimiter({ clock: () => now })
    for (let index = 0; index < 1_000; index++) limiter.hit(`address:${index}`, 5)
    expect(limiter.tracked).toBe(1_000)
    now = 1_000
    limiter.hit('key:1', 10)
    expect(limiter.tracked).toBe(1)
  })

  test('callers of the last window are kept while generations change', () => {
    let now = 0
    const limiter = createMemoryLimiter({ clock: () => now })
    limiter.hit('early', 5)
    now = 600
    for (let index = 0; index < 5; index++) limiter.hit('late', 5)
    now = 1_200
    expect(limiter.hit('late', 5).allowed).toBe(false)
    now = 1_600
    expect(limiter.hit('late', 5)).toMatchObject({ allowed: true, remaining: 4 })
  })

  test('no refusal names a wait longer than the window, at any fraction of the clock', () => {
    const fractions = fc.double({ min: 0, max: 1_000, noNaN: true })
    fc.assert(
      // Shortly before a power of two, beyond which numbers have one digit less.
      fc.property(
        fc.integer({ min: 10, max: 40 }),
        fractions,
        fc.array(fractions),
        (power, before, steps) => {
          let now = 2 ** power - before
          const limiter = createMemoryLimiter({ clock: () => now })
          for (const step of [0, ...steps]) {
            now += step % 700
            const { resetSeconds, retryAfterSeconds } = limiter.hit('key:1', 2)
            expect([resetSeconds, retryAfterSeconds ?? 1]).toEqual([1, 1])
          }
        },
      ),
    )
  })
})
