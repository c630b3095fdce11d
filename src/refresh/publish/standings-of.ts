import type { Day } from '../../ledger/quantities.ts'
import { PERIODS } from '../../metrics/periods.ts'
import { FLAGS, newStandings, type Standings } from '../../store/snapshot/standings.ts'
import { SCORED_BOARDS, type ScoreBook } from '../boards/score-book.ts'
import { markedValue } from '../inputs/marks.ts'
import type { DayBefore } from './count-traders.ts'
import type { PeriodColumns, Present } from './present.ts'

/** What is unrealized at some prices, by trader id: one pass over everything that is held. */
export function unrealizedAt({ positions, known }: Present, prices: ArrayLike<number>): Float64Array {
  const unrealized = new Float64Array(known.length)
  const { trader, size } = positions
  const [token, shares, cost] = [
    positions.column('token'),
    positions.column('shares'),
    positions.column('cost'),
  ]
  for (let slot = 0; slot < size; slot++) {
    const owner = trader[slot] ?? -1
    if (owner < 0) continue
    const price = prices[token[slot] ?? 0] ?? -1
    const [held, paid] = [shares[slot] ?? 0, cost[slot] ?? 0]
    unrealized[owner] = (unrealized[owner] ?? 0) + markedValue(held, paid, price < 0 ? null : price) - paid
  }
  return unrealized
}

/** Of whom standings tell more than numbers. */
interface Flagged {
  day: Day
  bots: ReadonlySet<number>
  /** Whose coverage is GAP. */
  gaps: ReadonlySet<number>
}

/** The standings of each period at the cutoff, in the order of `PERIODS`. */
export function standingsNow(
  present: Present,
  unrealized: Float64Array,
  gaps: ReadonlySet<number>,
): Standings[] {
  const { scores, periods, cutoff } = present
  return periods.map((columns, i) =>
    standingsOf(present, columns, scoredIn(scores, i), unrealized, {
      day: cutoff.day,
      bots: scores.bots,
      gaps,
    }),
  )
}

/** The same of the close of the day before. */
export function standingsBefore(
  present: Present,
  { periods, scores }: DayBefore,
  gaps: ReadonlySet<number>,
): Standings[] {
  const day = present.cutoff.day - 1
  return periods.map((columns, i) =>
    standingsOf(present, columns, scoredIn(scores, i), null, { day, bots: scores.bots, gaps }),
  )
}

/** Who has a score of a period: without a trade in it they stand there all the same. */
function scoredIn({ scores }: ScoreBook, period: number): Set<number> {
  const boards = SCORED_BOARDS.filter((board) => board.period === PERIODS[period])
  return new Set(boards.flatMap(({ id }) => [...(scores.get(id)?.keys() ?? [])]))
}

function standingsOf(
  { order, partialFrom }: Present,
  { settled, volume, stake, fills }: PeriodColumns,
  scored: ReadonlySet<number>,
  unrealized: Float64Array | null,
  { day, bots, gaps }: Flagged,
): Standings {
  const stands = (trader: number) =>
    order.hidden[trader] !== 1 && ((fills[trader] ?? 0) > 0 || scored.has(trader))
  let rows = 0
  for (const trader of order.traders) if (stands(trader)) rows++
  const standings = newStandings(rows)
  let row = 0
  for (const trader of order.traders) {
    if (!stands(trader)) continue
    const isPartial = (partialFrom[trader] ?? 0) <= day || gaps.has(trader)
    standings.trader[row] = trader
    standings.pnl[row] = (settled[trader] ?? 0) + (unrealized?.[trader] ?? 0)
    standings.volume[row] = volume[trader] ?? 0
    standings.stake[row] = stake[trader] ?? 0
    standings.fills[row] = fills[trader] ?? 0
    standings.flags[row] = (bots.has(trader) ? FLAGS.bot : 0) | (isPartial ? FLAGS.partial : 0)
    row++
  }
  return standings
}
