import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEADERBOARDS, periodNamed } from '../../../src/metrics/leaderboards.ts'
import { emptyScoreBook, type ScoreBook } from '../../../src/numbers/boards/trader-scores.ts'
import { createBoardFirsts } from '../../../src/numbers/publish/board-firsts.ts'
import { boardOf } from '../../../src/store/snapshot/board-of.ts'
import { changedRows, type Standings, standingsOf } from '../../../src/store/snapshot/standings.ts'

const PERIOD = periodNamed('ALL')
const BOARDS = LEADERBOARDS.filter(({ period }) => period === PERIOD)
const [MOST, SPARE] = [4, 2]

/** A trader's numbers, few enough values that many are equal. */
const numbers = fc.record({
  pnl: fc.integer({ min: -3, max: 3 }),
  volume: fc.constantFrom(1, 100_000_000, 200_000_000),
  stake: fc.integer({ min: 0, max: 2 }),
  fills: fc.integer({ min: 0, max: 1 }),
  scores: fc.dictionary(
    fc.constantFrom(...BOARDS.filter(({ tab }) => tab.isScored).map(({ id }) => id)),
    fc.integer({ min: 0, max: 3 }),
  ),
})
/** By publication, the traders that change. */
const publications = fc.array(
  fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 25 }), numbers), { selector: ([id]) => id }),
  {
    minLength: 1,
    maxLength: 12,
  },
)

function putScores(book: ScoreBook, trader: number, scores: Readonly<Record<string, number>>): void {
  for (const [board, own] of book.scores) {
    if (scores[board] === undefined) own.delete(trader)
    else own.set(trader, scores[board])
    book.touched.get(board)?.add(trader)
  }
}

test('the first traders of boards over publications are those that ranking everybody gives', () => {
  fc.assert(
    fc.property(publications, (all) => {
      const firsts = createBoardFirsts(MOST, SPARE)
      const book = emptyScoreBook()
      const rows = new Map<number, Parameters<typeof standingsOf>[0][number]>()
      let before: Standings | null = null
      for (const changes of all) {
        for (const [trader, { scores, ...own }] of changes) {
          rows.set(trader, { trader, flags: 0, ...own })
          putScores(book, trader, scores)
        }
        const standings = standingsOf([...rows.values()].sort((a, b) => a.trader - b.trader))
        const changed = before && changedRows(before, standings)
        const shown = firsts.shownIn(PERIOD, { standings, scores: book, changed })
        const expected = BOARDS.flatMap(({ id, tab }) => {
          const scores = tab.isScored ? (book.scores.get(id) ?? null) : null
          return [...boardOf(tab, { standings, scores }, null, null, undefined, MOST).traders]
        })
        expect([...shown].sort((a, b) => a - b)).toEqual([...new Set(expected)].sort((a, b) => a - b))
        for (const own of book.touched.values()) own.clear()
        before = standings
      }
    }),
  )
})
