import type { Day } from '../../ledger/quantities.ts'
import type { PeriodDefinition } from '../../metrics/periods.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import type { ScoredDay } from '../analytics/trader-facts.ts'
import type { ForesightDay } from '../inputs/foresight-sums.ts'
import type { Marks } from '../inputs/marks.ts'
import type { TraderDays } from '../windows/trader-days.ts'
import type { WindowTotals } from '../windows/windows-of.ts'

/** What of a window's totals scores are read from. */
export type ScoredTotals = Pick<WindowTotals, 'pnl' | 'volume' | 'bought' | 'fills' | 'roi'>

/** Inputs of a trader's scores at a day's close. Only the days and the marks may go beyond it. */
export interface ScoreSources {
  days: TraderDays
  marks: Marks
  /** The day at whose close the scores are taken. */
  day: Day
  /** Asked for where a score needs them. */
  units(): readonly DecidedUnit[]
  behaviour: readonly ScoredDay[]
  /** Asked for where a score needs it. */
  isBot(): boolean
  foresight: readonly ForesightDay[]
  totalsOf(period: PeriodDefinition): ScoredTotals | undefined
}
