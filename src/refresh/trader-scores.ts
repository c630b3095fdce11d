import { type Day, weekStart } from '../ledger/quantities.ts'
import { MINIMUM_WEEKS } from '../metrics/consistent.ts'
import { couldBeCopied } from '../metrics/copyable.ts'
import type { DecidedUnit } from '../metrics/decided-units.ts'
import { LEADERBOARDS, type Ranking } from '../metrics/leaderboards.ts'
import { type PeriodDefinition, periodNamed } from '../metrics/periods.ts'
import { copiedRecord } from './analytics/copied-record.ts'
import type { ScoredDay } from './analytics/trader-facts.ts'
import { boardNumbers } from './board-numbers.ts'
import { botsName, type Moment, SENSITIVE, SENSITIVE_BY, scoreName } from './figures.ts'
import type { ForesightDay } from './foresight-sums.ts'
import type { Marks } from './marks.ts'
import { once } from './once.ts'
import type { TraderLedger } from './trader-ledger.ts'
import type { WindowTotals } from './window-totals.ts'

/** What a trader's scores at a day's close are read from; but for the ledger and the marks nothing of it is later. */
export interface ScoreSources {
  ledger: TraderLedger
  marks: Marks
  /** The day at whose close the scores are taken. */
  day: Day
  /** Asked for where a score needs them. */
  units(): readonly DecidedUnit[]
  behaviour: readonly ScoredDay[]
  /** Asked for where a score needs it. */
  isBot(): boolean
  foresight: readonly ForesightDay[]
  totalsOf(period: PeriodDefinition): WindowTotals | undefined
}

/** A trader's scores at a day's close: only what is asked for is worked out, for most traders are far from most boards. */
export interface TraderScores {
  isBot(): boolean
  /** What orders the trader on a board; null where the trader does not stand on it. */
  scoreOf(board: Ranking): number | null
  /** Which scores a price at the cutoff moves in other ways than by its change: a sum of `SENSITIVE_BY`. */
  sensitivity(): number
}

/** Scores to ask for. */
export function traderScores(sources: ScoreSources): TraderScores {
  const units = once(sources.units)
  const bot = once(sources.isBot)
  const weeks = once(() => activeWeeks(sources))
  const copied = once(() => copiedOf(sources, units, bot))
  return {
    isBot: bot,
    scoreOf: (board) => board.tab.value(boardNumbers(board, sources, { units, weeks, copied })),
    sensitivity: () =>
      (weeks() >= MINIMUM_WEEKS ? SENSITIVE_BY.weeks : 0) +
      (couldBeCopied(copied()) ? SENSITIVE_BY.copies : 0),
  }
}

const SCORED = LEADERBOARDS.filter(({ tab }) => tab.isScored)
const ALL_TIME = periodNamed('ALL')

/** Adds what a trader's boards and flags at a moment are read from to the trader's figures. */
export function addScores(own: Map<string, number>, moment: Moment, sources: ScoreSources): void {
  const scores = traderScores(sources)
  if (scores.isBot()) own.set(botsName(moment), 1)
  for (const board of SCORED) {
    const value = scores.scoreOf(board)
    if (value !== null) own.set(scoreName(moment, board.id), value)
  }
  const sensitivity = moment === 'now' ? scores.sensitivity() : 0
  if (sensitivity > 0) own.set(SENSITIVE, sensitivity)
}

/** Gives a trader of whom nothing was another the day before the same scores then. */
export function repeatScores(own: Map<string, number>): void {
  const repeat = (now: string, dayBefore: string) => {
    const value = own.get(now)
    if (value !== undefined) own.set(dayBefore, value)
  }
  repeat(botsName('now'), botsName('dayBefore'))
  for (const { id } of SCORED) repeat(scoreName('now', id), scoreName('dayBefore', id))
}

/** ISO weeks with a fill, over all time: no period has more. */
function activeWeeks({ behaviour }: ScoreSources): number {
  let count = 0
  let last: Day | null = null
  for (const { day, fills } of behaviour) {
    if (fills === 0 || weekStart(day) === last) continue
    count += 1
    last = weekStart(day)
  }
  return count
}

function copiedOf(
  { behaviour, totalsOf }: ScoreSources,
  units: () => readonly DecidedUnit[],
  bot: () => boolean,
) {
  const { pnl = 0, bought = 0 } = totalsOf(ALL_TIME) ?? {}
  return copiedRecord(behaviour, {
    totals: { pnl, bought },
    get decidedUnits() {
      return units().length
    },
    get isBot() {
      return bot()
    },
  })
}
