import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countFill, emptyBehaviour, sumOfSquares } from '../../../src/metrics/behaviour/trade-habits.ts'

const dollars = fc.oneof(
  fc.nat(10 ** 9),
  fc.nat(2 ** 45),
  fc.integer({ min: 2 ** 53 - 100, max: 2 ** 53 - 1 }),
)

test('squares of dollars add up exactly at any size', () => {
  fc.assert(
    fc.property(fc.array(dollars, { minLength: 1, maxLength: 50 }), (fills) => {
      const behaviour = emptyBehaviour()
      for (const usd of fills)
        countFill(
          behaviour,
          { side: 'SELL', role: null, shares: 1, usd, fee: 0, feeIn: 'USD', time: 0 },
          0,
          0,
        )
      const expected = fills.reduce((sum, usd) => sum + BigInt(usd) ** 2n, 0n)
      // A plain number wherever that holds the sum.
      const sum = expected > Number.MAX_SAFE_INTEGER ? expected : Number(expected)
      expect(sumOfSquares(...behaviour.squares)).toBe(sum)
    }),
  )
})
