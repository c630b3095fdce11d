import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentile } from '../../../src/metrics/leaderboards.ts'
import { roi } from '../../../src/metrics/profit/results.ts'
import { edge } from '../../../src/metrics/skill/edge.ts'
import { shuffled, units } from '../support/unit-arbitrary.ts'

describe('return on investment', () => {
  it('counts what was held at the start and what was bought', () => {
    expect(roi(25_000_000, 60_000_000, 40_000_000)).toBe(0.25)
    expect(roi(-10n, 0n, 40n)).toBe(-0.25)
  })

  it('is null without capital, or with negative capital', () => {
    expect(roi(5, 0, 0)).toBeNull()
    expect(roi(5, -10, 3)).toBeNull()
    expect(roi(5, -10, 11)).toBe(5)
  })

  it('does not change with the unit of account', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(amount, amount, amount, fc.bigInt({ min: 1n, max: 1000n }), (gain, held, bought, by) => {
        const plain = roi(gain, held, bought) ?? Number.NaN
        expect((roi(gain * by, held * by, bought * by) ?? Number.NaN) / plain).toBeCloseTo(1, 14)
      }),
    )
  })
})

describe('edge', () => {
  it('weighs units by their cost, and excludes gifts', () => {
    expect(
      edge([
        { pnl: 10, cost: 20 },
        { pnl: -5, cost: 30 },
      ]),
    ).toBe(0.1)
    expect(
      edge([
        { pnl: 10, cost: 20 },
        { pnl: 9, cost: 0 },
      ]),
    ).toBe(0.5)
    expect(edge([{ pnl: 9, cost: 0 }])).toBeNull()
    expect(edge([])).toBeNull()
  })

  it('equals the bigint sums, in any order', () => {
    fc.assert(
      fc.property(shuffled(units), ([list, other]) => {
        const staked = list.filter(({ cost }) => cost > 0)
        const gain = staked.reduce((sum, each) => sum + BigInt(each.pnl), 0n)
        const cost = staked.reduce((sum, each) => sum + BigInt(each.cost), 0n)
        expect(edge(list)).toBe(cost === 0n ? null : Number(gain) / Number(cost))
        expect(edge(other)).toBe(edge(list))
      }),
    )
  })
})

describe('a percentile', () => {
  it('puts each rank in the middle of its share', () => {
    expect(percentile(1, 1)).toBe(0.5)
    expect(percentile(1, 100)).toBe(0.005)
    expect(percentile(100, 100)).toBe(0.995)
    expect(percentile(null, 0)).toBeNull()
  })

  it('is symmetric', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(), (n, pick) => {
        const rank = 1 + (pick % n)
        expect((percentile(rank, n) ?? 0) + (percentile(n + 1 - rank, n) ?? 0)).toBeCloseTo(1, 12)
      }),
    )
  })

  it('refuses an impossible rank', () => {
    for (const rank of [0, 11, 1.5, Number.NaN]) expect(() => percentile(rank, 10)).toThrow(RangeError)
  })
})
