import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pnlSeries } from '../../src/metrics/pnl-series.ts'
import { revaluePoints } from '../../src/refresh/revalue-points.ts'

const LAST_DAY = 20_100
const small = fc.integer({ min: -2, max: 2 })

/** Some days' closes, ascending; small numbers, so that days often end where they began. */
const history = fc
  .uniqueArray(fc.nat({ max: 5 }), { maxLength: 5 })
  .chain((daysAgo) =>
    fc.tuple(
      ...daysAgo
        .sort((a, b) => b - a)
        .map((ago) =>
          fc.record({
            day: fc.constant(LAST_DAY - ago),
            pnl: small,
            realizedPnl: small,
            volume: fc.nat({ max: 2 }),
            trades: fc.nat({ max: 1 }),
          }),
        ),
    ),
  )
  .map((closes) => closes.map((close) => (close.trades === 0 ? { ...close, volume: 0 } : close)))

function pointsOf(closes: Parameters<typeof pnlSeries>[0]): string | null {
  const points = pnlSeries(closes, null).map(({ day, pnl, realizedPnl, volume }) => [
    day,
    pnl,
    realizedPnl,
    volume,
  ])
  return points.length === 0 ? null : JSON.stringify(points)
}

test('a series whose last close moves is the series of the moved closes, or is left to the ledger', () => {
  let left = 0
  fc.assert(
    fc.property(history, fc.constantFrom(-2, -1, 1, 2), (closes, change) => {
      const before = closes.at(-1)
      const today = before?.day === LAST_DAY ? before : undefined
      const moved = today
        ? { ...today, pnl: today.pnl + change }
        : {
            day: LAST_DAY,
            pnl: (before?.pnl ?? 0) + change,
            realizedPnl: before?.realizedPnl ?? 0,
            volume: 0,
            trades: 0,
          }
      const expected = pointsOf([...closes.filter((close) => close.day !== LAST_DAY), moved])
      const revalued = revaluePoints(pointsOf(closes), LAST_DAY, change)
      if (revalued === undefined) left += 1
      else expect(revalued).toBe(expected)
    }),
    { numRuns: 3000 },
  )
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(600)
})
