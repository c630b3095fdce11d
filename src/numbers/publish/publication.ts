import type { HeadView } from '../../smart-money/write-head-views.ts'
import type { ShownRow } from '../../store/snapshot/snapshot-columns.ts'
import type { Standings } from '../../store/snapshot/standings.ts'
import type { WrittenColumns } from '../../store/snapshot/write-columns.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import type { PublisherLease } from '../days/publisher-lease.ts'
import type { DayBefore, PublisherState } from './publisher-state.ts'

/** What one publication is computed from, all of one version of the ledger. */
export interface Publication {
  cutoff: Cutoff
  /** Null if the days of foresight were up to date. */
  lease: PublisherLease | null
  state: PublisherState
  /** Null if the day before is written already. */
  dayBefore: DayBefore | null
  /** The columns to write. */
  keptDayBefore: readonly WrittenColumns[]
  standings: { now: Standings[]; dayBefore: Standings[] | null }
  /** By period, the numbers that its boards show. */
  shown: readonly (readonly ShownRow[])[]
  gaps: ReadonlySet<number>
  views: readonly HeadView[]
  /** Traders that were counted. */
  counted: number
}
