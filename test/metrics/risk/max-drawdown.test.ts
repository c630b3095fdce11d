import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxDrawdown } from '../support/whole-lists.ts'

const series = fc.array(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), { maxLength: 60 })

/** Every pair of an earlier and a later point, the start at 0 included. */
function byPairs(values: readonly number[]): number {
  const points = [0, ...values]
  let worst = 0
  points.forEach((peak, index) => {
    for (const trough of points.slice(index)) worst = Math.max(worst, peak - trough)
  })
  return worst
}

describe('the maximum drawdown', () => {
  it('gives the worked values', () => {
    expect(maxDrawdown([10, 30, 5, 40, 20])).toBe(25)
    expect(maxDrawdown([10, 20, 30])).toBe(0)
    expect(maxDrawdown([])).toBe(0)
  })

  it('counts a fall from the start', () => {
    expect(maxDrawdown([-100, -200])).toBe(200)
  })

  it('equals the worst of all pairs', () => {
    fc.assert(
      fc.property(series, (values) => {
        expect(maxDrawdown(values)).toBe(byPairs(values))
      }),
    )
  })

  it('scales with the amounts', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 1000 }), (values, by) => {
        expect(maxDrawdown(values.map((value) => value * by))).toBe(maxDrawdown(values) * by)
      }),
    )
  })
})
