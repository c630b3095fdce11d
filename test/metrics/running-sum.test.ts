import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addProductTo,
  addTo,
  addTotals,
  addTotalTo,
  emptySum,
  exactTotal,
  totalOf,
} from '../../src/metrics/running-sum.ts'

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

  it('takes exact totals of both kinds, and is a plain number only if exact', () => {
    const total = fc.oneof(amount, fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }))
    fc.assert(
      fc.property(fc.array(total), (totals) => {
        const sum = emptySum()
        for (const each of totals) addTotalTo(sum, each)
        expect(totalOf(sum)).toBe(totals.reduce<bigint>((all, each) => all + BigInt(each), 0n))
        expect(BigInt(exactTotal(sum))).toBe(totalOf(sum))
      }),
    )
  })

  it('of two totals is exact', () => {
    const total = fc.oneof(amount, fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }))
    fc.assert(
      fc.property(total, total, (a, b) => {
        expect(BigInt(addTotals(a, b))).toBe(BigInt(a) + BigInt(b))
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
