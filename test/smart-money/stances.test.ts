import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketStances } from '../../src/smart-money/cohort-stances.ts'
import { categoryStances } from '../../src/smart-money/current-stances.ts'
import {
  divergenceOf,
  type Stance,
  signalKind,
  signalSide,
  yesShareOf,
} from '../../src/smart-money/stance.ts'
import { highlightOf } from '../../src/smart-money/update-smart-money.ts'
import { conditionOf, holdings, markets, stances } from './support/stance-arbitrary.ts'

/** The YES part and the divergence in millionths, by rational numbers. */
function slowNumbers({ yesValue, value, price }: Stance) {
  const yes = Number((BigInt(yesValue) * 1_000_000n) / BigInt(value))
  return { yes, divergence: yes - price }
}

test('a market counts with three members and $5,000, each outcome at its own price', () => {
  fc.assert(
    fc.property(holdings, markets, (held, priced) => {
      const expected = [...priced].flatMap(([market, { category, price }]) => {
        const worth = held
          .filter((holding) => holding.market === market)
          .map(({ trader, outcome, shares }) => {
            const cents = outcome === 0 ? BigInt(price) : 1_000_000n - BigInt(price)
            return { trader, outcome, usd: Number((BigInt(shares) * cents) / 1_000_000n) }
          })
          .filter(({ usd }) => usd > 0)
        const members = new Set(worth.map(({ trader }) => trader)).size
        const value = worth.reduce((sum, { usd }) => sum + usd, 0)
        const yesValue = worth.reduce((sum, { outcome, usd }) => sum + (outcome === 0 ? usd : 0), 0)
        const stance = { market, condition: conditionOf(market), category, price, members, yesValue, value }
        return members >= 3 && value >= 5_000_000_000 ? [stance] : []
      })
      expect(marketStances(held, priced)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('an opportunity disagrees with the price by 0.15, a consensus is unanimous and agrees', () => {
  fc.assert(
    fc.property(stances, (list) => {
      for (const stance of list) {
        const { yes, divergence } = slowNumbers(stance)
        const isWide = divergence >= 150_000 || divergence <= -150_000
        const isOne = yes >= 800_000 || yes <= 200_000
        expect(yesShareOf(stance)).toBe(yes)
        expect(divergenceOf(stance)).toBe(divergence)
        const kind = signalKind(stance)
        expect(kind).toBe(isWide ? 'OPPORTUNITY' : isOne ? 'CONSENSUS' : null)
        if (kind === null) continue
        const isYes = signalSide(kind, stance) === 'YES'
        expect(isYes).toBe(kind === 'CONSENSUS' ? yes >= 800_000 : divergence > 0)
      }
    }),
  )
})

test('a signal is for a side with a cost, wherever it comes from holdings at the price', () => {
  fc.assert(
    fc.property(holdings, markets, (held, priced) => {
      for (const stance of marketStances(held, priced)) {
        const kind = signalKind(stance)
        if (kind === null) continue
        expect(signalSide(kind, stance) === 'YES' ? stance.price : 1_000_000 - stance.price).toBeGreaterThan(
          0,
        )
      }
    }),
    { numRuns: 500 },
  )
})

test('the highlight has the highest score; of equals the larger value, then the first condition', () => {
  const score = (stance: Stance) =>
    (Math.abs(slowNumbers(stance).divergence) / 1e6) *
    Math.log10(stance.value / 1e6) *
    Math.sqrt(stance.members)
  fc.assert(
    fc.property(stances, (list) => {
      const [best] = list
        .filter((stance) => slowNumbers(stance).divergence !== 0)
        .sort((a, b) => score(b) - score(a) || b.value - a.value || a.market - b.market)
      expect(highlightOf(list)).toBe(best ?? null)
    }),
  )
  const twin: Stance = {
    market: 1,
    condition: conditionOf(1),
    category: null,
    members: 4,
    yesValue: 9e9,
    value: 1e10,
    price: 5e5,
  }
  const other = { ...twin, market: 2, condition: conditionOf(2) }
  expect(highlightOf([twin, other])).toBe(twin)
})

test('a category weighs its YES share by value and takes the plain mean of divergences', () => {
  fc.assert(
    fc.property(stances, (all) => {
      const list = all.map((stance) => ({
        ...stance,
        value: Math.floor(stance.value / 100),
        yesValue: Math.floor(stance.yesValue / 100),
      }))
      const shown = categoryStances(list)
      expect(new Set(shown.map(({ category }) => category))).toEqual(
        new Set(list.map(({ category }) => category)),
      )
      for (const { category, ...stance } of shown) {
        const own = list.filter((one) => one.category === category)
        const sum = (of: (one: Stance) => number) => own.reduce((total, one) => total + BigInt(of(one)), 0n)
        expect(stance).toEqual({
          markets: own.length,
          value: Number(sum(({ value }) => value)),
          yesShare: Number((sum(({ yesValue }) => yesValue) * 1_000_000n) / sum(({ value }) => value)),
          divergence: Math.floor(Number(sum((one) => slowNumbers(one).divergence)) / own.length),
        })
      }
      expect(shown.map(({ value }) => value)).toEqual(shown.map(({ value }) => value).sort((a, b) => b - a))
    }),
  )
})
