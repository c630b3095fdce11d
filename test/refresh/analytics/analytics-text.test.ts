import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConditionId } from '../../../src/ledger/quantities.ts'
import { decidedUnits } from '../../../src/metrics/decided-units.ts'
import { PERIODS } from '../../../src/metrics/periods.ts'
import { analyticsFrom, analyticsText } from '../../../src/refresh/analytics/analytics-text.ts'
import { periodRecord } from '../../../src/refresh/analytics/period-record.ts'
import { skillRecord } from '../../../src/refresh/analytics/skill-record.ts'
import type { TraderFacts } from '../../../src/refresh/analytics/trader-facts.ts'
import { numbersOfLists } from '../../../src/refresh/behaviour/day-lists.ts'
import { ADDRESS } from '../../metrics/address-arbitrary.ts'
import { CUTOFF, traderFacts } from './facts-arbitrary.ts'

function storedOf(facts: TraderFacts) {
  const units = decidedUnits(facts.tokens)
  return {
    skill: skillRecord(units, facts.address, null),
    periods: PERIODS.map((period) => periodRecord(facts, period, units)),
  }
}

/** A trader of two fills in each of some markets, the fourth still open, each with a category and three tags. */
function smallTrader(lastDay: number, markets: number): TraderFacts {
  const tokens = [1, 2, 3, 4].slice(0, markets).map((unit) => ({
    unit: 3 * unit + 12_001,
    condition: unit + 4_000,
    open: unit === 4,
    realized: unit === 4 ? 0 : 7_310_400 * (unit - 2) + 412_311,
    cost: 12_500_000 + unit * 731_217,
    shares: 25_000_000,
    closedOn: lastDay - 3,
    lastFill: lastDay - unit,
    buyCost: 12_500_000 + unit * 731_217,
    buyShares: 25_000_000,
    resolution: unit === 4 ? null : { day: lastDay - 1, payout: unit === 2 ? 0 : 1_000_000 },
  }))
  const behaviour = [0, 1, 2, 3].slice(0, markets).map((i) => ({
    day: lastDay - i,
    fills: i === 0 ? 1 : 2,
    makerFills: 0,
    knownRoleFills: i === 0 ? 1 : 2,
    buys: 1,
    usdSquares: 156_250_000_000_000n,
    lists: numbersOfLists({
      hours: Array.from({ length: 24 }, (_, hour) => (hour === 13 + i ? (i === 0 ? 1 : 2) : 0)),
      entryCost: Array.from({ length: 10 }, (_, bin) => (bin === 5 ? 13_000_000 : 0)),
      heldSeconds: i === 2 ? [93_812] : [],
    }),
    buySlippage: 0,
    sellSlippage: 0,
    movedSlippage: 0,
  }))
  return {
    address: ADDRESS,
    cutoffDay: CUTOFF,
    tokens,
    behaviour,
    labels: new Map(tokens.map(({ unit }, i) => [unit, { category: 2, tags: [40 + i, 160 + i, 210] }])),
    closes: [0, 1, 2].map((i) => ({
      day: lastDay - 2 + i,
      pnl: 3_120_544 * (i - 1),
      capitalAtRisk: 14_120_000,
    })),
    totals: [],
    volumeByCategory: PERIODS.map(() => new Map([[2, 71_220_111]])),
    conditionId: (condition) => `0x${condition}` as ConditionId,
  }
}

describe('stored analytics', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.oneof(traderFacts(3), traderFacts(60)), (facts) => {
        const stored = storedOf(facts)
        expect(analyticsFrom(analyticsText(stored))).toEqual(stored)
      }),
      { numRuns: 150 },
    )
  })

  it('are short for a trader of few fills, now or long ago', () => {
    for (const lastDay of [CUTOFF, CUTOFF - 100]) {
      const bytes = (markets: number) => analyticsText(storedOf(smallTrader(lastDay, markets))).length
      expect(bytes(1)).toBeLessThan(300)
      expect(bytes(4)).toBeLessThan(550)
    }
  })

  it('are next to nothing for a trader who did nothing', () => {
    const idle = { ...smallTrader(CUTOFF, 4), tokens: [], behaviour: [], closes: [], volumeByCategory: [] }
    expect(analyticsText(storedOf(idle))).toBe('[1,[],[],1,1,1]')
  })

  it('are refused when of another version or damaged', () => {
    const text = analyticsText(storedOf(smallTrader(CUTOFF, 4)))
    expect(() => analyticsFrom(text.replace('[1,', '[2,'))).toThrow(/version 2/)
    for (const damaged of ['[1,[],[]]', '[1,[],["a"],1,1,1]', '[1,[],[0,0,0,[1]],1,1,1]', '[1,3,[],1,1,1]'])
      expect(() => analyticsFrom(damaged), damaged).toThrow(RangeError)
  })
})
