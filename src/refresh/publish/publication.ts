import type { HeadView } from '../../smart-money/write-head-views.ts'
import type { Standings } from '../../store/snapshot/standings.ts'
import type { WrittenColumns } from '../../store/snapshot/write-columns.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import type { PublisherLease } from '../days/publisher-lease.ts'
import type { DayBefore, Present } from './present.ts'

/** What one publication is made from: all of one moment of the ledger. */
export interface Publication {
  cutoff: Cutoff
  /** Null if the days of behaviour were what they had to be. */
  lease: PublisherLease | null
  present: Present
  /** Null if what the day before told is written already. */
  dayBefore: DayBefore | null
  /** What is written of it. */
  keptDayBefore: readonly WrittenColumns[]
  standings: { now: Standings[]; dayBefore: Standings[] | null }
  gaps: ReadonlySet<number>
  views: readonly HeadView[]
  /** Traders that were counted. */
  counted: number
}
