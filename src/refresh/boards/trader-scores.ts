import { type Day, weekStart } from '../../ledger/quantities.ts'
import { couldBeCopied } from '../../metrics/behaviour/copyable.ts'
import { isBot } from '../../metrics/behaviour/is-bot.ts'
import type { Ranking } from '../../metrics/leaderboards.ts'
import { periodNamed } from '../../metrics/periods.ts'
import { roi } from '../../metrics/profit/roi.ts'
import { MINIMUM_WEEKS } from '../../metrics/skill/consistent.ts'
import { type DecidedUnit, decidedUnits } from '../../metrics/skill/decided-units.ts'
import { behaviourSums } from '../analytics/behaviour-sums.ts'
import { botAssessment } from '../analytics/bot-assessment.ts'
import { copiedRecord } from '../analytics/copied-record.ts'
import { memoize } from '../inputs/memoize.ts'
import { tokenRecords } from '../windows/token-records.ts'
import type { WindowNumbers } from '../windows/windows-of.ts'
import { boardNumbers } from './board-numbers.ts'
import { recordsUpTo, type TraderRecords } from './read-trader-records.ts'
import type { ScoredTotals, ScoreSources } from './score-sources.ts'

/** The totals that scores read of a window: the stake of all time is what was bought, and scores of other windows ask for none. */
export function scoredTotals({ pnl, volume, stake, fills }: WindowNumbers): ScoredTotals {
  return { pnl, volume, bought: stake, fills, roi: roi(pnl, 0, stake) }
}

/** A trader's scores at a day's close, computed lazily, because most traders are on few boards. */
export interface TraderScores {
  isBot(): boolean
  /** The trader's score on a board; null if the trader is not on it. */
  scoreOf(board: Ranking): number | null
  /** Whether a price at the cutoff moves a score in other ways than by its change: of the weeks, or of who could be copied. */
  isSensitive(): boolean
}

/** Scores to ask for. */
function traderScores(sources: ScoreSources): TraderScores {
  const units = memoize(sources.units)
  const bot = memoize(sources.isBot)
  const weeks = memoize(() => activeWeeks(sources))
  const copied = memoize(() => copiedOf(sources, units, bot))
  return {
    isBot: bot,
    scoreOf: (board) => board.tab.value(boardNumbers(board, sources, { units, weeks, copied })),
    isSensitive: () => weeks() >= MINIMUM_WEEKS || couldBeCopied(copied()),
  }
}

/** A trader at a day's close, with records that may go further. */
interface TraderAsOf extends Pick<ScoreSources, 'days' | 'marks' | 'day' | 'totalsOf'> {
  records: TraderRecords
  /** @default computed where a score needs them */
  units?: () => readonly DecidedUnit[]
}

/** A trader's scores at a day's close. */
export function scoresAsOf({ records, units, ...own }: TraderAsOf): TraderScores {
  const { days, marks, day, totalsOf } = own
  const known = recordsUpTo(records, day)
  const volume = totalsOf(ALL_TIME)?.volume ?? 0
  return traderScores({
    ...own,
    ...known,
    units: units ?? (() => decidedUnits(tokenRecords(days, marks, day))),
    isBot: () => isBot(botAssessment(behaviourSums(known.behaviour), volume)?.probability ?? null),
  })
}

const ALL_TIME = periodNamed('ALL')

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
