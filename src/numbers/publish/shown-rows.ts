import { setImmediate } from 'node:timers/promises'
import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { LEADERBOARDS, MAX_ROWS } from '../../metrics/leaderboards.ts'
import { dayBeforeWindow, PERIODS, type PeriodDefinition } from '../../metrics/periods.ts'
import { winRate } from '../../metrics/profit/win-rate.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import type { Sql } from '../../store/engine/database.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { boardOf } from '../../store/snapshot/board-of.ts'
import type { ShownRow } from '../../store/snapshot/snapshot-columns.ts'
import type { Standings } from '../../store/snapshot/standings.ts'
import type { DrawdownRecord } from '../../store/snapshot/trader-record.ts'
import { BEHAVIOUR_COLUMNS, behaviourOf, behaviourSums, botAssessment } from '../analytics/behaviour-sums.ts'
import { drawdownAt, tradedMarkets, unitFigures } from '../analytics/period-record.ts'
import type { TokenRecord } from '../windows/token-records.ts'
import { eachTrader } from '../windows/trader-days.ts'
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
  /** Whether the trader may be on a board of a period without a fill in it. */
  isCandidate: boolean
}

/** A row for each period in which the trader may be on a board. */
export function periodNumbers(trader: CountedTrader): PeriodNumbers[] {
  const { cutoffDay, windows, traded, drawdowns, units, isCandidate } = trader
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
    })
  }
  return rows
}

/** By period, the numbers of the traders whom its boards show, by their ids. */
export async function shownRows(
  sql: Sql,
  state: PublisherState,
  standings: readonly Standings[],
): Promise<ShownRow[][]> {
  const shown = PERIODS.map((period, i) => shownTraders(state, period, defined(standings[i])))
  await readBots(sql, state, new Set(shown.flatMap((pnlOf) => [...pnlOf.keys()])))
  return shown.map((pnlOf, period) =>
    [...pnlOf].sort(([a], [b]) => a - b).map(([trader, pnl]) => shownRow(state, { trader, period, pnl })),
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

function shownRow(
  { periodNumbers: rows, botProbability }: PublisherState,
  { trader, period, pnl }: { trader: number; period: number; pnl: number },
): ShownRow {
  let found: number | null = null
  rows.each(trader, (slot) => {
    if (rows.column('period')[slot] === period) found = slot
  })
  if (found === null) throw new RangeError(`Trader ${trader} is on a board without numbers`)
  const slot: number = found
  const at = (name: keyof PeriodNumbers) => defined(rows.column(name)[slot])
  const orNull = (name: keyof PeriodNumbers) => (Number.isNaN(at(name)) ? null : at(name))
  const before = { peak: at('peak'), worst: at('worst'), peakCapital: at('peakCapital') }
  return {
    trader,
    realized: at('realized'),
    markets: at('markets'),
    winRate: orNull('winRate'),
    botProbability: botProbability.get(trader) ?? null,
    sharpeRatio: orNull('sharpeRatio'),
    sortinoRatio: orNull('sortinoRatio'),
    profitFactor: orNull('profitFactor'),
    ...drawdownAt({ before, capitalAtRisk: at('capitalAtRisk') }, pnl),
  }
}

/** Traders whose days of behavior are read together. */
const AT_ONCE = 1_000

/** Traders without scores have too few fills to be bots, so their probability is computed only where a board shows it. */
async function readBots(
  sql: Sql,
  { botProbability, periods, cutoff }: PublisherState,
  shown: ReadonlySet<number>,
): Promise<void> {
  const missing = [...shown].filter((trader) => !botProbability.has(trader)).sort((a, b) => a - b)
  const allTime = defined(periods[PERIODS.findIndex(({ days }) => days === null)])
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    const traders = missing.slice(from, from + AT_ONCE)
    const asked = { columns: BEHAVIOUR_COLUMNS, lists: true, traders, upTo: cutoff.day }
    await eachTrader(BEHAVIOUR_COLUMNS, ledgerOf(sql).days(asked), (days) => {
      const volume = defined(allTime.volume[days.trader])
      const assessment = botAssessment(behaviourSums(behaviourOf(days)), volume)
      botProbability.set(days.trader, assessment?.probability ?? null)
    })
    // A server in this process must get its turn.
    await setImmediate()
  }
}
