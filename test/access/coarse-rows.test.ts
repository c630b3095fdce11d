import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandEnds, MIN_PEOPLE, sharedNumbers } from '../../src/access/coarse-rows.ts'

/** A board's rows, best first: people or bots, with numbers near each other, so that some can be shown. */
const rows = fc.array(
  fc.record({
    isPerson: fc.constantFrom(true, true, true, false),
    pnl: fc.constantFrom(1_200, 1_249, 1_300, -5, 0, null),
    share: fc.constantFrom(0.31, 0.314, 0.349, 0.7),
    isBot: fc.boolean(),
  }),
  { maxLength: 60 },
)

const endsOf = (board: readonly { isPerson: boolean }[], wanted: number) =>
  bandEnds(
    {
      rows: board.length,
      people: board.filter(({ isPerson }) => isPerson).length,
      isPerson: (row) => board[row]?.isPerson === true,
    },
    wanted,
  )

test('bands of a gated board hold five people each and, up to the rows wanted, every row', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 100 }), (board, wanted) => {
      const ends = endsOf(board, wanted)
      const people = (from: number, to: number) =>
        board.slice(from, to).filter(({ isPerson }) => isPerson).length
      for (const [i, end] of ends.entries())
        expect(people(ends[i - 1] ?? 0, end)).toBeGreaterThanOrEqual(MIN_PEOPLE)
      const all = people(0, board.length)
      const last = ends.at(-1) ?? 0
      if (all < MIN_PEOPLE) expect(ends).toEqual([])
      else expect(last === board.length || people(0, last) >= wanted).toBe(true)
      // What follows the last band is enough for one more, or nothing.
      if (all >= MIN_PEOPLE && last < board.length)
        expect(people(last, board.length)).toBeGreaterThanOrEqual(MIN_PEOPLE)
    }),
  )
})

test('a band’s numbers are those of each of its rows, whoever is on which row', () => {
  const band = rows.filter(({ length }) => length > 0)
  fc.assert(
    fc.property(
      band.chain((own) => fc.tuple(fc.constant(own), fc.shuffledSubarray(own, { minLength: own.length }))),
      ([own, shuffled]) => {
        const shown = sharedNumbers(own)
        expect(sharedNumbers(shuffled)).toEqual(shown)
        for (const name of ['pnl', 'share', 'isBot', 'isPerson'] as const) {
          const exact = own.map((row) => row[name])
          const digits = [2, 1].find(
            (kept) =>
              new Set(exact.map((value) => (typeof value === 'number' ? value.toPrecision(kept) : value)))
                .size === 1,
          )
          const [first = null] = exact
          const expected = typeof first === 'number' ? Number(first.toPrecision(digits ?? 1)) : first
          expect(shown[name]).toBe(digits === undefined ? null : expected)
        }
      },
    ),
  )
})
