import { type AttributionRow, attribution } from '../../metrics/profit/attribution.ts'
import { ratioOf } from '../../metrics/ratio-of.ts'
import { type RunningSum, totalOf } from '../../metrics/running-sum.ts'
import type { LabelledSums } from '../../store/snapshot/trader-record.ts'

/** Sums of all profiled traders' decided units of one period by label, updated by addition. */
export type AttributionBaseline = Map<number, { readonly stakedPnl: RunningSum; readonly cost: RunningSum }>

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
