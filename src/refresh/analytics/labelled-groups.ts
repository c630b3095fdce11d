import { addToGroup, emptyGroup, type OpenGroup, sumsOfGroup } from '../../metrics/profit/group-sums.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import type { LabelledSums } from '../../store/snapshot/trader-record.ts'
import type { UnitLabels } from './trader-facts.ts'

/** The sums of decided units by category and by tag, for each that a unit has. */
export function labelledUnits(
  units: readonly DecidedUnit[],
  labels: ReadonlyMap<number, UnitLabels>,
): { categories: LabelledSums[]; tags: LabelledSums[] } {
  return {
    categories: labelledGroups(units, (unit) => {
      const category = labels.get(unit)?.category ?? null
      return category === null ? [] : [category]
    }),
    tags: labelledGroups(units, (unit) => labels.get(unit)?.tags ?? []),
  }
}

/** The sums of decided units by label, ascending, for each label that a unit has. */
export function labelledGroups(
  units: readonly DecidedUnit[],
  labelsOf: (unit: number) => readonly number[],
): LabelledSums[] {
  const groups = new Map<number, OpenGroup>()
  for (const unit of units) {
    const labels = labelsOf(unit.unit)
    for (let i = 0; i < labels.length; i++) {
      const label = labels[i] ?? 0
      // A label counts once.
      if (labels.indexOf(label) === i) addToGroup(groupOf(groups, label), unit)
    }
  }
  const sums: LabelledSums[] = []
  for (const [label, group] of groups) sums.push({ label, ...sumsOfGroup(group) })
  return sums.sort((a, b) => a.label - b.label)
}

function groupOf(groups: Map<number, OpenGroup>, label: number): OpenGroup {
  const known = groups.get(label)
  if (known) return known
  const group = emptyGroup()
  groups.set(label, group)
  return group
}
