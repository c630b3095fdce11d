import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawOutcome, probabilityPath } from '../../seeds/market/probability-path.ts'
import { createRandom } from '../../seeds/world/random.ts'

const odds = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 6 }).map((weights) => {
  const total = weights.reduce((sum, weight) => sum + weight)
  const rest = weights.slice(1).map((weight) => Math.floor((weight * 1_000_000) / total))
  return [1_000_000 - rest.reduce((sum, odd) => sum + odd, 0), ...rest]
})

test('hourly odds are at least 0 and add up to one, from the given start', () => {
  fc.assert(
    fc.property(odds, fc.nat(), fc.integer({ min: 1, max: 200 }), (start, seed, steps) => {
      const rows = probabilityPath(createRandom(seed, 'path'), start, steps)
      expect(rows.map((row) => row[0])).toEqual(start)
      for (let step = 0; step <= steps; step++) {
        const column = rows.map((row) => row[step] ?? Number.NaN)
        expect(Math.min(...column)).toBeGreaterThanOrEqual(0)
        expect(column.reduce((sum, odd) => sum + odd)).toBe(1_000_000)
      }
    }),
  )
})

test('outcomes happen as often as the odds said at the start and on the way', () => {
  const start = [600_000, 250_000, 150_000]
  const runs = 3000
  const wins = [0, 0, 0]
  let favourites = 0
  let expected = 0
  for (let run = 0; run < runs; run++) {
    const random = createRandom(run, 'calibration')
    const path = probabilityPath(random, start, 60)
    const winner = drawOutcome(random, path)
    wins[winner] = (wins[winner] ?? 0) + 1
    const midway = path.map((row) => row[40] ?? 0)
    expected += Math.max(...midway) / 1_000_000
    favourites += midway[winner] === Math.max(...midway) ? 1 : 0
  }
  // Four standard errors of a share of 3,000.
  wins.forEach((count, outcome) => {
    expect(Math.abs(count / runs - (start[outcome] ?? 0) / 1_000_000)).toBeLessThan(0.036)
  })
  expect(Math.abs(favourites - expected) / runs).toBeLessThan(0.036)
})

test('most paths end near certainty', () => {
  let certain = 0
  for (let run = 0; run < 400; run++) {
    const [row] = probabilityPath(createRandom(run, 'ends'), [500_000, 500_000], 400)
    const last = row?.at(-2) ?? 0
    if (last < 100_000 || last > 900_000) certain++
  }
  expect(certain).toBeGreaterThan(300)
})
