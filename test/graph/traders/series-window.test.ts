import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seriesWindow } from '../../../src/graph/traders/trader.ts'
import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import { type DailyClose, pnlSeries } from '../../../src/metrics/profit/results.ts'

const CUTOFF = 300
const amount = fc.integer({ min: -5, max: 5 })
const step = fc.record({ pnl: amount, realizedPnl: amount, volume: fc.nat(3), trades: fc.nat(1) })
const closes = fc
  .array(fc.option(step), { minLength: 1, maxLength: 140 })
  .map((steps) =>
    dailyCloses(steps.map((change) => change ?? { pnl: 0, realizedPnl: 0, volume: 0, trades: 0 })),
  )

function dailyCloses(steps: readonly Omit<DailyClose, 'day'>[]): DailyClose[] {
  let pnl = 0
  let realizedPnl = 0
  return steps.map((change, i) => {
    pnl += change.pnl
    realizedPnl += change.realizedPnl
    return { ...change, day: CUTOFF - steps.length + 1 + i, pnl, realizedPnl }
  })
}

describe("a period's part of a series", () => {
  it.each(PERIODS.map((period) => [period.wire, period] as const))(
    'is for %s the series that the metric computes from the daily closes',
    (_wire, period) => {
      fc.assert(
        fc.property(closes, (days) => {
          const stored = pnlSeries(days, null).map(({ realizedPnl: realized, ...point }) => ({
            ...point,
            realized,
          }))
          const first = period.days === null ? 0 : CUTOFF - period.days + 1
          const before = days.filter(({ day }) => day < first).at(-1) ?? null
          const within = days.filter(({ day }) => day >= first)
          const expected = pnlSeries(within, before).map(({ realizedPnl: realized, ...point }) => ({
            ...point,
            realized,
          }))
          expect(seriesWindow(stored, period, CUTOFF)).toEqual(expected)
        }),
      )
    },
  )
})
