import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_SECONDS, MICRO } from '../../../src/ledger/quantities.ts'
import type { UndecidedAlert } from '../../../src/store/alerts/public-alerts.ts'
import { COARSE_LEVELS, coarsen } from '../../../src/whales/alerts/coarsen.ts'
import { decideCrowds } from '../../../src/whales/radar/decide-crowds.ts'
import { MONDAY } from '../radar-world.ts'

const HOUR = 3_600

const terms = fc.record({
  trader: fc.integer({ min: 1, max: 9 }),
  token: fc.constantFrom(1, 1, 1, 2),
  side: fc.constantFrom(0, 0, 0, 1),
  usd: fc.constantFrom(11_000, 11_400, 13_000),
  cents: fc.constantFrom(50, 50, 50, 53),
  hour: fc.constantFrom(9, 9, 9, 10, 33),
  category: fc.constantFrom('sports', 'sports', null),
})

/** A week's alerts of few wallets, sizes, prices and hours, so that many look alike; some by as many wallets as often. */
const alerts: fc.Arbitrary<UndecidedAlert[]> = fc
  .tuple(
    fc.array(terms, { maxLength: 30 }),
    fc.array(fc.tuple(terms, fc.integer({ min: 3, max: 9 }), fc.integer({ min: 1, max: 3 })), {
      maxLength: 3,
    }),
  )
  .map(([drawn, alike]) =>
    [
      ...drawn,
      ...alike.flatMap(([one, traders, times]) =>
        Array.from({ length: traders * times }, (_, i) => ({ ...one, trader: 1 + (i % traders) })),
      ),
    ].map(({ usd, cents, hour, ...others }, i) => ({
      ...others,
      seq: i + 1,
      usd: usd * MICRO,
      shares: (usd * MICRO * 100) / cents,
      time: MONDAY + hour * HOUR + i,
    })),
  )

const distinct = <T>(of: readonly T[]) => new Set(of).size
const wallets = (of: readonly UndecidedAlert[]) => distinct(of.map(({ trader }) => trader))

test('labels of a crowd, shared or not, fit five wallets each', () => {
  let shared = 0
  fc.assert(
    fc.property(alerts, (week) => {
      const decisions = decideCrowds(week, MONDAY + 7 * DAY_SECONDS)
      const decided = decisions.flatMap(({ seq, crowd, label, level }) =>
        crowd === null
          ? []
          : week.filter((one) => one.seq === seq).map((one) => ({ ...one, crowd, label, level })),
      )
      for (const crowd of Map.groupBy(decided, (one) => one.crowd).values()) {
        expect(wallets(crowd)).toBeGreaterThanOrEqual(5)
        const days = [
          ...Map.groupBy(crowd, ({ trader, time }) => `${trader} ${Math.floor(time / DAY_SECONDS)}`),
        ]
        const labels = [...Map.groupBy(crowd, ({ label }) => label).values()]
        const alone = labels.filter(({ length }) => length === 1).flat()
        for (const { length } of labels.filter((one) => one.length > 1)) {
          shared++
          expect(
            wallets(days.filter(([, day]) => day.length === length).flatMap(([, day]) => day)),
          ).toBeGreaterThanOrEqual(5)
        }
        if (alone.length > 0) expect(wallets(alone)).toBeGreaterThanOrEqual(5)
      }
    }),
    { numRuns: 500 },
  )
  expect(shared).toBeGreaterThan(0)
})

test('alerts of a crowd look the same, and each is decided once, however often the week is processed', () => {
  fc.assert(
    fc.property(alerts, fc.array(fc.integer({ min: 0, max: 7 * 24 }), { maxLength: 5 }), (week, hours) => {
      const known = new Set<number>()
      for (const hour of [...hours.toSorted((a, b) => a - b), 7 * 24]) {
        const upTo = MONDAY + hour * HOUR
        const left = week.filter(({ seq, time }) => !known.has(seq) && time < upTo)
        const decisions = decideCrowds(left, upTo)
        for (const { seq } of decisions) known.add(seq)
        for (const crowd of Map.groupBy(decisions, (one) => one.crowd).values()) {
          const shown = crowd.flatMap(({ seq, level, shownTime, shownUntil }) => {
            const alert = week.find((one) => one.seq === seq)
            const rule = level === null ? undefined : COARSE_LEVELS[level]
            if (alert === undefined || rule === undefined) return []
            expect(shownUntil).toBeLessThanOrEqual(upTo)
            const market = { MARKET: alert.token, CATEGORY: alert.category, NONE: null }[rule.market]
            return JSON.stringify([level, alert.side, market, coarsen(alert, rule), shownTime])
          })
          expect(distinct(shown)).toBeLessThanOrEqual(1)
        }
      }
      expect(known.size).toBe(week.length)
    }),
    { numRuns: 200 },
  )
})
