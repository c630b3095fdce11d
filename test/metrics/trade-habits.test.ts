import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillsPerActiveDay, sizeVariation } from '../../src/metrics/behaviour/trade-habits.ts'
import { meanTrade } from '../../src/metrics/profit/results.ts'
import { entryPrices, priceBin } from '../../src/metrics/skill/calibration.ts'

const buy = fc.record({
  price: fc.integer({ min: 0, max: 1_000_000 }),
  usd: fc.integer({ min: 1, max: 10_000_000_000 }),
  day: fc.integer({ min: 20_000, max: 20_009 }),
})
const buys = fc.array(buy, { minLength: 2, maxLength: 80 })
const sumsOf = (sizes: readonly number[]) => ({
  fills: sizes.length,
  usdSum: sizes.reduce((sum, usd) => sum + BigInt(usd), 0n),
  usdSquareSum: sizes.reduce((sum, usd) => sum + BigInt(usd) ** 2n, 0n),
})

describe('entry prices', () => {
  it('give the worked value', () => {
    expect(entryPrices([30, 0, 0, 0, 0, 10, 0, 0, 0, 0])).toEqual([0.75, 0, 0, 0, 0, 0.25, 0, 0, 0, 0])
    expect(entryPrices(new Array(10).fill(0))).toBeNull()
  })

  it('are shares of dollars by price', () => {
    fc.assert(
      fc.property(buys, (list) => {
        const usdByBin = new Array<number>(10).fill(0)
        for (const { price, usd } of list) usdByBin[priceBin(price)] = (usdByBin[priceBin(price)] ?? 0) + usd
        const shares = entryPrices(usdByBin)
        const total = list.reduce((sum, { usd }) => sum + usd, 0)
        for (let bin = 0; bin < 10; bin += 1) {
          const inside = list.filter(
            ({ price }) => price >= bin * 1e5 && (price < (bin + 1) * 1e5 || bin === 9),
          )
          expect(shares?.[bin]).toBeCloseTo(inside.reduce((sum, { usd }) => sum + usd, 0) / total, 12)
        }
      }),
    )
  })
})

describe('the variation of size', () => {
  it('gives the worked value', () => {
    // Sizes 1, 2 and 3: mean 2, sample deviation 1.
    expect(sizeVariation({ fills: 3, usdSum: 6, usdSquareSum: 14 })).toBe(0.5)
    expect(sizeVariation({ fills: 3, usdSum: 6, usdSquareSum: 12 })).toBe(0)
    expect(sizeVariation({ fills: 1, usdSum: 6, usdSquareSum: 36 })).toBeNull()
    expect(sizeVariation({ fills: 2, usdSum: 0, usdSquareSum: 0 })).toBeNull()
  })

  it("equals the textbook's two-pass formula", () => {
    fc.assert(
      fc.property(buys, (list) => {
        const sizes = list.map(({ usd }) => usd)
        const mean = sizes.reduce((sum, usd) => sum + usd, 0) / sizes.length
        const squares = sizes.reduce((sum, usd) => sum + (usd - mean) ** 2, 0)
        expect(sizeVariation(sumsOf(sizes))).toBeCloseTo(Math.sqrt(squares / (sizes.length - 1)) / mean, 7)
      }),
    )
  })
})

describe('means', () => {
  it('give the worked values', () => {
    expect(meanTrade(10_000_000, 4)).toBe(2.5)
    expect(meanTrade(0, 0)).toBeNull()
    expect(fillsPerActiveDay(10, 4)).toBe(2.5)
    expect(fillsPerActiveDay(0, 0)).toBeNull()
  })

  it('are means of the fills and of the days', () => {
    fc.assert(
      fc.property(buys, (list) => {
        const dollars = list.map(({ usd }) => usd / 1e6 / list.length).reduce((sum, usd) => sum + usd, 0)
        expect(
          (meanTrade(sumsOf(list.map(({ usd }) => usd)).usdSum, list.length) ?? 0) / dollars,
        ).toBeCloseTo(1, 9)
        const byDay = [...Map.groupBy(list, ({ day }) => day).values()]
        const mean = byDay.reduce((sum, fills) => sum + fills.length / byDay.length, 0)
        expect(fillsPerActiveDay(list.length, byDay.length)).toBeCloseTo(mean, 9)
      }),
    )
  })
})
