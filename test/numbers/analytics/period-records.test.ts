import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import { decidedUnits } from '../../../src/metrics/skill/edge.ts'
import { periodRecord, periodRecords } from '../../../src/numbers/analytics/period-record.ts'
import type { TraderFacts } from '../../../src/numbers/analytics/trader-facts.ts'
import { CUTOFF, traderFacts } from '../support/facts-arbitrary.ts'

/** Facts without a stretch of days; volumes, which these have only by period, too. */
const facts = fc
  .record({
    facts: traderFacts(8),
    first: fc.integer({ min: 0, max: 110 }),
    length: fc.integer({ min: 0, max: 200 }),
  })
  .map(({ facts, first, length }): TraderFacts => {
    const isOut = (day: number) => CUTOFF - day >= first && CUTOFF - day < first + length
    return {
      ...facts,
      closes: facts.closes.filter(({ day }) => !isOut(day)),
      behaviour: facts.behaviour.filter(({ day }) => !isOut(day)),
      tokens: facts.tokens.filter(
        ({ closedOn, lastFill, resolution }) =>
          !isOut(closedOn ?? 0) && !isOut(lastFill ?? 0) && !isOut(resolution?.day ?? 0),
      ),
      volumeByCategory: [],
    }
  })

it('period records equal those of each period by itself, also where periods share one', () => {
  fc.assert(
    fc.property(facts, (of) => {
      const units = decidedUnits(of.tokens)
      expect(periodRecords(of, units)).toEqual(PERIODS.map((period) => periodRecord(of, period, units)))
    }),
    { numRuns: 300 },
  )
})

it('period records are one object for all periods of a trader who came this week', () => {
  fc.assert(
    fc.property(traderFacts(8), (drawn) => {
      const of = {
        ...drawn,
        closes: [{ day: CUTOFF - 3, pnl: 5, capitalAtRisk: 7 }],
        behaviour: [],
        tokens: [],
        volumeByCategory: [],
      }
      expect(new Set(periodRecords(of, [])).size).toBe(1)
    }),
    { numRuns: 5 },
  )
})
