import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { officialPnl } from '../../../src/metrics/profit/official-pnl.ts'
import { PNL_METHODS } from '../../../src/metrics/profit/pnl-methods.ts'

const UNIT = 1_000_000

describe('the official profit', () => {
  it('adds the holdings’ value at their marks to the realized profit', () => {
    const holdings = [
      { amount: 90 * UNIT, avg: 450_000, mark: UNIT },
      { amount: 10 * UNIT, avg: 300_000, mark: 0 },
      { amount: 10 * UNIT, avg: -200_000, mark: 100_000 },
    ]
    expect(officialPnl(15 * UNIT, holdings)).toBe((15 + 49.5 - 3 + 3) * UNIT)
    expect(officialPnl(-5, [])).toBe(-5)
  })

  it('carries a holding without a mark at its average, and truncates each towards zero', () => {
    expect(officialPnl(7, [{ amount: 10 * UNIT, avg: 300_000, mark: null }])).toBe(7)
    const dust = { amount: 3, avg: 500_000, mark: 0 }
    expect(officialPnl(0, [dust, dust])).toBe(-2)
    expect(officialPnl(0, [{ ...dust, avg: 0, mark: 500_000 }])).toBe(1)
  })

  it('is the sum in unbounded integers, large holdings too', () => {
    const holding = fc.record({
      amount: fc.integer({ min: 0, max: 2 ** 50 }),
      avg: fc.integer({ min: -1 * UNIT, max: 2 * UNIT }),
      mark: fc.option(fc.integer({ min: 0, max: UNIT })),
    })
    const realized = fc.integer({ min: -(2 ** 50), max: 2 ** 50 })
    fc.assert(
      fc.property(realized, fc.array(holding, { maxLength: 2 }), (before, holdings) => {
        const exact = holdings.reduce(
          (sum, { amount, avg, mark }) =>
            mark === null ? sum : sum + (BigInt(amount) * BigInt(mark - avg)) / 1_000_000n,
          BigInt(before),
        )
        expect(officialPnl(before, holdings)).toBe(Number(exact))
      }),
    )
  })
})

it('each profit method has a name of its own and full sentences', () => {
  expect(new Set(PNL_METHODS.map(({ method }) => method)).size).toBe(PNL_METHODS.length)
  for (const { sentence } of PNL_METHODS) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
