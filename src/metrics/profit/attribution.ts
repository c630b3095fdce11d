import type { MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { ratioOf } from '../running-sum.ts'
import type { GroupSums } from './group-sums.ts'
import { winRate } from './win-rate.ts'

export const ATTRIBUTION = {
  id: 'attribution',
  title: 'Attribution',
  formula:
    'Decided units by category and by tag: number, win rate, profit, and edge less the baseline, the summed profit over summed cost of every trader of the ledger in the same group and period. Confidence is LOW under 10 units, MEDIUM under 30, else HIGH; a unit with several tags counts under each.',
  unit: 'series',
  range: 'groups by profit, the largest first',
  minimumSample: { count: 3, of: 'decided units in the group' },
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** The reliability of a group's figures. */
export type Confidence = 'LOW' | 'MEDIUM' | 'HIGH'

/** A category or tag, with the sums of the trader's decided units in it. */
export interface UnitGroup extends GroupSums {
  readonly name: string
}

export interface AttributionRow {
  readonly name: string
  /** Decided units, those at exactly 0 included. */
  readonly units: number
  readonly winRate: number | null
  readonly pnl: MicroUsd
  /** Edge less the baseline's in the same group, a fraction; null if either is unknown. */
  readonly edgeOverBaseline: number | null
  readonly confidence: Confidence
}

const FEWEST_UNITS = 3

/**
 * One row for each group of at least 3 units, by profit descending, then by name. `baselineEdges` holds the edge of
 * all profiled traders' decided units in each group.
 */
export function attribution(
  groups: Iterable<UnitGroup>,
  baselineEdges: ReadonlyMap<string, number | null>,
): AttributionRow[] {
  const rows: AttributionRow[] = []
  for (const group of groups) {
    if (group.units >= FEWEST_UNITS) rows.push(rowOf(group, baselineEdges.get(group.name) ?? null))
  }
  return rows.sort((a, b) => b.pnl - a.pnl || (a.name < b.name ? -1 : 1))
}

function rowOf(group: UnitGroup, baseline: number | null): AttributionRow {
  const own = ratioOf(group.stakedPnl, group.cost)
  return {
    name: group.name,
    units: group.units,
    winRate: winRate(group),
    pnl: group.pnl,
    edgeOverBaseline: own === null || baseline === null ? null : own - baseline,
    confidence: confidenceOf(group.units),
  }
}

function confidenceOf(units: number): Confidence {
  if (units < 10) return 'LOW'
  return units < 30 ? 'MEDIUM' : 'HIGH'
}
