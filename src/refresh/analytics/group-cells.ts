import type { GroupSums } from '../../metrics/group-sums.ts'
import { winsAndLosses } from '../../metrics/win-rate.ts'
import type { LabelledSums } from '../../store/snapshot/trader-record.ts'
import { type Cells, numberAt } from './cells.ts'

/** A trader's groups of both kinds. */
export interface Groups {
  readonly categories: readonly LabelledSums[]
  readonly tags: readonly LabelledSums[]
}

/** Labels with the very same sums, as those of a unit that shares none of them with another. */
interface Alike {
  readonly sums: GroupSums
  readonly categories: number[]
  readonly tags: number[]
  /** The row before it with the same profit. */
  readonly near: Alike | undefined
}

/**
 * Groups as one row for all labels with the same sums: how many cells follow, how many labels are categories, how many
 * are tags, the labels, and the sums. Most traders have few units, each with labels of its own.
 */
export function groupCells({ categories, tags }: Groups): Cells {
  const rows: Alike[] = []
  /** By profit, which few units share: the last row with it. */
  const byPnl = new Map<number, Alike>()
  const rowOf = (sums: GroupSums) => {
    const near = byPnl.get(sums.pnl)
    for (let row = near; row; row = row.near) if (isEqual(row.sums, sums)) return row
    const row: Alike = { sums, categories: [], tags: [], near }
    rows.push(row)
    byPnl.set(sums.pnl, row)
    return row
  }
  for (const group of categories) rowOf(group).categories.push(group.label)
  for (const group of tags) rowOf(group).tags.push(group.label)
  const cells: number[] = []
  for (const row of rows) addRow(cells, row)
  return cells
}

function addRow(cells: number[], { sums, categories, tags }: Alike): void {
  const own = sumCells(sums)
  cells.push(2 + categories.length + tags.length + own.length, categories.length, tags.length)
  for (const label of categories) cells.push(label)
  for (const label of tags) cells.push(label)
  for (const sum of own) cells.push(sum)
}

/** The groups of {@link groupCells}, ascending by label as they were. */
export function groupsFrom(cells: Cells): Groups {
  const groups = { categories: [] as LabelledSums[], tags: [] as LabelledSums[] }
  for (let at = 0; at < cells.length; at += 1 + numberAt(cells, at)) {
    const categories = at + 3
    const tags = categories + numberAt(cells, at + 1)
    const end = tags + numberAt(cells, at + 2)
    const sums = sumsFrom(cells.slice(end, at + 1 + numberAt(cells, at)))
    for (let i = categories; i < end; i++)
      groups[i < tags ? 'categories' : 'tags'].push({ label: numberAt(cells, i), ...sums })
  }
  groups.categories.sort((a, b) => a.label - b.label)
  groups.tags.sort((a, b) => a.label - b.label)
  return groups
}

function isEqual(a: GroupSums, b: GroupSums): boolean {
  const isSameMoney = a.pnl === b.pnl && a.cost === b.cost && a.stakedPnl === b.stakedPnl
  return isSameMoney && a.units === b.units && a.wins === b.wins && a.losses === b.losses
}

/** A single unit is told by its profit and cost. */
function sumCells(sums: GroupSums): number[] {
  const { units, wins, losses, pnl, stakedPnl, cost } = sums
  const isOne = units === 1 && isEqual(sums, oneUnit(pnl, cost))
  return isOne ? [pnl, cost] : [pnl, cost, units, wins, losses, stakedPnl]
}

function sumsFrom(cells: Cells): GroupSums {
  const pnl = numberAt(cells, 0)
  const cost = numberAt(cells, 1)
  if (cells.length === 2) return oneUnit(pnl, cost)
  const counts = { units: numberAt(cells, 2), wins: numberAt(cells, 3), losses: numberAt(cells, 4) }
  return { ...counts, pnl, stakedPnl: numberAt(cells, 5), cost }
}

function oneUnit(pnl: number, cost: number): GroupSums {
  const stakedPnl = cost > 0 ? pnl : 0
  return { units: 1, ...winsAndLosses([{ pnl }]), pnl, stakedPnl, cost }
}
