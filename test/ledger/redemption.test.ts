import { describe, expect, it } from 'vitest'
import { likelyWinner } from '../../src/ledger/fold.ts'

describe('the likely winner of a payout', () => {
  it('is the outcome whose shares equal it, else the nearest redeemed one, the first among equals', () => {
    expect(likelyWinner([9, 10], 10)).toBe(1)
    expect(likelyWinner([0, 40], 10)).toBe(1)
    expect(likelyWinner([12, 8], 10)).toBe(0)
  })

  it('is null without a payment or redeemed shares', () => {
    expect(likelyWinner([5, 10], 0)).toBeNull()
    expect(likelyWinner([0, 0], 10)).toBeNull()
  })
})
