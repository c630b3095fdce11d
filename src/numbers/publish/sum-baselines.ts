import type { Day } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/leaderboards.ts'
import { addTo, emptySum } from '../../metrics/running-sum.ts'
import type { DecidedUnit } from '../../metrics/skill/edge.ts'
import type { Baselines } from '../analytics/read-analytics.ts'
import type { LabelsByUnit } from '../inputs/labels-by-unit.ts'
import type { PublisherState } from './publisher-state.ts'

export type BaselineUnit = Pick<DecidedUnit, 'unit' | 'decidedOn' | 'pnl' | 'cost'>

/** Adds a trader's units to the baselines by label and period, or with a sign of −1 removes them, in place. */
export function addUnits(
  baselines: Baselines,
  units: readonly BaselineUnit[],
  { byUnit }: Pick<LabelsByUnit, 'byUnit'>,
  day: Day,
  sign: 1 | -1,
): void {
  for (const { unit, decidedOn, pnl, cost } of units) {
    const labels = byUnit.get(unit)
    if (labels === undefined || cost <= 0) continue
    const own = labels.category === null ? labels.tags : [labels.category, ...labels.tags]
    for (const period of PERIODS) {
      if (decidedOn <= (dayBeforeWindow(period, day) ?? Number.NEGATIVE_INFINITY)) continue
      const ofPeriod = baselines.get(period.code) ?? new Map()
      baselines.set(period.code, ofPeriod)
      for (const label of own) {
        const sums = ofPeriod.get(label) ?? { stakedPnl: emptySum(), cost: emptySum() }
        ofPeriod.set(label, sums)
        addTo(sums.stakedPnl, sign * pnl)
        addTo(sums.cost, sign * cost)
      }
    }
  }
}

/** The baselines: all traders' units summed by label and period, in one pass. */
export function sumBaselines(
  { trader, size, columns }: PublisherState['units'],
  labels: LabelsByUnit,
  day: Day,
): Baselines {
  const baselines: Baselines = new Map()
  for (let slot = 0; slot < size; slot++) {
    if ((trader[slot] ?? -1) < 0) continue
    const at = (name: keyof BaselineUnit) => columns[name][slot] ?? 0
    const unit = { unit: at('unit'), decidedOn: at('decidedOn'), pnl: at('pnl'), cost: at('cost') }
    addUnits(baselines, [unit], labels, day, 1)
  }
  return baselines
}
