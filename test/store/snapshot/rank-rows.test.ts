import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRanker } from '../../../src/store/snapshot/board-of.ts'

/** More rows than are looked at to part them. */
const MOST = 6_000

it('ranks of rows are their places in the sorted board, with any number of ties', () => {
  const world = fc.record({
    rows: fc.integer({ min: 1, max: MOST }),
    metrics: fc.integer({ min: 1, max: MOST }),
    seed: fc.nat({ max: 2 ** 30 }),
  })
  fc.assert(
    fc.property(world, ({ rows, metrics, seed }) => {
      const drawn = (row: number, of: number) => ((((row + 1) * 2654435761) ^ seed) >>> 0) % of
      // One in eight is not on the board.
      const metric = Float64Array.from({ length: rows }, (_, row) =>
        drawn(row, 8) === 0 ? Number.NaN : drawn(row, metrics) - metrics / 2,
      )
      const volume = Float64Array.from({ length: rows }, (_, row) => drawn(row + MOST, 50))
      const compare = (a: number, b: number) =>
        (metric[b] ?? 0) - (metric[a] ?? 0) || (volume[b] ?? 0) - (volume[a] ?? 0) || a - b
      const board = Array.from(metric.keys())
        .filter((row) => !Number.isNaN(metric[row]))
        .sort(compare)
      const rankOf = createRanker({ metric, compare })
      expect(board.map(rankOf)).toEqual(board.map((_, place) => place + 1))
    }),
    { numRuns: 20 },
  )
})
