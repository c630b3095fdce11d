import type { MicroUsd } from '../../ledger/quantities.ts'
import { PERIODS, type PeriodDefinition } from '../../metrics/periods.ts'
import type { AttributionRow } from '../../metrics/profit/attribution.ts'
import {
  type MarketName,
  type Snapshot,
  type SnapshotReader,
  type TraderStats,
  wholePeriod,
} from '../../store/snapshot/snapshot-reader.ts'
import type { PeriodRecord } from '../../store/snapshot/trader-record.ts'
import { attributionAgainst, type Baselines, baselinesFrom } from './attribution-baseline.ts'
import { type Summary, type TraderAnalytics, traderAnalytics } from './trader-analytics.ts'
import type { PeriodTotals } from './trader-facts.ts'

export interface NamedResult {
  /** Null if the token's condition is not known. */
  readonly market: MarketName | null
  readonly pnl: MicroUsd
}

/** A trader's analytics of a period, with everything named and the baseline joined. */
export interface ShownAnalytics
  extends Omit<TraderAnalytics, 'summary' | 'attribution' | 'bestMarkets' | 'worstMarkets'> {
  readonly summary: Summary & {
    /** By the official rule; null in a snapshot that an older version published. */
    readonly officialPnl: MicroUsd | null
  }
  readonly attribution: {
    readonly categories: readonly AttributionRow[]
    readonly tags: readonly AttributionRow[]
  }
  readonly bestMarkets: readonly NamedResult[]
  readonly worstMarkets: readonly NamedResult[]
}

/** The reads that analytics are composed from. */
type AnalyticsReader = Pick<SnapshotReader, 'analytics' | 'shared' | 'labels' | 'markets' | 'stats'>

/**
 * A trader's analytics of a period in a snapshot, by five statements. Null for a trader who is not in the snapshot.
 */
export async function readAnalytics(
  reader: AnalyticsReader,
  snapshot: Snapshot,
  period: PeriodDefinition,
  trader: number,
): Promise<ShownAnalytics | null> {
  const [records, stats, shared] = await Promise.all([
    reader.analytics(snapshot, [trader]),
    reader.stats(snapshot, wholePeriod(period), [trader]),
    reader.shared(snapshot),
  ])
  const known = records.get(trader)
  const record = known?.periods[PERIODS.indexOf(period)]
  if (known === undefined || record === undefined) return null
  const { skill } = known
  const numbers = stats.get(trader)
  const [labels, markets] = await Promise.all([
    reader.labels(labelsOf(record)),
    reader.markets([...record.best, ...record.worst].map(({ condition }) => condition)),
  ])
  const nameOf = (label: number) => labels.get(label) ?? ''
  const qValue = shared.qValues.get(trader) ?? null
  const analytics = traderAnalytics(record, { totals: totalsOf(numbers), skill, qValue, nameOf })
  const baseline = sumBaselines(shared.baselines).get(period.code) ?? new Map()
  const named = ({ condition, pnl }: PeriodRecord['best'][number]) => ({
    market: markets.get(condition) ?? null,
    pnl,
  })
  return {
    ...analytics,
    summary: { ...analytics.summary, officialPnl: numbers ? numbers.officialPnl : 0 },
    attribution: {
      categories: attributionAgainst(record.categories, baseline, nameOf),
      tags: attributionAgainst(record.tags, baseline, nameOf),
    },
    bestMarkets: record.best.map(named),
    worstMarkets: record.worst.map(named),
  }
}

function labelsOf({ categories, tags, volumeByCategory }: PeriodRecord): number[] {
  return [...[...categories, ...tags].map(({ label }) => label), ...volumeByCategory.map(([label]) => label)]
}

const NOTHING: PeriodTotals = { pnl: 0, realized: 0, unrealized: 0, volume: 0, fills: 0, roi: null }

/** A period in which nothing can have moved has no stats. */
function totalsOf(numbers: TraderStats | undefined): PeriodTotals {
  return numbers ?? NOTHING
}

/** Parsed once for the snapshot that is read: the text is the same object for all its readers. */
let parsed: { text: string; baselines: Baselines } | null = null

function sumBaselines(text: string | null): Baselines {
  if (text === null) return new Map()
  if (parsed?.text !== text) parsed = { text, baselines: baselinesFrom(text) }
  return parsed.baselines
}
