import fc from 'fast-check'
import { expect, it } from 'vitest'
import { copySlippage } from '../../../src/metrics/behaviour/copyable.ts'
import { copiedRecord } from '../../../src/refresh/analytics/copied-record.ts'
import type { BehaviourDay } from '../../../src/refresh/analytics/trader-facts.ts'

const fill = fc.record({
  side: fc.constantFrom<'BUY' | 'SELL'>('BUY', 'SELL'),
  shares: fc.integer({ min: 1, max: 9_000_000_000 }),
  usd: fc.integer({ min: 1, max: 9_000_000_000 }),
  day: fc.integer({ min: 20_000, max: 20_005 }),
})
type Traded = typeof fill extends fc.Arbitrary<infer T> ? T : never

const slippageOf = (fills: readonly Traded[], side: string) =>
  fills.filter((one) => one.side === side).reduce((sum, one) => sum + copySlippage(one), 0)

function dayOf(day: number, fills: readonly Traded[]): BehaviourDay {
  const counts = { fills: fills.length, makerFills: 0, knownRoleFills: 0, usdSquares: 0 }
  return {
    ...counts,
    day,
    buys: fills.filter(({ side }) => side === 'BUY').length,
    buySlippage: slippageOf(fills, 'BUY'),
    sellSlippage: slippageOf(fills, 'SELL'),
    movedSlippage: 0 - fills.length,
    lists: [],
  }
}

it('the copied record is the same by days as fill by fill', () => {
  fc.assert(
    fc.property(fc.array(fill, { maxLength: 40 }), fc.integer(), fc.boolean(), (fills, pnl, isBot) => {
      const days = [...Map.groupBy(fills, ({ day }) => day)].map(([day, own]) => dayOf(day, own))
      expect(copiedRecord(days, { totals: { pnl, bought: 7n }, decidedUnits: 3, isBot })).toEqual({
        pnl,
        bought: 7n,
        buySlippage: slippageOf(fills, 'BUY'),
        sellSlippage: slippageOf(fills, 'SELL'),
        movedSlippage: 0 - fills.length,
        buys: fills.filter(({ side }) => side === 'BUY').length,
        fills: fills.length,
        decidedUnits: 3,
        isBot,
      })
    }),
  )
})
