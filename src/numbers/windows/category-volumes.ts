import { defined } from '../../checks.ts'
import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import type { LabelsByUnit } from '../inputs/labels-by-unit.ts'
import type { Marks } from '../inputs/marks.ts'
import { eachPosition, type TraderDays } from './trader-days.ts'
import type { Counts } from './windows-of.ts'

/** Dollars traded by category's label after each of some days, null for all time; a token without a category is in none. */
export function categoryVolumes(
  days: TraderDays,
  { marks, byUnit, counts }: { marks: Marks; counts: Counts } & LabelsByUnit,
  after: readonly (Day | null)[],
): Map<number, MicroUsd>[] {
  const volumes = after.map(() => new Map<number, MicroUsd>())
  const { token_id: token, day, volume } = days.columns
  eachPosition(days, (first, end) => {
    const own = defined(token[first])
    const category = byUnit.get(marks.unit[own] ?? 0)?.category ?? null
    if (category === null || !counts(own)) return
    for (const [i, ofWindow] of volumes.entries()) {
      const start = after[i] ?? Number.NEGATIVE_INFINITY
      let sum = ofWindow.get(category) ?? 0
      for (let row = first; row < end; row++) if (defined(day[row]) > start) sum += defined(volume[row])
      ofWindow.set(category, sum)
    }
  })
  return volumes
}
