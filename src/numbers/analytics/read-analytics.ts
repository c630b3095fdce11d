import type { MicroUsd } from '../../ledger/quantities.ts'
import { PERIODS, type PeriodDefinition } from '../../metrics/leaderboards.ts'
import { type AttributionRow, attribution } from '../../metrics/profit/attribution.ts'
import { type RunningSum, ratioOf, totalOf } from '../../metrics/running-sum.ts'
import {
  type MarketName,
  type Snapshot,
  type SnapshotReader,
  type TraderStats,
  wholePeriod,
} from '../../store/snapshot/snapshot-reader.ts'
import type { LabelledSums, PeriodRecord } from '../../store/snapshot/trader-record.ts'
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

/** Sums of all profiled traders' decided units of one period by label, updated by addition. */
type AttributionBaseline = Map<number, { readonly stakedPnl: RunningSum; readonly cost: RunningSum }>

/** A trader's attribution: the own groups against the baseline of the same period, under the labels' names. */
export function attributionAgainst(
  groups: readonly LabelledSums[],
  baseline: AttributionBaseline,
  nameOf: (label: number) => string,
): AttributionRow[] {
  const named = groups.map((group) => ({ ...group, name: nameOf(group.label) }))
  const edges = new Map(named.map(({ label, name }) => [name, edgeOf(baseline, label)]))
  return attribution(named, edges)
}

function edgeOf(baseline: AttributionBaseline, label: number): number | null {
  const sums = baseline.get(label)
  return sums === undefined ? null : ratioOf(totalOf(sums.stakedPnl), totalOf(sums.cost))
}

/** Sums of all traders' decided units by label, by period code. */
export type Baselines = Map<number, AttributionBaseline>

/** Decimal strings of 1e-6, by label, by period code. */
type BaselineJson = Record<string, Record<string, readonly [stakedPnl: string, cost: string]>>

/** The baselines as JSON, in an order that does not depend on how they came about; labels without a sum are omitted. */
export function baselinesText(baselines: Baselines): string {
  const json: BaselineJson = {}
  for (const [code, baseline] of [...baselines].sort(([a], [b]) => a - b)) {
    const labels = [...baseline].sort(([a], [b]) => a - b)
    const sums = labels.map(([label, { stakedPnl, cost }]) => {
      return [label, [totalOf(stakedPnl).toString(), totalOf(cost).toString()]] as const
    })
    json[code] = Object.fromEntries(sums.filter(([, [pnl, cost]]) => pnl !== '0' || cost !== '0'))
  }
  return JSON.stringify(json)
}

/** Reads what {@link baselinesText} printed. */
function baselinesFrom(text: string): Baselines {
  const json = JSON.parse(text) as BaselineJson
  const sum = (digits: string) => ({ low: 0, high: BigInt(digits) })
  return new Map(
    Object.entries(json).map(([code, labels]) => [
      Number(code),
      new Map(
        Object.entries(labels).map(([label, [stakedPnl, cost]]) => [
          Number(label),
          { stakedPnl: sum(stakedPnl), cost: sum(cost) },
        ]),
      ),
    ]),
  )
}
