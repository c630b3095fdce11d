import type { DecidedUnit } from '../../metrics/decided-units.ts'
import { type GroupSums, groupSums } from '../../metrics/group-sums.ts'

/** A trader's decided units under one label. */
export interface LabelledSums extends GroupSums {
  readonly label: number
}

/** The sums of decided units under each label that any of them has, ascending by label. */
export function labelledGroups(
  units: readonly DecidedUnit[],
  labelsOf: (unit: number) => readonly number[],
): LabelledSums[] {
  const groups = new Map<number, DecidedUnit[]>()
  for (const unit of units) {
    for (const label of new Set(labelsOf(unit.unit))) {
      const group = groups.get(label)
      if (group) group.push(unit)
      else groups.set(label, [unit])
    }
  }
  return [...groups].sort(([a], [b]) => a - b).map(([label, own]) => ({ label, ...groupSums(own) }))
}
