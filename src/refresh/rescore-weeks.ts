import { setImmediate } from 'node:timers/promises'
import type { Day } from '../ledger/quantities.ts'
import { consistent } from '../metrics/consistent.ts'
import { LEADERBOARDS } from '../metrics/leaderboards.ts'
import { dayBeforeWindow } from '../metrics/periods.ts'
import type { Sql } from '../store/database.ts'
import type { World } from './compute-trader.ts'
import { type Figure, type Figures, scoreName, setFigure } from './figures.ts'
import { readHeldDaysOf } from './read-trader-ledgers.ts'
import { pnlOf, type Standings } from './standings.ts'
import { unitWeeks } from './unit-weeks.ts'

const BOARDS = LEADERBOARDS.filter(({ tab }) => tab.metric === 'consistent')

/** The scores of a board of weeks. */
interface WeekScores {
  figure: Figure
  /** The day before the board's period; null for all time. */
  before: Day | null
  /** False for who has no profit in the period, and so no score; nor has who has no standing, without an active week. */
  isAsked(trader: number): boolean
}

/**
 * Works out again, in place, the scores of weeks of traders who have enough of them, and whose holdings alone are worth
 * something else. Only the ledgers of those with a profit are read.
 * @param known the standings at the cutoff, by period code, and the figures
 */
export async function rescoreWeeks(
  tx: Sql,
  { marks, moments }: Pick<World, 'marks' | 'moments'>,
  ids: readonly number[],
  known: { standings: ReadonlyMap<number, Standings>; figures: Figures },
): Promise<void> {
  const day = moments.days.at(-1) ?? 0
  const boards = weekScores(known, day)
  for (const { figure, isAsked } of boards)
    for (const trader of ids) if (!isAsked(trader)) setFigure(figure, trader, undefined)
  const asked = ids.filter((trader) => boards.some(({ isAsked }) => isAsked(trader)))
  for await (const ledgers of readHeldDaysOf(tx, asked, day)) {
    for (const ledger of ledgers)
      for (const { figure, before, isAsked } of boards) {
        if (!isAsked(ledger.trader)) continue
        const score = consistent(unitWeeks(ledger, marks, before, day))
        setFigure(figure, ledger.trader, score ?? undefined)
      }
    await setImmediate()
  }
}

function weekScores(
  { standings, figures }: { standings: ReadonlyMap<number, Standings>; figures: Figures },
  day: Day,
): WeekScores[] {
  return BOARDS.flatMap(({ id, period }) => {
    const [figure, ofPeriod] = [figures.get(scoreName('now', id)), standings.get(period.code)]
    if (!figure || !ofPeriod) return []
    const isAsked = (trader: number) => (pnlOf(ofPeriod, trader) ?? 0) > 0
    return [{ figure, before: dayBeforeWindow(period, day), isAsked }]
  })
}
