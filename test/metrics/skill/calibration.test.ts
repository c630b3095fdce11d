import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalibratedBuy, calibration } from '../../../src/metrics/skill/calibration.ts'
import { wilsonInterval } from '../../../src/metrics/skill/edge.ts'
import { shuffled } from '../support/unit-arbitrary.ts'

const buys: fc.Arbitrary<CalibratedBuy[]> = fc.array(
  fc.record({
    price: fc.integer({ min: 0, max: 1_000_000 }),
    cost: fc.oneof(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 1, max: 50_000_000_000_000 })),
    payout: fc.constantFrom(0, 1_000_000, 500_000),
  }),
  { maxLength: 80 },
)

/** Weighted means in bigints, bin by bin. */
function slowly(list: readonly CalibratedBuy[], bin: number) {
  const own = list.filter(({ price, cost }) => cost > 0 && Math.min(9, Math.floor(price / 100_000)) === bin)
  const sum = (term: (buy: CalibratedBuy) => bigint) => own.reduce((total, buy) => total + term(buy), 0n)
  const cost = sum((buy) => BigInt(buy.cost))
  const mean = (of: 'price' | 'payout') => {
    const exact = (sum((buy) => BigInt(buy.cost) * BigInt(buy[of])) * 10n ** 18n) / cost
    return Number(exact) / 1e24
  }
  return own.length === 0
    ? { count: 0, price: null, rate: null }
    : { count: own.length, price: mean('price'), rate: mean('payout') }
}

describe('calibration', () => {
  it('has ten bins of weighted means, in any order of the buys', () => {
    fc.assert(
      fc.property(shuffled(buys), ([list, other]) => {
        const bins = calibration(list)
        expect(bins.map(({ from }) => from)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
        expect(calibration(other)).toEqual(bins)
        for (const [index, bin] of bins.entries()) {
          const slow = slowly(list, index)
          expect(bin.count).toBe(slow.count)
          if (slow.price === null) {
            expect([bin.meanPrice, bin.outcomeRate, bin.interval]).toEqual([null, null, null])
            continue
          }
          expect(bin.meanPrice).toBeCloseTo(slow.price, 12)
          expect(bin.outcomeRate).toBeCloseTo(slow.rate, 12)
          expect(bin.interval?.[0]).toBeLessThanOrEqual((bin.outcomeRate ?? Number.NaN) + 1e-12)
          expect(bin.interval?.[1]).toBeGreaterThanOrEqual((bin.outcomeRate ?? Number.NaN) - 1e-12)
        }
      }),
    )
  })

  it("gives Wilson's interval of winners among buys of one size", () => {
    const list = [1, 1, 0, 0, 0, 1, 0].map((won) => ({
      price: 250_000,
      cost: 777_777,
      payout: won * 1_000_000,
    }))
    const bin = calibration(list)[2]
    expect(bin?.outcomeRate).toBeCloseTo(3 / 7, 12)
    expect(bin?.interval?.[0]).toBeCloseTo(wilsonInterval(3, 7)?.[0] ?? Number.NaN, 12)
    expect(bin?.interval?.[1]).toBeCloseTo(wilsonInterval(3, 7)?.[1] ?? Number.NaN, 12)
  })

  it('gives a hundred buys beside one giant little more weight than the giant alone', () => {
    const giant = { price: 500_000, cost: 1_000_000_000_000, payout: 1_000_000 }
    const crumbs = Array.from({ length: 100 }, () => ({ price: 500_000, cost: 1_000_000, payout: 1_000_000 }))
    const interval = calibration([giant, ...crumbs])[5]?.interval
    expect(interval?.[0]).toBeCloseTo(wilsonInterval(1, 1)?.[0] ?? Number.NaN, 3)
  })

  it('puts a price on a border into the bin above, and 1 into the last', () => {
    const at = (price: number) =>
      calibration([{ price, cost: 1, payout: 0 }]).findIndex(({ count }) => count === 1)
    expect([0, 99_999, 100_000, 299_999, 300_000, 699_999, 700_000, 1_000_000].map(at)).toEqual([
      0, 0, 1, 2, 3, 6, 7, 9,
    ])
  })
})
