import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addProductTo, addTo, emptySum, totalOf } from '../../src/metrics/running-sum.ts'

const amount = fc.maxSafeInteger()

describe('a running sum', () => {
  it('equals the bigint sum of any safe integers', () => {
    fc.assert(
      fc.property(fc.array(amount), (amounts) => {
        const sum = emptySum()
        for (const each of amounts) addTo(sum, each)
        expect(totalOf(sum)).toBe(amounts.reduce((total, each) => total + BigInt(each), 0n))
      }),
    )
  })

  it('equals the bigint sum of any products', () => {
    const factor = fc.oneof(amount, fc.integer({ min: -1_000_000, max: 1_000_000 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(factor, factor)), (pairs) => {
        const sum = emptySum()
        for (const [a, b] of pairs) addProductTo(sum, a, b)
        expect(totalOf(sum)).toBe(pairs.reduce((total, [a, b]) => total + BigInt(a) * BigInt(b), 0n))
      }),
    )
  })

  it('passes 2^53 without losing the last unit', () => {
    const sum = emptySum()
    addTo(sum, Number.MAX_SAFE_INTEGER)
    addTo(sum, 1)
    addTo(sum, 1)
    expect(totalOf(sum)).toBe(9007199254740993n)
  })
})
