import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { officialUnrealized, PNL_METHODS } from '../../../src/metrics/profit/results.ts'

const UNIT = 1_000_000

describe('the official profit of a holding', () => {
  it('is its value at the mark less that at its average price', () => {
    expect(officialUnrealized({ amount: 90 * UNIT, avg: 450_000, mark: UNIT })).toBe(49.5 * UNIT)
    expect(officialUnrealized({ amount: 10 * UNIT, avg: 300_000, mark: 0 })).toBe(-3 * UNIT)
    expect(officialUnrealized({ amount: 10 * UNIT, avg: -200_000, mark: 100_000 })).toBe(3 * UNIT)
  })

  it('is 0 without a mark, and truncated towards zero', () => {
    expect(officialUnrealized({ amount: 10 * UNIT, avg: 300_000, mark: null })).toBe(0)
    expect(officialUnrealized({ amount: 3, avg: 500_000, mark: 0 })).toBe(-1)
    expect(officialUnrealized({ amount: 3, avg: 0, mark: 500_000 })).toBe(1)
  })

  it('is exact in unbounded integers, of large holdings too', () => {
    const holding = fc.record({
      amount: fc.integer({ min: 0, max: 2 ** 50 }),
      avg: fc.integer({ min: -1 * UNIT, max: 2 * UNIT }),
      mark: fc.integer({ min: 0, max: UNIT }),
    })
    fc.assert(
      fc.property(holding, ({ amount, avg, mark }) => {
        const exact = (BigInt(amount) * BigInt(mark - avg)) / 1_000_000n
        expect(BigInt(officialUnrealized({ amount, avg, mark }))).toBe(exact)
      }),
    )
  })
})

it('each profit method has a name of its own and full sentences', () => {
  expect(new Set(PNL_METHODS.map(({ method }) => method)).size).toBe(PNL_METHODS.length)
  for (const { sentence } of PNL_METHODS) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
