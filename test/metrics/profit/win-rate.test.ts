import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profitFactor, winRate, winRateInterval, winsAndLosses } from '../../../src/metrics/profit/results.ts'
import { units } from '../support/unit-arbitrary.ts'

/** Units by their results in cents. */
const results = (...cents: number[]) => cents.map((cent) => ({ pnl: cent * 10_000 }))

const rateOf = (units: readonly { pnl: number }[]) => winRate(winsAndLosses(units))

describe('the win rate', () => {
  it('counts a result below a cent as neither', () => {
    expect(rateOf(results(5, 0, -1, 3, 0.9999, -0.9999))).toBe(2 / 3)
    expect(rateOf(results(0, 0.0001, -0.0001))).toBeNull()
    expect(rateOf([])).toBeNull()
  })

  it('is 1 at the first win and 0 at the first loss', () => {
    expect(rateOf(results(1))).toBe(1)
    expect(rateOf(results(-1))).toBe(0)
  })

  it('equals a plain count, and mirrors with the signs', () => {
    fc.assert(
      fc.property(units, (list) => {
        const wins = list.filter(({ pnl }) => pnl >= 10_000).length
        const decided = list.filter(({ pnl }) => Math.abs(pnl) >= 10_000).length
        expect(rateOf(list)).toBe(decided === 0 ? null : wins / decided)
        const mirrored = rateOf(list.map(({ pnl }) => ({ pnl: -pnl })))
        if (mirrored !== null) expect(mirrored).toBeCloseTo(1 - (rateOf(list) ?? Number.NaN), 12)
      }),
    )
  })

  it('carries an interval that is null with it', () => {
    expect(winRateInterval(winsAndLosses(results(0)))).toBeNull()
    const [low, high] = winRateInterval(winsAndLosses(results(1, 1, 1, -1, 0))) ?? []
    expect(low).toBeCloseTo(0.300642, 6)
    expect(high).toBeCloseTo(0.954413, 6)
  })
})

describe('the profit factor', () => {
  it('is gains over losses, null without a loss, 0 without a gain', () => {
    expect(profitFactor(results(30, -10, 0, -5))).toBe(2)
    expect(profitFactor(results(30, 0.5, -0.5, -10))).toBe(3)
    expect(profitFactor(results(30, -0.0001))).toBeNull()
    expect(profitFactor(results(-3))).toBe(0)
    expect(profitFactor([])).toBeNull()
  })

  it('equals the bigint sums, also past 2^53', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ pnl: fc.maxSafeInteger() })), (list) => {
        let gains = 0n
        let losses = 0n
        for (const { pnl } of list) {
          if (pnl >= 10_000) gains += BigInt(pnl)
          else if (pnl <= -10_000) losses -= BigInt(pnl)
        }
        expect(profitFactor(list)).toBe(losses === 0n ? null : Number(gains) / Number(losses))
      }),
    )
  })
})
