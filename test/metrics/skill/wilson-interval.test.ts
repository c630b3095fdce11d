import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../../../src/metrics/skill/edge.ts'

const Z = 1.959963984540054

/** The interval's definition: the rates whose score test the sample just fails, found by halving. */
function byBisection(successes: number, n: number): [number, number] {
  const rate = successes / n
  const inside = (theta: number) => (rate - theta) ** 2 <= (Z * Z * theta * (1 - theta)) / n
  const search = (from: number, to: number) => {
    let [good, bad] = [from, to]
    for (let step = 0; step < 200; step += 1) {
      const middle = (good + bad) / 2
      if (inside(middle)) good = middle
      else bad = middle
    }
    return good
  }
  return [search(rate, 0), search(rate, 1)]
}

const sample = fc
  .integer({ min: 1, max: 100_000 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))

describe('the Wilson interval', () => {
  it('gives the published values', () => {
    // Newcombe 1998, table I: 81/263, 15/148, 0/20 and 1/29.
    const published: [number, number, number, number][] = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ]
    for (const [successes, n, low, high] of published) {
      const interval = wilsonInterval(successes, n)
      expect(interval?.[0]).toBeCloseTo(low, 4)
      expect(interval?.[1]).toBeCloseTo(high, 4)
    }
  })

  it('holds exactly the rates that the score test does not reject', () => {
    fc.assert(
      fc.property(sample, ([successes, n]) => {
        const [low, high] = byBisection(successes, n)
        const interval = wilsonInterval(successes, n)
        expect(interval?.[0]).toBeCloseTo(low, 9)
        expect(interval?.[1]).toBeCloseTo(high, 9)
      }),
    )
  })

  it('contains the rate, stays in 0 to 1 and mirrors when success and failure change places', () => {
    fc.assert(
      fc.property(sample, ([successes, n]) => {
        const [low, high] = wilsonInterval(successes, n) ?? [Number.NaN, Number.NaN]
        const [mirrorLow, mirrorHigh] = wilsonInterval(n - successes, n) ?? [Number.NaN, Number.NaN]
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(successes / n)
        expect(high).toBeGreaterThanOrEqual(successes / n)
        expect(low).toBeCloseTo(1 - mirrorHigh, 12)
        expect(high).toBeCloseTo(1 - mirrorLow, 12)
      }),
    )
  })

  it('ends at exactly 0 without a success and at exactly 1 without a failure', () => {
    for (const n of [1, 3, 7, 49, 1000]) {
      expect(wilsonInterval(0, n)?.[0]).toBe(0)
      expect(wilsonInterval(n, n)?.[1]).toBe(1)
    }
  })

  it('is null without trials and refuses impossible counts', () => {
    expect(wilsonInterval(0, 0)).toBeNull()
    expect(() => wilsonInterval(2, 1)).toThrow(RangeError)
    expect(() => wilsonInterval(-1, 1)).toThrow(RangeError)
    expect(() => wilsonInterval(Number.NaN, 1)).toThrow(RangeError)
  })
})
