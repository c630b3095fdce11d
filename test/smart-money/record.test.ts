import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CohortWeekFacts, weekChanges } from '../../src/smart-money/cohort-history.ts'
import { gradeOf, performanceOf } from '../../src/smart-money/performance.ts'

const signal = fc.record({
  market: fc.integer({ min: 1, max: 30 }),
  side: fc.constantFrom('YES' as const, 'NO' as const),
  price: fc.integer({ min: 1, max: 999_999 }),
  yesPayout: fc.constantFrom(0, 1_000_000, 1_000_000, 500_000, null),
})

test('a signal wins if its side pays a dollar, loses if it pays nothing, and is void between', () => {
  const grades = [1_000_000, 0, 500_000, null].map((payout) => gradeOf('NO', 400_000, payout))
  expect(grades).toEqual([
    { outcome: 'LOST', payout: 0, return: -1 },
    { outcome: 'WON', payout: 1_000_000, return: 1.5 },
    { outcome: 'VOID', payout: 500_000, return: 0.25 },
    { outcome: 'OPEN', payout: null, return: null },
  ])
})

test('the performance counts each side of a market once, by its first signal', () => {
  fc.assert(
    fc.property(fc.array(signal, { maxLength: 60 }), (list) => {
      const graded = list.map(({ yesPayout, ...rest }) => ({
        ...rest,
        ...gradeOf(rest.side, rest.price, yesPayout),
      }))
      const first = graded.filter(
        (one, i) => graded.findIndex(({ market, side }) => market === one.market && side === one.side) === i,
      )
      const decided = first.filter(({ payout }) => payout === 0 || payout === 1_000_000)
      const won = decided.filter(({ payout }) => payout !== 0).length
      const returns = first.flatMap((one) => (one.payout === null ? [] : [one.payout / one.price - 1]))
      const sorted = [...returns].sort((a, b) => a - b)
      const shown = performanceOf(graded)
      expect(shown).toMatchObject({ signals: first.length, won, lost: decided.length - won })
      expect(shown.signals).toBe(shown.won + shown.lost + shown.voided + shown.open)
      expect(shown.hitRate).toBe(decided.length === 0 ? null : won / decided.length)
      const implied = decided.reduce((sum, { price }) => sum + price / 1e6, 0) / decided.length
      if (decided.length > 0) expect(shown.impliedRate).toBeCloseTo(implied, 9)
      else expect(shown.hitRateInterval).toBeNull()
      if (returns.length === 0) {
        expect(shown.medianReturn).toBeNull()
        return
      }
      const middle = returns.length / 2
      const median = Number.isInteger(middle)
        ? ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
        : sorted[Math.floor(middle)]
      expect(shown.medianReturn).toBe(median)
      expect(shown.meanReturn).toBeCloseTo(returns.reduce((sum, value) => sum + value, 0) / returns.length, 9)
    }),
  )
})

const week: fc.Arbitrary<CohortWeekFacts> = fc.record({
  members: fc.uniqueArray(fc.integer({ min: 1, max: 12 })),
  categories: fc.uniqueArray(
    fc.record({
      category: fc.constantFrom('politics', 'sports', 'crypto', null),
      markets: fc.constant(1),
      value: fc.constant(5_000_000_000),
      yesShare: fc.integer({ min: 0, max: 1_000_000 }),
      divergence: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    }),
    { selector: ({ category }) => category },
  ),
  opportunities: fc.uniqueArray(
    fc.record({
      market: fc.integer({ min: 1, max: 12 }),
      divergence: fc.constantFrom(-400_000, -200_000, 150_000, 300_000),
    }),
    { selector: ({ market }) => market },
  ),
})

test('the changes of a week count every opportunity of both weeks once', () => {
  fc.assert(
    fc.property(week, week, fc.uniqueArray(fc.integer({ min: 1, max: 12 })), (before, now, resolved) => {
      const changes = weekChanges(before, now, (market) => resolved.includes(market))
      const old = new Map(before.opportunities.map(({ market, divergence }) => [market, divergence]))
      const slow = { fresh: 0, grown: 0, shrunk: 0, same: 0, gone: 0, resolved: 0 }
      for (let market = 1; market <= 12; market++) {
        const is = now.opportunities.find((one) => one.market === market)?.divergence
        const was = old.get(market)
        if (is === undefined && was !== undefined) slow[resolved.includes(market) ? 'resolved' : 'gone']++
        if (is === undefined) continue
        if (was === undefined || was * is < 0) slow.fresh++
        else if (is === was) slow.same++
        else slow[is * is > was * was ? 'grown' : 'shrunk']++
      }
      expect(changes.opportunities).toEqual(slow)
      expect(changes.membersIn - changes.membersOut).toBe(now.members.length - before.members.length)
      expect(changes.membersIn).toBe(now.members.filter((one) => !before.members.includes(one)).length)
      const all = new Set([...before.categories, ...now.categories].map(({ category }) => category))
      expect(new Set(changes.categories.map(({ category }) => category))).toEqual(all)
      for (const shift of changes.categories) {
        const was = before.categories.find(({ category }) => category === shift.category)
        const is = now.categories.find(({ category }) => category === shift.category)
        expect(shift.yesShare).toBe(was && is ? is.yesShare - was.yesShare : null)
      }
    }),
  )
})
