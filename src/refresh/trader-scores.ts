import { type Day, weekStart } from '../ledger/quantities.ts'
import { consistent, MINIMUM_WEEKS } from '../metrics/consistent.ts'
import { copyable, couldBeCopied } from '../metrics/copyable.ts'
import type { DecidedUnit } from '../metrics/decided-units.ts'
import { isBot } from '../metrics/is-bot.ts'
import { LEADERBOARDS, type LeaderboardDefinition, type TabNumbers } from '../metrics/leaderboards.ts'
import { dayBeforeWindow, PERIODS } from '../metrics/periods.ts'
import { prescienceOfSums } from '../metrics/prescience.ts'
import { sharpeRatio } from '../metrics/sharpe-ratio.ts'
import { behaviourSums } from './analytics/behaviour-sums.ts'
import { botAssessment } from './analytics/bot-assessment.ts'
import { copiedRecord } from './analytics/copied-record.ts'
import type { BehaviourDay } from './analytics/trader-facts.ts'
import { botsName, type Moment, SENSITIVE, scoreName } from './figures.ts'
import { type ForesightDay, foresightSums } from './foresight-sums.ts'
import type { Marks } from './marks.ts'
import type { TraderLedger } from './trader-ledger.ts'
import { unitWeeks } from './unit-weeks.ts'
import type { WindowTotals } from './window-totals.ts'

/** What a trader's scores at a day's close are read from; nothing of it is later. */
export interface ScoreSources {
  ledger: TraderLedger
  marks: Marks
  /** The day at whose close the scores are taken. */
  day: Day
  units: readonly DecidedUnit[]
  behaviour: readonly BehaviourDay[]
  foresight: readonly ForesightDay[]
  /** Totals of each period, in the order of `PERIODS`. */
  totals: readonly WindowTotals[]
}

const SCORED = LEADERBOARDS.filter(({ tab }) => tab.isScored)
const ALL = PERIODS.findIndex(({ days }) => days === null)

/** Adds what a trader's boards and flags at a moment are read from to the trader's figures. */
export function addScores(own: Map<string, number>, moment: Moment, sources: ScoreSources): void {
  const bot = isBotOf(sources)
  const weeks = activeWeeks(sources)
  if (bot) own.set(botsName(moment), 1)
  for (const board of SCORED) {
    const value = board.tab.value(numbersOf(board, sources, weeks, bot))
    if (value !== null) own.set(scoreName(moment, board.id), value)
  }
  if (moment === 'now' && (weeks >= MINIMUM_WEEKS || couldBeCopied(copiedOf(sources, bot))))
    own.set(SENSITIVE, 1)
}

function isBotOf({ behaviour, totals }: ScoreSources): boolean {
  if (behaviour.length === 0) return false
  const sums = behaviourSums(behaviour, Number.NEGATIVE_INFINITY)
  return isBot(botAssessment(sums, totals[ALL]?.volume ?? 0)?.probability ?? null)
}

/** Only what the board asks for is worked out: most traders are far from most boards. */
function numbersOf(
  { tab, period }: LeaderboardDefinition,
  sources: ScoreSources,
  weeks: number,
  bot: boolean,
): TabNumbers {
  const totals = sources.totals[PERIODS.indexOf(period)]
  const before = dayBeforeWindow(period, sources.day)
  const decided = sources.units.filter(({ decidedOn }) => before === null || decidedOn > before)
  const asks = (metric: typeof tab.metric) => tab.metric === metric
  return {
    fills: totals?.fills ?? 0,
    volume: totals?.volume ?? 0,
    pnl: totals?.pnl ?? 0,
    roi: totals?.roi ?? null,
    decidedUnits: decided.length,
    sharpeRatio: asks('sharpeRatio') ? sharpeRatio(decided) : null,
    consistent: asks('consistent') && weeks >= MINIMUM_WEEKS ? consistentOf(sources, before) : null,
    copyable: asks('copyable') ? copyable(copiedOf(sources, bot)) : null,
    prescience: asks('prescience') ? prescienceOfSums(foresightSums(sources.foresight)) : null,
  }
}

function consistentOf({ ledger, marks, day }: ScoreSources, before: Day | null): number | null {
  return consistent(unitWeeks(ledger, marks, before, day))
}

/** ISO weeks with a fill, over all time: no period has more. */
function activeWeeks({ behaviour }: ScoreSources): number {
  return new Set(behaviour.filter(({ fills }) => fills > 0).map(({ day }) => weekStart(day))).size
}

function copiedOf({ behaviour, units, totals }: ScoreSources, bot: boolean) {
  const { pnl = 0, bought = 0 } = totals[ALL] ?? {}
  return copiedRecord(behaviour, { totals: { pnl, bought }, decidedUnits: units.length, isBot: bot })
}
