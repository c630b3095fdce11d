import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import type { LabelsByUnit } from './labels-by-unit.ts'
import type { Marks } from './marks.ts'
import type { TraderLedger } from './trader-ledger.ts'
import type { Window } from './valuation-days.ts'

/** Dollars traded by category's label, for each window of the moments; what has no category is in none. */
export function categoryVolumes(
  { positions }: TraderLedger,
  marks: Marks,
  { byUnit }: Pick<LabelsByUnit, 'byUnit'>,
  { days, windows }: { days: readonly Day[]; windows: readonly Pick<Window, 'before'>[] },
): Map<number, MicroUsd>[] {
  const volumes = windows.map(() => new Map<number, MicroUsd>())
  const starts = windows.map(({ before }) => (before === null ? null : (days[before] ?? null)))
  for (const position of positions) {
    const category = byUnit.get(marks.unit[position[0]?.token ?? 0] ?? 0)?.category ?? null
    if (category === null) continue
    for (const { day, volume } of position) {
      volumes.forEach((ofWindow, i) => {
        const start = starts[i] ?? null
        if (start === null || day > start) ofWindow.set(category, (ofWindow.get(category) ?? 0) + volume)
      })
    }
  }
  return volumes
}
