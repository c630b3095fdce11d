import { defined } from '../../checks.ts'
import type { MicroUsd } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/leaderboards.ts'
import { winRate } from '../../metrics/profit/results.ts'
import { decidedUnits } from '../../metrics/skill/edge.ts'
import type { ShownNumbers } from '../../store/snapshot/snapshot-reader.ts'
import { botProbabilityOf } from '../analytics/behaviour-sums.ts'
import { DrawdownWalk, drawdownAt, tradedMarkets, unitFigures } from '../analytics/period-record.ts'
import { passOverTraders } from '../boards/trader-pass.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { createDailyCloser, type DailyCloser } from '../windows/daily-closes.ts'
import { lastFills, type ScoredDays, tokenRecords } from '../windows/trader-days.ts'
import { periodWindows, type WindowNumbers } from '../windows/windows-of.ts'
import type { Ranked } from './board-firsts.ts'
import type { PeriodNumbers, PublisherState } from './publisher-state.ts'

/** Standings of a period, and the rows that changed since the last publication of the state; null where these are not known. */
export type RankedPeriod = Omit<Ranked, 'scores'>

/**
 * By period, the numbers of the traders whom its boards show, by their ids. Those that no board is ordered by are computed
 * of shown traders alone, and kept in the state until the trader is counted again. A row is the same object as long as its numbers are.
 * @param unrealized profit by trader id
 */
export async function shownRows(
  sources: Sources,
  state: PublisherState,
  ranked: readonly RankedPeriod[],
  unrealized: Float64Array,
): Promise<Map<number, ShownNumbers>[]> {
  const { scores, periods, firsts, shown } = state
  const shownIn = PERIODS.map((period, place) =>
    firsts.shownIn(period, { ...defined(ranked[place]), scores }),
  )
  await countShown(sources, state, new Set(shownIn.flatMap((traders) => [...traders])))
  return shownIn.map((traders, place) => {
    const { settled } = defined(periods[place])
    const rows = new Map<number, ShownNumbers>()
    for (const trader of traders) {
      const pnl = defined(settled[trader]) + defined(unrealized[trader])
      rows.set(trader, rowAt(defined(defined(shown.get(trader))[place]), pnl))
    }
    return rows
  })
}

/** The row at a profit. */
function rowAt(numbers: PeriodNumbers, pnl: MicroUsd): ShownNumbers {
  if (numbers.row !== null && numbers.pnl === pnl) return numbers.row
  numbers.pnl = pnl
  numbers.row = { ...numbers.still, ...drawdownAt(numbers.drawdown, pnl) }
  return numbers.row
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
      still: {
        realized: defined(windows[place]).realized,
        markets: tradedMarkets(traded, before),
        wins: figures.wins,
        losses: figures.losses,
        winRate: winRate(figures),
        sharpeRatio: figures.sharpeRatio,
        sortinoRatio: figures.sortinoRatio,
        profitFactor: figures.profitFactor,
        botProbability,
      },
      drawdown: defined(walks[place]).record(),
      pnl: 0,
      row: null,
    }
  })
}
