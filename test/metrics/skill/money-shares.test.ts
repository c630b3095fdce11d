import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../src/metrics/skill/edge.ts'
import { moneyShareDifference, type Stake } from '../../../src/metrics/skill/high-conviction.ts'

const stake = fc
  .tuple(fc.integer({ min: 1, max: 1e12 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([value, part]): Stake => ({ value, onOutcome: Math.round(value * part) }))
const group = fc.array(stake, { minLength: 5, maxLength: 40 })

const shareOf = (stakes: readonly Stake[]) =>
  stakes.reduce((sum, { onOutcome }) => sum + onOutcome, 0) /
  stakes.reduce((sum, { value }) => sum + value, 0)

test('the interval is around the difference of the shares, and turns with the groups', () => {
  fc.assert(
    fc.property(group, group, (one, other) => {
      const [low = Number.NaN, high = Number.NaN] = moneyShareDifference(one, other) ?? []
      const difference = shareOf(one) - shareOf(other)
      expect(low).toBeLessThanOrEqual(difference + 1e-9)
      expect(high).toBeGreaterThanOrEqual(difference - 1e-9)
      expect(low >= -1 && high <= 1).toBe(true)
      const [back, forth] = moneyShareDifference(other, one) ?? []
      expect([-(forth ?? 0), -(back ?? 0)]).toEqual([expect.closeTo(low, 12), expect.closeTo(high, 12)])
    }),
  )
})

test('of equal stakes it is the interval of the difference of two means', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 30 }),
      fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 30 }),
      (one, other) => {
        const stakes = (parts: readonly number[]) => parts.map((onOutcome) => ({ value: 100, onOutcome }))
        const errorOf = (parts: readonly number[]) => {
          const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length
          const squares = parts.reduce((sum, part) => sum + (part - mean) ** 2, 0)
          return squares / (parts.length - 1) / parts.length / 100 ** 2
        }
        const difference = shareOf(stakes(one)) - shareOf(stakes(other))
        const half = 1.959963984540054 * Math.sqrt(errorOf(one) + errorOf(other))
        const [low, high] = moneyShareDifference(stakes(one), stakes(other)) ?? []
        expect(low).toBeCloseTo(Math.max(-1, difference - half), 9)
        expect(high).toBeCloseTo(Math.min(1, difference + half), 9)
      },
    ),
  )
})

test('a group of one trader, or without money, has none', () => {
  const some = [
    { value: 5, onOutcome: 5 },
    { value: 7, onOutcome: 0 },
  ]
  expect(moneyShareDifference(some.slice(1), some)).toBeNull()
  expect(
    moneyShareDifference(some, [
      { value: 0, onOutcome: 0 },
      { value: 0, onOutcome: 0 },
    ]),
  ).toBeNull()
})

test('it holds the true difference about as often as it says, and finds a planted one', () => {
  const fill = seededRandom('money')
  const random = () => (fill(new Uint32Array(1))[0] ?? 0) / 2 ** 32
  const draw = (n: number, chance: number) =>
    Array.from({ length: n }, () => {
      const value = Math.round(1e6 / (1 - 0.95 * random()))
      return { value, onOutcome: random() < chance ? value : 0 }
    })
  let [held, found] = [0, 0]
  for (let i = 0; i < 1_000; i++) {
    const [low, high] = moneyShareDifference(draw(60, 0.5), draw(200, 0.5)) ?? [1, 1]
    if (low <= 0 && high >= 0) held++
    const [least] = moneyShareDifference(draw(60, 0.9), draw(200, 0.5)) ?? [0]
    if (least > 0) found++
  }
  expect(held).toBeGreaterThan(900)
  expect(found).toBeGreaterThan(950)
})
