import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicWeeks } from '../../src/smart-money/public-weeks.ts'
import type { WrittenStance, WrittenWeek } from '../../src/store/smart-money/written-weeks.ts'
import { solvesFor } from './solve-for.ts'

const FIRST = 20_486
const COHORTS = ['high-conviction', 'most-consistent', 'top-pnl']
const MARKETS = 20
const DOLLAR = 1_000_000

const stance = fc.record({
  value: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 5_000, max: 30_000 }) },
    { weight: 9, arbitrary: fc.constant(5_000) },
    { weight: 1, arbitrary: fc.integer({ min: 100_000, max: 9_000_000 }) },
  ),
  part: fc.constantFrom(0, 0.1, 0.5, 0.95, 1),
  price: fc.integer({ min: 1, max: 99 }),
})

/** Weeks of up to three cohorts, in which a market stands for some weeks; now and then everything stands still. */
const worlds = fc
  .record({
    weeks: fc.integer({ min: 1, max: 7 }),
    stances: fc.array(stance, { minLength: MARKETS, maxLength: MARKETS }),
    spans: fc.array(
      fc.record({
        from: fc.integer({ min: 0, max: 4 }),
        length: fc.integer({ min: 1, max: 7 }),
        category: fc.oneof(
          { weight: 6, arbitrary: fc.constant('politics') },
          { weight: 1, arbitrary: fc.constantFrom('sports', null) },
        ),
        cohorts: fc.subarray(COHORTS, { minLength: 1 }),
      }),
      { minLength: MARKETS, maxLength: MARKETS },
    ),
    highlights: fc.array(fc.option(fc.nat(6), { freq: 2 }), { minLength: 21, maxLength: 21 }),
    hasHighlights: fc.boolean(),
    weights: fc.option(fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 140, maxLength: 140 })),
  })
  .map(({ weeks, stances, spans, highlights, hasHighlights, weights }) => {
    const written = Array.from({ length: weeks }, (_, w) =>
      COHORTS.flatMap((cohort, c): WrittenWeek[] => {
        const own = spans.flatMap(({ from, length, category, cohorts }, market): WrittenStance[] => {
          const held = stances[market]
          if (!held || w < from || w >= from + length || !cohorts.includes(cohort)) return []
          const value = held.value * DOLLAR
          const yesValue = Math.floor(value * held.part)
          return [{ market, category, value, yesValue, price: held.price * 10_000 }]
        })
        const pick = hasHighlights ? highlights[3 * w + c] : null
        const highlight = typeof pick === 'number' ? (own[pick % own.length]?.market ?? null) : null
        return own.length === 0 ? [] : [{ cohort, week: FIRST + 7 * w, highlight, stances: own }]
      }),
    ).flat()
    return { written, hasHighlights, weights }
  })

interface ShownNumber {
  cohort: string
  week: number
  members: WrittenStance[]
  shown: { markets: number | null; value: number | null; yesShare: number | null; divergence: number | null }
}

/** All that a caller without Pro reads, asking for every week of every cohort. */
function readAll(written: readonly WrittenWeek[]) {
  const open = publicWeeks(written)
  const numbers = new Map<string, ShownNumber>()
  for (const { cohort, week } of written) {
    for (const { category, week: of, ...shown } of open.categories(cohort, week)) {
      if (of === null) continue
      const source = written.find((one) => one.cohort === cohort && one.week === of)
      const members = (source?.stances ?? []).filter((one) => one.category === category)
      numbers.set(`${cohort} ${of} ${category}`, { cohort, week: of, members, shown })
    }
  }
  const highlights = written.filter(({ cohort, week }) => open.showsHighlight(cohort, week))
  const exposed = new Set(highlights.flatMap(({ highlight }) => (highlight === null ? [] : [highlight])))
  return { numbers: [...numbers.values()], exposed, highlights }
}

/**
 * What the attacker knows: for each number a row of the markets it counts. Where shares stand still and prices are known
 * a market's weight is another one each week; where nothing moves, it is 1.
 */
function equations(numbers: readonly ShownNumber[], weights: readonly number[] | null): number[][] {
  return numbers.map(({ week, members }) =>
    Array.from({ length: MARKETS }, (_, market) => {
      const isIn = members.some((one) => one.market === market)
      return isIn ? (weights?.[market + MARKETS * ((week - FIRST) / 7)] ?? 1) : 0
    }),
  )
}

test('sums and differences of all public numbers leave five unknown markets, three where highlights reveal others', () => {
  let shown = 0
  fc.assert(
    fc.property(worlds, ({ written, hasHighlights, weights }) => {
      const { numbers, exposed } = readAll(written)
      shown += numbers.length
      const unknown = Array.from({ length: MARKETS }, (_, market) => market).filter((m) => !exposed.has(m))
      expect(solvesFor(equations(numbers, weights), unknown, hasHighlights ? 2 : 4)).toBeNull()
    }),
    { numRuns: 50 },
  )
  expect(shown).toBeGreaterThan(0)
})

test('the attacker solves for the sixth market if five markets in each number were the only rule', () => {
  const row = (markets: readonly number[]) =>
    Array.from({ length: MARKETS }, (_, market) => (markets.includes(market) ? 1 : 0))
  const all = Array.from({ length: MARKETS }, (_, market) => market)
  expect(solvesFor([row([0, 1, 2, 3, 4]), row([0, 1, 2, 3, 4, 5])], all, 1)).toEqual([5])
  const apart = [0, 1, 2, 3, 4].map((m) => [m, m + 5])
  const three = [apart.map(([m]) => m ?? 0), apart.map(([, m]) => m ?? 0), [...apart.flat(), 10, 11]].map(row)
  expect(solvesFor(three, all, 2)).toEqual([10, 11])
  // Five markets that nobody trades, on five days of other prices.
  const days = [1, 2, 3, 4, 5].map((day) => [1, 2, 3, 4, 5].map((market) => market ** day))
  expect(solvesFor(days, [0, 1, 2, 3, 4], 1)).toEqual([0])
  expect(solvesFor([row([0, 1, 2, 3, 4]), row([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])], all, 4)).toBeNull()
})

test('a highlight is shown if it leaves three markets of a number unknown, and its market is new to no later number', () => {
  const at = (week: number, highlight: number | null, markets: readonly number[]): WrittenWeek => ({
    cohort: 'top-pnl',
    week: FIRST + 7 * week,
    highlight,
    stances: markets.map((market) => ({
      market,
      category: 'politics',
      value: 6_000 * DOLLAR,
      yesValue: 6_000,
      price: 500_000,
    })),
  })
  const first = [0, 1, 2, 3, 4]
  const second = [...first, 5, 6, 7, 8, 9]
  const written = [at(0, null, first), at(1, 0, first), at(2, 1, first), at(3, 2, first), at(4, 5, second)]
  const { numbers, highlights } = readAll([...written, at(5, null, [...second, 10])])
  expect(highlights.map(({ highlight }) => highlight)).toEqual([0, 1, 5])
  // Of the ten only 6 to 9 are new to everybody: with 10 there are five again.
  expect(numbers.map(({ week }) => (week - FIRST) / 7)).toEqual([0, 5])
})

test('a public number has five new markets, none above half of their value', () => {
  fc.assert(
    fc.property(worlds, ({ written }) => {
      const { numbers, highlights } = readAll(written)
      // In each week another cohort comes first.
      const turnOf = (one: { cohort: string; week: number }) => {
        const cohorts = written.flatMap(({ cohort, week }) => (week === one.week ? cohort : [])).sort()
        const first = Math.floor(one.week / 7) % cohorts.length
        return (cohorts.indexOf(one.cohort) - first + cohorts.length) % cohorts.length
      }
      for (const { week, cohort, members } of numbers) {
        const earlier = new Set([
          ...numbers
            .filter((one) => one.week < week || (one.week === week && turnOf(one) < turnOf({ cohort, week })))
            .flatMap((one) => one.members.map(({ market }) => market)),
          ...highlights.filter((one) => one.week <= week).map(({ highlight }) => highlight),
        ])
        const fresh = members.filter(({ market }) => !earlier.has(market))
        const sum = fresh.reduce((total, { value }) => total + value, 0)
        expect([cohort, fresh.length]).toEqual([cohort, Math.max(5, fresh.length)])
        for (const { value } of fresh) expect(2 * value).toBeLessThanOrEqual(sum)
      }
    }),
  )
})

test('public numbers are rounded down to a digit and to tenths, so that none reveals unanimity', () => {
  fc.assert(
    fc.property(worlds, ({ written }) => {
      for (const { members, shown } of readAll(written).numbers) {
        const sum = (of: (one: WrittenStance) => number) => members.reduce((total, one) => total + of(one), 0)
        const [value, yes] = [sum((one) => one.value), sum((one) => one.yesValue)]
        const mean = sum((one) => Math.floor((one.yesValue / one.value) * 1e6) - one.price) / members.length
        const digit = 10 ** Math.floor(Math.log10(value))
        expect(shown).toEqual({
          markets: members.length,
          value: Math.floor(value / digit) * digit,
          yesShare: Math.min(900_000, Math.floor((10 * yes) / value) * 100_000),
          divergence: Math.floor(Math.floor(mean) / 100_000) * 100_000,
        })
      }
    }),
  )
})

test('what is shown of a week never changes, whatever is written later', () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: 0, max: 6 }), ({ written }, last) => {
      const upTo = written.filter(({ week }) => week <= FIRST + 7 * last)
      const [then, now] = [publicWeeks(upTo), publicWeeks(written)]
      for (const { cohort, week } of upTo) {
        expect(now.categories(cohort, week)).toEqual(then.categories(cohort, week))
        expect(now.showsHighlight(cohort, week)).toBe(then.showsHighlight(cohort, week))
      }
    }),
  )
})
