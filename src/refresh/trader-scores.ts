import { type Day, weekStart } from '../ledger/quantities.ts'
import { MINIMUM_WEEKS } from '../metrics/consistent.ts'
import { couldBeCopied } from '../metrics/copyable.ts'
import type { DecidedUnit } from '../metrics/decided-units.ts'
import { LEADERBOARDS, type LeaderboardDefinition, type Ranking } from '../metrics/leaderboards.ts'
import { type PeriodDefinition, periodNamed } from '../metrics/periods.ts'
import { copiedRecord } from './analytics/copied-record.ts'
import type { ScoredDay } from './analytics/trader-facts.ts'
import { boardNumbers } from './board-numbers.ts'
import { botsName, type Moment, SENSITIVE, scoreName } from './figures.ts'
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
  /** True where a price at the cutoff moves the scores in other ways than by its change. */
  isSensitive(): boolean
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
    isSensitive: () => weeks() >= MINIMUM_WEEKS || couldBeCopied(copied()),
  }
}

const SCORED = LEADERBOARDS.filter(({ tab }) => tab.isScored)
/** The scored boards whose scores a price at the cutoff moves; on them are none but traders who are SENSITIVE. */
export const PRICED_BOARDS: readonly LeaderboardDefinition[] = SCORED.filter(
  ({ tab }) => tab.metric === 'consistent' || tab.metric === 'copyable',
)
const ALL_TIME = periodNamed('ALL')

/** Adds what a trader's boards and flags at a moment are read from to the trader's figures. */
export function addScores(own: Map<string, number>, moment: Moment, sources: ScoreSources): void {
  const scores = traderScores(sources)
  if (scores.isBot()) own.set(botsName(moment), 1)
  for (const board of SCORED) {
    const value = scores.scoreOf(board)
    if (value !== null) own.set(scoreName(moment, board.id), value)
  }
  if (moment === 'now' && scores.isSensitive()) own.set(SENSITIVE, 1)
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
  return new Set(behaviour.filter(({ fills }) => fills > 0).map(({ day }) => weekStart(day))).size
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
