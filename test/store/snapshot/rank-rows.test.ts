import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defined } from '../../../src/checks.ts'
import { LEADERBOARDS } from '../../../src/metrics/leaderboards.ts'
import { boardOf, createRanker } from '../../../src/store/snapshot/board-of.ts'
import { newStandings } from '../../../src/store/snapshot/standings.ts'

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

it('the first traders of a board are those of the sorted board, however many are asked for', () => {
  const world = fc.record({
    rows: fc.integer({ min: 0, max: 12_000 }),
    amounts: fc.constantFrom(1, 3, 500, 2 ** 31),
    most: fc.constantFrom(1, 7, 100, 1_000),
    // The metric grows from row to row, falls, or is in no order.
    order: fc.constantFrom(1, -1, 0),
    isScored: fc.boolean(),
    seed: fc.nat({ max: 2 ** 30 }),
  })
  fc.assert(
    fc.property(world, ({ rows, amounts, most, order, isScored, seed }) => {
      const drawn = (row: number, of: number) => ((((row + 1) * 2654435761) ^ seed) >>> 0) % of
      const standings = newStandings(rows)
      const fits = new Uint8Array(rows)
      const scores = new Map<number, number>([[rows + 1, 5]])
      for (let row = 0; row < rows; row++) {
        standings.trader[row] = row + 1 === rows ? rows + 2 : rows - row
        standings.fills[row] = drawn(row + 3, 4)
        standings.pnl[row] = order === 0 ? drawn(row, amounts) - amounts / 2 : order * row
        standings.volume[row] = drawn(row + 7, 50)
        fits[row] = drawn(row + 11, 5) === 0 ? 0 : 1
        if (drawn(row + 13, 3) > 0) scores.set(defined(standings.trader[row]), defined(standings.pnl[row]))
      }
      const { tab } = defined(LEADERBOARDS.find(({ tab }) => (isScored ? tab.isScored : tab.name === 'PNL')))
      const of = (row: number) => ({
        pnl: defined(standings.pnl[row]),
        volume: defined(standings.volume[row]),
      })
      const isOn = (row: number) =>
        isScored ? scores.has(defined(standings.trader[row])) : defined(standings.fills[row]) > 0
      const sorted = Array.from({ length: rows }, (_, row) => row)
        .filter((row) => fits[row] === 1 && isOn(row))
        .sort((a, b) => of(b).pnl - of(a).pnl || of(b).volume - of(a).volume || a - b)
      const board = boardOf(tab, { standings, scores: isScored ? scores : null }, null, fits, undefined, most)
      expect(board.count).toBe(sorted.length)
      expect([...board.traders]).toEqual(sorted.slice(0, most).map((row) => standings.trader[row]))
    }),
    { numRuns: 60 },
  )
})
