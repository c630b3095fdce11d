import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DailyClose, pnlSeries } from '../../../src/metrics/profit/results.ts'

const small = fc.integer({ min: -2, max: 2 })
const closes: fc.Arbitrary<DailyClose[]> = fc
  .array(fc.record({ pnl: small, realizedPnl: small, trades: fc.integer({ min: 0, max: 1 }) }))
  .map((days) => days.map((each, index) => ({ ...each, day: 20_000 + index, volume: each.trades * 7 })))

describe('the profit series', () => {
  it('starts at the close before the window and skips days without activity', () => {
    const day = (number: number, pnl: number, trades: number) => ({
      day: number,
      pnl,
      realizedPnl: 0,
      volume: trades,
      trades,
    })
    const points = pnlSeries([day(1, 100, 0), day(2, 100, 3), day(3, 100, 0), day(4, 90, 0)], {
      pnl: 100,
      realizedPnl: 40,
    })
    expect(points).toEqual([
      { day: 1, pnl: 0, realizedPnl: -40, volume: 0 },
      { day: 2, pnl: 0, realizedPnl: -40, volume: 3 },
      { day: 4, pnl: -10, realizedPnl: -40, volume: 0 },
    ])
  })

  it('filled forward gives the closes again', () => {
    fc.assert(
      fc.property(closes, small, small, (days, pnl, realizedPnl) => {
        const points = new Map(pnlSeries(days, { pnl, realizedPnl }).map((point) => [point.day, point]))
        let now = { pnl: 0, realizedPnl: 0 }
        let volume = 0
        for (const close of days) {
          const point = points.get(close.day)
          now = point ?? now
          volume += point?.volume ?? 0
          expect(now.pnl).toBe(close.pnl - pnl)
          expect(now.realizedPnl).toBe(close.realizedPnl - realizedPnl)
          if (close.trades > 0) expect(point).toBeDefined()
        }
        expect(volume).toBe(days.reduce((sum, close) => sum + close.volume, 0))
      }),
    )
  })
})
