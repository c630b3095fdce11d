import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isBeyondLuck } from '../../../src/metrics/skill/bernoulli-null-p-value.ts'

const bet = fc.record({
  chance: fc.double({ min: 0, max: 1, noNaN: true }),
  payout: fc.integer({ min: 0, max: 900_000_000 }),
})
type Bet = typeof bet extends fc.Arbitrary<infer T> ? T : never

function proved(bets: readonly Bet[], target: number): boolean {
  const column = (name: keyof Bet) => Float64Array.from(bets, (one) => one[name])
  return isBeyondLuck({ chance: column('chance'), payout: column('payout') }, target)
}

/** The chance of the target or more, by going through every way the bets can end. */
function exactChance(bets: readonly Bet[], target: number): number {
  let sum = 0
  for (let ending = 0; ending < 2 ** bets.length; ending += 1) {
    let [paid, weight] = [0, 1]
    bets.forEach(({ chance, payout }, i) => {
      const wins = Math.floor(ending / 2 ** i) % 2 === 1
      paid += wins ? payout : 0
      weight *= wins ? chance : 1 - chance
    })
    if (paid >= target) sum += weight
  }
  return sum
}

it('the bound on luck never excludes events more frequent than once in ten million', () => {
  const rare = bet.map((one) => ({ ...one, chance: one.chance ** 8 }))
  const bets = fc.array(fc.oneof(bet, rare), { minLength: 1, maxLength: 9 })
  let times = 0
  fc.assert(
    fc.property(bets, fc.double({ min: 0, max: 1.2, noNaN: true }), (some, share) => {
      const target = share * some.reduce((sum, { payout }) => sum + payout, 0)
      if (!proved(some, target)) return
      times += 1
      expect(exactChance(some, target)).toBeLessThan(1e-7)
    }),
    { numRuns: 400 },
  )
  expect(times).toBeGreaterThan(10)
})

it('the bound on luck proves events far below the limit', () => {
  // All of n fair bets of one size: a chance of 2^-n, which Chernoff reaches as t grows.
  const fair = (n: number) => Array.from({ length: n }, () => ({ chance: 0.5, payout: 1_000_000 }))
  expect(proved(fair(23), 23_000_000)).toBe(false)
  expect(proved(fair(25), 25_000_000)).toBe(true)
  expect(proved(fair(400), 200_000_000)).toBe(false)
  expect(proved(fair(400), 270_000_000)).toBe(true)
  expect(proved(fair(4), 4_000_001)).toBe(true)
  expect(proved([{ chance: 1, payout: 5 }], 5)).toBe(false)
  expect(proved([{ chance: 0.3, payout: 0 }], 1)).toBe(true)
  expect(proved([], 0)).toBe(false)
})
