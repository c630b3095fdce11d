import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { LEADERBOARDS, MAX_ROWS } from '../../metrics/leaderboards.ts'
import { dayBeforeWindow, PERIODS, type PeriodDefinition } from '../../metrics/periods.ts'
import { winRate } from '../../metrics/profit/win-rate.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import { boardOf } from '../../store/snapshot/board-of.ts'
import type { ShownRow } from '../../store/snapshot/snapshot-columns.ts'
import type { Standings } from '../../store/snapshot/standings.ts'
import type { DrawdownRecord } from '../../store/snapshot/trader-record.ts'
import { drawdownAt, tradedMarkets, unitFigures } from '../analytics/period-record.ts'
import type { TokenRecord } from '../windows/token-records.ts'
import type { WindowNumbers } from '../windows/windows-of.ts'
import type { PeriodNumbers, PublisherState } from './publisher-state.ts'

/** A trader up to the cutoff, as far as boards show it. */
export interface CountedTrader {
  cutoffDay: Day
  /** By the places of `PERIODS`. */
  windows: readonly Pick<WindowNumbers, 'fills' | 'realized'>[]
  traded: readonly Pick<TokenRecord, 'condition' | 'lastFill'>[]
  /** By the places of `PERIODS`. */
  drawdowns: readonly DrawdownRecord[]
  units: readonly DecidedUnit[]
  /** Of all fills; null without one. */
  botProbability: number | null
  /** Whether the trader may be on a board of a period without a fill in it. */
  isCandidate: boolean
}

/** A row for each period in which the trader may be on a board. */
export function periodNumbers(trader: CountedTrader): PeriodNumbers[] {
  const { cutoffDay, windows, traded, drawdowns, units, botProbability, isCandidate } = trader
  let decided = units
  let figures = unitFigures(units)
  const rows: PeriodNumbers[] = []
  // From all time to the shortest: most units are in all of them, or in none.
  for (let period = PERIODS.length - 1; period >= 0; period--) {
    const { fills, realized } = defined(windows[period])
    if (fills === 0 && !isCandidate) break
    const before = dayBeforeWindow(defined(PERIODS[period]), cutoffDay) ?? Number.NEGATIVE_INFINITY
    const within = decided.filter(({ decidedOn }) => decidedOn > before)
    if (within.length < decided.length) figures = unitFigures(within)
    decided = within
    const drawdown = defined(drawdowns[period])
    rows.push({
      period,
      realized,
      markets: tradedMarkets(traded, before),
      winRate: winRate(figures) ?? Number.NaN,
      sharpeRatio: figures.sharpeRatio ?? Number.NaN,
      sortinoRatio: figures.sortinoRatio ?? Number.NaN,
      profitFactor: figures.profitFactor ?? Number.NaN,
      ...drawdown.before,
      capitalAtRisk: drawdown.capitalAtRisk,
      botProbability: botProbability ?? Number.NaN,
    })
  }
  return rows
}

/** By period, the numbers of the traders whom its boards show, by their ids. */
export function shownRows(state: PublisherState, standings: readonly Standings[]): ShownRow[][] {
  return PERIODS.map((period, place) => {
    const pnlOf = shownTraders(state, period, defined(standings[place]))
    const traders = Int32Array.from(pnlOf.keys()).sort()
    return Array.from(traders, (trader) =>
      shownRow(state, { trader, place, pnl: defined(pnlOf.get(trader)) }),
    )
  })
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

/** @param of `place` is the period's in `PERIODS` */
function shownRow(
  { periodNumbers: { columns, each } }: PublisherState,
  { trader, place, pnl }: { trader: number; place: number; pnl: number },
): ShownRow {
  let slot = -1
  each(trader, (own) => {
    if (columns.period[own] === place) slot = own
  })
  if (slot < 0) throw new RangeError(`Trader ${trader} is on a board without numbers`)
  const before = {
    peak: defined(columns.peak[slot]),
    worst: defined(columns.worst[slot]),
    peakCapital: defined(columns.peakCapital[slot]),
  }
  return {
    trader,
    realized: defined(columns.realized[slot]),
    markets: defined(columns.markets[slot]),
    winRate: orNull(columns.winRate[slot]),
    botProbability: orNull(columns.botProbability[slot]),
    sharpeRatio: orNull(columns.sharpeRatio[slot]),
    sortinoRatio: orNull(columns.sortinoRatio[slot]),
    profitFactor: orNull(columns.profitFactor[slot]),
    ...drawdownAt({ before, capitalAtRisk: defined(columns.capitalAtRisk[slot]) }, pnl),
  }
}

function orNull(cell: number | undefined): number | null {
  return Number.isNaN(defined(cell)) ? null : defined(cell)
}
