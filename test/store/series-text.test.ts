import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seriesFrom, seriesText } from '../../src/store/series-text.ts'
import type { SeriesPoint } from '../../src/store/snapshot-reader.ts'

const amount = fc.oneof(fc.constant(0), fc.integer({ min: -9_000_000, max: 9_000_000 }), fc.maxSafeInteger())
const series: fc.Arbitrary<SeriesPoint[]> = fc
  .uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: 30_000 }),
      pnl: amount,
      realized: amount,
      volume: fc.oneof(fc.constant(0), fc.maxSafeNat()),
    }),
    { selector: ({ day }) => day },
  )
  .map((points) => points.toSorted((a, b) => a.day - b.day))

it('reads back the series that it wrote, whatever the amounts', () => {
  fc.assert(
    fc.property(series, (points) => {
      expect(seriesFrom(seriesText(points))).toEqual(points)
    }),
  )
})

it('reads the JSON of older versions', () => {
  fc.assert(
    fc.property(series, (points) => {
      const rows = points.map(({ day, pnl, realized, volume }) => [day, pnl, realized, volume])
      expect(seriesFrom(JSON.stringify(rows))).toEqual(points)
    }),
  )
})

it('takes five bytes for a day on which a price alone moved by dollars', () => {
  const points = Array.from({ length: 300 }, (_, i) => ({
    ...{ day: 20_000 + i, pnl: i % 2 === 0 ? 0 : 100_000_000, realized: 0 },
    volume: 0,
  }))
  expect(seriesText(points).length).toBeLessThan((300 * 5 * 4) / 3 + 8)
})
