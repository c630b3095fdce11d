import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highConviction } from '../../../src/metrics/skill/high-conviction.ts'

const eligible = { pnl: 5_000_000, buys: 8, fills: 10, decidedUnits: 10, settled: 100, kept: 80 }

test('high conviction holds at its thresholds, and fails by the least step beyond each', () => {
  expect(highConviction(eligible)).toBe(5_000_000)
  expect(highConviction({ ...eligible, pnl: 1 })).toBe(1)
  for (const less of [
    { pnl: 0 },
    { buys: 7 },
    { fills: 11 },
    { fills: 0, buys: 0 },
    { decidedUnits: 9 },
    { kept: 79 },
    { settled: 101 },
    { kept: 0, settled: 0 },
  ])
    expect(highConviction({ ...eligible, ...less }), JSON.stringify(less)).toBeNull()
})

test('high conviction is exact for any number of shares', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.bigInt({ min: -2n, max: 2n }), (n, step) => {
      const record = { ...eligible, settled: 5n * n, kept: 4n * n + step }
      expect(highConviction(record) !== null).toBe(step >= 0n)
    }),
  )
})
