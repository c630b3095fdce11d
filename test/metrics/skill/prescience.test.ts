import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shuffled } from '../support/unit-arbitrary.ts'
import { type ForesightFill, prescience } from '../support/whole-lists.ts'

const price = fc.integer({ min: 0, max: 1_000_000 })
const fills: fc.Arbitrary<ForesightFill[]> = fc.array(
  fc.record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    price,
    priceAfter24h: fc.option(price, { freq: 8 }),
    usd: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 90_000_000_000_000 })),
    market: fc.integer({ min: 0, max: 14 }),
  }),
  { maxLength: 60 },
)

function slowly(list: readonly ForesightFill[]): number | null {
  const kept = list.filter((fill) => fill.price <= 900_000 && fill.priceAfter24h !== null)
  if (kept.length < 20 || new Set(kept.map(({ market }) => market)).size < 10) return null
  const weight = kept.reduce((sum, { usd }) => sum + BigInt(usd), 0n)
  const moved = kept.reduce((sum, fill) => {
    const move = BigInt((fill.priceAfter24h ?? 0) - fill.price) * BigInt(fill.usd)
    return fill.side === 'BUY' ? sum + move : sum - move
  }, 0n)
  return Number((moved * 10n ** 18n) / weight) / 1e24
}

const inMarkets = (count: number, markets: number, fill: Partial<ForesightFill> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    side: 'BUY' as const,
    price: 400_000,
    priceAfter24h: 450_000,
    usd: 1_000_000,
    market: index % markets,
    ...fill,
  }))

describe('prescience', () => {
  it('equals a bigint calculation, in any order of the fills', () => {
    fc.assert(
      fc.property(shuffled(fills), ([list, other]) => {
        const slow = slowly(list)
        const found = prescience(list)
        expect(prescience(other)).toBe(found)
        if (slow === null) expect(found).toBeNull()
        else expect(found).toBeCloseTo(slow, 12)
      }),
      { numRuns: 300 },
    )
  })

  it('is the move in the direction of the trade', () => {
    expect(prescience(inMarkets(20, 10))).toBe(0.05)
    expect(prescience(inMarkets(20, 10, { side: 'SELL' }))).toBe(-0.05)
  })

  it('needs twenty fills in ten markets', () => {
    expect(prescience(inMarkets(19, 10))).toBeNull()
    expect(prescience(inMarkets(20, 9))).toBeNull()
  })

  it('excludes fills above 0.90 and without a later price', () => {
    expect(prescience(inMarkets(20, 10, { price: 900_000, priceAfter24h: 900_000 }))).toBe(0)
    expect(prescience(inMarkets(20, 10, { price: 900_001 }))).toBeNull()
    expect(prescience(inMarkets(20, 10, { priceAfter24h: null }))).toBeNull()
    expect(prescience([...inMarkets(20, 10), ...inMarkets(5, 5, { price: 990_000 })])).toBe(0.05)
  })
})
