import type { PeriodDefinition } from '../../../metrics/periods.ts'
import { readAnalytics, type ShownAnalytics } from '../../../numbers/analytics/read-analytics.ts'
import { type TraderStats, wholePeriod } from '../../../store/snapshot/snapshot-reader.ts'
import type { Loaders, TraderProfile } from '../../kit/loaders.ts'

/** A trader's analytics over a period, with its numbers. */
export interface PeriodAnalytics extends ShownAnalytics {
  readonly profile: TraderProfile
  readonly period: PeriodDefinition
  /** The numbers of `stats`; zeros if it has none. */
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

/** Returns the numbers of a period without a trade or a holding, derived from the all-time ones. */
function quietNumbers(all: TraderStats, period: PeriodDefinition): TraderStats {
  return {
    ...all,
    period: period.code,
    pnl: 0,
    realized: 0,
    unrealized: 0,
    officialPnl: 0,
    fees: 0,
    income: 0,
    volume: 0,
    shareVolume: 0,
    bought: 0,
    startValue: 0,
    fills: 0,
    markets: 0,
    wins: 0,
    losses: 0,
    winRate: null,
    roi: null,
    sharpeRatio: null,
    sortinoRatio: null,
    profitFactor: null,
    maxDrawdown: 0,
    maxDrawdownPct: null,
  }
}
