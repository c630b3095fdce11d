import type { MicroUsd } from '../ledger/quantities.ts'
import { edge } from './edge.ts'
import type { MetricDefinition } from './metric-definition.ts'
import type { UnitResult } from './unit-returns.ts'
import { winRate } from './win-rate.ts'

/** Where the profit comes from. */
export const ATTRIBUTION = {
  id: 'attribution',
  title: 'Attribution',
  formula:
    'Decided units by category and by tag: number, win rate, profit, and edge less the edge of all profiled traders in the same group. Confidence is LOW under 10 units, MEDIUM under 30, else HIGH; a unit with several tags counts under each.',
  unit: 'series',
  range: 'groups by profit, the largest first',
  minimumSample: { count: 3, of: 'decided units in the group' },
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** How much a group's figures can bear. */
export type Confidence = 'LOW' | 'MEDIUM' | 'HIGH'

/** A category or tag, with the trader's decided units in it. */
export interface UnitGroup {
  readonly name: string
  readonly units: readonly UnitResult[]
}

/** What a category or tag brought. */
export interface AttributionRow {
  readonly name: string
  /** Decided units, those at exactly 0 included. */
  readonly units: number
  readonly winRate: number | null
  /** Profit of the decided units. */
  readonly pnl: MicroUsd
  /** Edge less the baseline's in the same group, a fraction; null where either is unknown. */
  readonly edgeOverBaseline: number | null
  readonly confidence: Confidence
}

const FEWEST_UNITS = 3

/**
 * One row for each group of at least 3 units, by profit descending, then by name. `baselineEdges` holds the edge of
 * all profiled traders' decided units in each group. Profit is exact while a group stays below 2^53 micro-dollars.
 */
export function attribution(
  groups: Iterable<UnitGroup>,
  baselineEdges: ReadonlyMap<string, number | null>,
): AttributionRow[] {
  const rows: AttributionRow[] = []
  for (const group of groups) {
    if (group.units.length >= FEWEST_UNITS) rows.push(rowOf(group, baselineEdges.get(group.name) ?? null))
  }
  return rows.sort((a, b) => b.pnl - a.pnl || (a.name < b.name ? -1 : 1))
}

function rowOf({ name, units }: UnitGroup, baseline: number | null): AttributionRow {
  const own = edge(units)
  return {
    name,
    units: units.length,
    winRate: winRate(units),
    pnl: units.reduce((sum, { pnl }) => sum + pnl, 0),
    edgeOverBaseline: own === null || baseline === null ? null : own - baseline,
    confidence: confidenceOf(units.length),
  }
}

function confidenceOf(units: number): Confidence {
  if (units < 10) return 'LOW'
  return units < 30 ? 'MEDIUM' : 'HIGH'
}
