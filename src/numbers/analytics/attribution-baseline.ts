import { type AttributionRow, attribution } from '../../metrics/profit/attribution.ts'
import { type RunningSum, ratioOf, totalOf } from '../../metrics/running-sum.ts'
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
export function baselinesFrom(text: string): Baselines {
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
