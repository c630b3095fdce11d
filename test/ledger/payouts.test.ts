import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payoutPrices } from '../../src/ledger/holding.ts'

describe('payout prices', () => {
  it('are the numerators over their sum, each floored', () => {
    expect(payoutPrices(['1', '0'])).toEqual([1_000_000, 0])
    expect(payoutPrices(['0', '1'])).toEqual([0, 1_000_000])
    expect(payoutPrices(['1', '1'])).toEqual([500_000, 500_000])
    expect(payoutPrices(['1', '1', '1'])).toEqual([333_333, 333_333, 333_333])
  })

  it('stay exact for numerators of 256 bits', () => {
    const huge = (2n ** 256n - 1n).toString()
    expect(payoutPrices([huge, huge])).toEqual([500_000, 500_000])
    expect(payoutPrices([huge, '1'])).toEqual([999_999, 0])
  })

  it('add up to a million, less under one micro an outcome', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { minLength: 1 }), (numerators) => {
        fc.pre(numerators.some((numerator) => numerator > 0n))
        const sum = payoutPrices(numerators.map(String)).reduce((total, price) => total + price, 0)
        expect(sum).toBeLessThanOrEqual(1_000_000)
        expect(sum).toBeGreaterThan(1_000_000 - numerators.length)
      }),
    )
  })

  it('are refused without any payout', () => {
    expect(() => payoutPrices(['0', '0'])).toThrow(RangeError)
    expect(() => payoutPrices([])).toThrow(RangeError)
  })
})
