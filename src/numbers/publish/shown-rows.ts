import { defined } from '../../checks.ts'
import { LEADERBOARDS, MAX_ROWS } from '../../metrics/leaderboards.ts'
import { dayBeforeWindow, PERIODS, type PeriodDefinition } from '../../metrics/periods.ts'
import { winRate } from '../../metrics/profit/results.ts'
import { decidedUnits } from '../../metrics/skill/decided-units.ts'
import { boardOf } from '../../store/snapshot/board-of.ts'
import type { ShownRow } from '../../store/snapshot/snapshot-columns.ts'
import type { Standings } from '../../store/snapshot/standings.ts'
import { botProbabilityOf } from '../analytics/behaviour-sums.ts'
import { DrawdownWalk, drawdownAt, tradedMarkets, unitFigures } from '../analytics/period-record.ts'
import { passOverTraders } from '../boards/trader-pass.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { createDailyCloser, type DailyCloser } from '../windows/daily-closes.ts'
import { lastFills, tokenRecords } from '../windows/token-records.ts'
import type { ScoredDays } from '../windows/trader-days.ts'
import { periodWindows, type WindowNumbers } from '../windows/windows-of.ts'
import type { PeriodNumbers, PublisherState } from './publisher-state.ts'

/**
 * By period, the numbers of the traders whom its boards show, by their ids. Those that no board is ordered by are computed
 * of shown traders alone, and kept in the state until the trader is counted again.
 */
export async function shownRows(
  sources: Sources,
  state: PublisherState,
  standings: readonly Standings[],
): Promise<ShownRow[][]> {
  const pnlOf = PERIODS.map((period, place) => shownTraders(state, period, defined(standings[place])))
  await countShown(sources, state, new Set(pnlOf.flatMap((shown) => [...shown.keys()])))
  return pnlOf.map((shown, place) =>
    Array.from(Int32Array.from(shown.keys()).sort(), (trader): ShownRow => {
      const { drawdown, ...numbers } = defined(defined(state.shown.get(trader))[place])
      return { trader, ...numbers, ...drawdownAt(drawdown, defined(shown.get(trader))) }
    }),
  )
}

/** The first traders of a period's boards, and the profit of each. */
function shownTraders(
  { scores }: PublisherState,
  period: PeriodDefinition,
  standings: Standings,
): Map<number, number> {
  const pnlOf = new Map<number, number>()
  for (const board of LEADERBOARDS) {
    if (board.period !== period) continue
    const own = board.tab.isScored ? defined(scores.scores.get(board.id)) : null
    const { traders, cells } = boardOf(board.tab, { standings, scores: own }, null, null, undefined, MAX_ROWS)
    for (const [place, trader] of traders.entries()) pnlOf.set(trader, defined(cells.pnl[place]))
  }
  return pnlOf
}

/** Counts the shown traders whose numbers the state does not hold. */
async function countShown(
  sources: Sources,
  { cutoff: { day, firstDay }, marks, order, closedDays, shown }: PublisherState,
  traders: ReadonlySet<number>,
): Promise<void> {
  const missing = [...traders].filter((trader) => !shown.has(trader)).sort((a, b) => a - b)
  if (missing.length === 0) return
  const closesOf = createDailyCloser(marks, Math.min(firstDay, day), day)
  await passOverTraders(sources, { marks, order, upTo: day, traders: missing, closed: closedDays }, [
    {
      windows: periodWindows(PERIODS, day),
      days: [],
      show(days, windows) {
        shown.set(days.trader, periodNumbers(days, windows, { day, marks, closesOf }))
        return null
      },
    },
  ])
}

/** Standings count every token. */
const all = () => true

interface CountedAt extends Pick<PublisherState, 'marks'> {
  day: number
  closesOf: DailyCloser
}

/** A trader's numbers at a day's close, in the order of `PERIODS`. @param windows of the periods, in their order */
function periodNumbers(
  days: ScoredDays,
  windows: readonly WindowNumbers[],
  { day, marks, closesOf }: CountedAt,
): PeriodNumbers[] {
  const befores = PERIODS.map((period) => dayBeforeWindow(period, day))
  const walks = befores.map((before) => new DrawdownWalk(before, day))
  closesOf(days, all, (close) => {
    for (const walk of walks) walk.add(close)
  })
  const units = decidedUnits(tokenRecords(days, marks, day))
  const traded = lastFills(days, marks, day)
  const botProbability = botProbabilityOf(days, day, defined(windows.at(-1)).volume)
  return befores.map((own, place) => {
    const before = own ?? Number.NEGATIVE_INFINITY
    const figures = unitFigures(units.filter(({ decidedOn }) => decidedOn > before))
    return {
      realized: defined(windows[place]).realized,
      markets: tradedMarkets(traded, before),
      winRate: winRate(figures),
      sharpeRatio: figures.sharpeRatio,
      sortinoRatio: figures.sortinoRatio,
      profitFactor: figures.profitFactor,
      botProbability,
      drawdown: defined(walks[place]).record(),
    }
  })
}
