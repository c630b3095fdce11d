import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyable, copySlippage } from '../../../src/metrics/behaviour/copyable.ts'

const fill = fc
  .record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    shares: fc.integer({ min: 1, max: 1_000_000_000_000 }),
    price: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ side, shares, price }) => ({ side, shares, usd: Math.floor(shares * price) }))

const eligible = {
  pnl: 60_000_000,
  bought: 100_000_000,
  buySlippage: 2_000_000,
  sellSlippage: 1_000_000,
  movedSlippage: 0,
  buys: 60,
  fills: 100,
  decidedUnits: 20,
  isBot: false,
}

describe('copy slippage', () => {
  it('is what 1.02 and 0.98 times the price cost, to the micro-dollar above', () => {
    fc.assert(
      fc.property(fill, ({ side, shares, usd }) => {
        const hundredfold =
          side === 'BUY'
            ? BigInt(usd) * 102n < BigInt(shares) * 100n
              ? BigInt(usd) * 102n
              : BigInt(shares) * 100n
            : BigInt(usd) * 98n
        const exact = side === 'BUY' ? hundredfold - BigInt(usd) * 100n : BigInt(usd) * 100n - hundredfold
        expect(BigInt(copySlippage({ side, shares, usd }))).toBe((exact + 99n) / 100n)
      }),
    )
  })

  it('never brings a buy above a price of 1', () => {
    expect(copySlippage({ side: 'BUY', shares: 1_000_000, usd: 990_000 })).toBe(10_000)
    expect(copySlippage({ side: 'BUY', shares: 1_000_000, usd: 1_000_000 })).toBe(0)
    expect(copySlippage({ side: 'SELL', shares: 1_000_000, usd: 1_000_000 })).toBe(20_000)
  })
})

describe('copyability', () => {
  it('gives the worked value', () => {
    // (60 − 2 − 1) / (100 + 2) × 60 / 100.
    expect(copyable(eligible)).toBeCloseTo((57 / 102) * 0.6, 15)
    // Half of the slippage paid left with transferred shares.
    expect(copyable({ ...eligible, movedSlippage: -1_000_000 })).toBeCloseTo((58 / 102) * 0.6, 15)
  })

  it('equals a cash replay of buys and sells that are all closed', () => {
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1, maxLength: 30 }), (fills) => {
        const of = (side: string) => fills.filter((each) => each.side === side)
        const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0)
        const bought = sum(of('BUY').map(({ usd }) => usd))
        const sold = sum(of('SELL').map(({ usd }) => usd))
        const score = copyable({
          ...eligible,
          pnl: sold - bought,
          bought,
          buySlippage: sum(of('BUY').map(copySlippage)),
          sellSlippage: sum(of('SELL').map(copySlippage)),
          buys: of('BUY').length,
          fills: fills.length,
        })
        const paid = of('BUY').reduce((total, { usd, shares }) => {
          const dearer = (BigInt(usd) * 102n + 99n) / 100n
          return total + (dearer < BigInt(shares) ? dearer : BigInt(shares))
        }, 0n)
        const got = of('SELL').reduce((total, { usd }) => total + (BigInt(usd) * 98n) / 100n, 0n)
        const share = of('BUY').length / fills.length
        if (sold <= bought || share < 0.6 || bought === 0) expect(score).toBeNull()
        else expect(score).toBe((Number(got - paid) / Number(paid)) * share)
      }),
      { numRuns: 300 },
    )
  })

  it('is null for bots, small samples and losses', () => {
    expect(copyable({ ...eligible, isBot: true })).toBeNull()
    expect(copyable({ ...eligible, decidedUnits: 19 })).toBeNull()
    expect(copyable({ ...eligible, buys: 59 })).toBeNull()
    expect(copyable({ ...eligible, pnl: 0 })).toBeNull()
    expect(copyable({ ...eligible, pnl: 1 })).toBeLessThan(0)
    expect(copyable({ ...eligible, buys: 0, fills: 0 })).toBeNull()
  })
})
