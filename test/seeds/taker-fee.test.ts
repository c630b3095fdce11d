import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { takerFee } from '../../seeds/market/taker-fee.ts'

const fill = fc
  .record({ shares: fc.integer({ min: 10_000, max: 1e13 }), percent: fc.integer({ min: 1, max: 99 }) })
  .map(({ shares, percent }) => ({ shares, usd: Math.floor((shares / 100) * percent) }))

test('a fee in dollars is 2% of p·(1 − p) a share, to within a micro of the exact fraction', () => {
  fc.assert(
    fc.property(fill, ({ shares, usd }) => {
      const { fee, feeIn } = takerFee('USD', { side: 'BUY', shares, usd })
      const exact = (BigInt(usd) * BigInt(shares - usd) * 2n) / (BigInt(shares) * 100n)
      expect(feeIn).toBe('USD')
      expect(Number(exact - BigInt(fee))).toBeGreaterThanOrEqual(0)
      expect(Number(exact - BigInt(fee))).toBeLessThanOrEqual(1)
    }),
  )
})

test('the first generation takes shares of a BUY and dollars of a SELL, worth about the same', () => {
  fc.assert(
    fc.property(fill, ({ shares, usd }) => {
      const buy = takerFee('SHARES', { side: 'BUY', shares, usd })
      const sell = takerFee('SHARES', { side: 'SELL', shares, usd })
      expect([buy.feeIn, sell.feeIn]).toEqual(['SHARES', 'USD'])
      expect(buy.fee).toBeLessThan(shares / 100)
      const price = Math.floor((usd / shares) * 1_000_000) / 1_000_000
      expect(Math.abs(buy.fee * price - sell.fee)).toBeLessThan(2 + sell.fee / 1000)
    }),
  )
  expect(takerFee('NONE', { side: 'BUY', shares: 1, usd: 1 })).toEqual({ fee: 0, feeIn: 'USD' })
})
