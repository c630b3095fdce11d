import { totalOf } from '../../metrics/running-sum.ts'
import type { AttributionBaseline } from '../analytics/attribution-baseline.ts'

/** Sums of all traders' decided units by label, by period code. */
export type Baselines = Map<number, AttributionBaseline>

/** Decimal strings of 1e-6, by label, by period code. */
type BaselineJson = Record<string, Record<string, readonly [stakedPnl: string, cost: string]>>

/** The baselines as JSON, in an order that does not depend on how they came about; labels without a sum are left out. */
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

/** What {@link baselinesText} printed. */
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
