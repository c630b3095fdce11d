import type { PeriodDefinition } from '../../../metrics/periods.ts'
import { readAnalytics, type ShownAnalytics } from '../../../refresh/analytics/read-analytics.ts'
import { type TraderStats, wholePeriod } from '../../../store/snapshot/snapshot-reader.ts'
import type { Loaders, TraderProfile } from '../../kit/loaders.ts'
import { quietNumbers } from './quiet-numbers.ts'

/** What is told of a trader over a period beyond its numbers, and those. */
export interface PeriodAnalytics extends ShownAnalytics {
  readonly profile: TraderProfile
  readonly period: PeriodDefinition
  /** As `stats` shows them; zeros where it shows none. */
  readonly numbers: TraderStats
}

/** A trader's analytics of a period. Null where a version without them published the snapshot. */
export async function periodAnalytics(
  profile: TraderProfile,
  period: PeriodDefinition,
  loaders: Loaders,
): Promise<PeriodAnalytics | null> {
  const { snapshot, row } = profile
  const [shown, stats] = await Promise.all([
    readAnalytics(loaders.facts, snapshot, period, row.id),
    loaders.stats(wholePeriod(period)).load(row.id),
  ])
  return shown && { ...shown, profile, period, numbers: stats ?? quietNumbers(profile.numbers, period) }
}
