import type { MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { addTo, emptySum, exactTotal, type RunningSum, ratioOf } from '../running-sum.ts'
import type { UnitResult } from '../skill/edge.ts'
import { countResult, isLoss, isProfit, winRate } from './results.ts'

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
  readonly wins: number
  readonly losses: number
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
    wins: group.wins,
    losses: group.losses,
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

/** A trader's decided units of one category or tag, added up; dollars in millionths, exact below 2^53. */
export interface GroupSums {
  /** Decided units, those without a profit or a loss included. */
  readonly units: number
  readonly wins: number
  readonly losses: number
  readonly pnl: MicroUsd
  /** Profit of the units that cost something: what an edge is read from. */
  readonly stakedPnl: MicroUsd
  readonly cost: MicroUsd
}

/** A group that units are still added to. */
export interface OpenGroup {
  units: number
  wins: number
  losses: number
  readonly pnl: RunningSum
  readonly stakedPnl: RunningSum
  readonly cost: RunningSum
}

/** Returns a group without units. */
export function emptyGroup(): OpenGroup {
  return { units: 0, wins: 0, losses: 0, pnl: emptySum(), stakedPnl: emptySum(), cost: emptySum() }
}

/** Adds a decided unit to the group, in place. */
export function addToGroup(group: OpenGroup, { pnl, cost }: UnitResult): void {
  group.units += 1
  countResult(group, pnl)
  addTo(group.pnl, pnl)
  if (cost <= 0) return
  addTo(group.stakedPnl, pnl)
  addTo(group.cost, cost)
}

/** Returns the sums of a group's units. */
export function sumsOfGroup({ units, wins, losses, pnl, stakedPnl, cost }: OpenGroup): GroupSums {
  return {
    units,
    wins,
    losses,
    pnl: Number(exactTotal(pnl)),
    stakedPnl: Number(exactTotal(stakedPnl)),
    cost: Number(exactTotal(cost)),
  }
}

export const BEST_MARKETS = {
  id: 'bestMarkets',
  title: 'Best markets',
  formula:
    'Up to five conditions decided in the period, every token of them resolved or fully exited, with the largest realized profit of their whole life, a cent or more; ties by condition id.',
  unit: 'series',
  range: 'up to 5 markets, the largest profit first',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
} as const satisfies MetricDefinition

export const WORST_MARKETS = {
  id: 'worstMarkets',
  title: 'Worst markets',
  formula:
    'Up to five conditions decided in the period, every token of them resolved or fully exited, with the largest realized loss of their whole life, a cent or more; ties by condition id.',
  unit: 'series',
  range: 'up to 5 markets, the largest loss first',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** The result of a decided condition. */
export interface MarketResult {
  readonly condition: number
  /** Realized profit of its whole life. */
  readonly pnl: MicroUsd
}

/** The ends of a trader's decided conditions. */
export interface MarketExtremes {
  /** The largest profit first; all of a cent or more. */
  readonly best: MarketResult[]
  /** The largest loss first; all of a cent or more. */
  readonly worst: MarketResult[]
}

const MOST = 5

/**
 * Returns up to five conditions at either end. `compareIds` orders two conditions by their id on the chain,
 * which breaks ties, because a condition's number depends on the order of imports.
 */
export function marketExtremes(
  results: readonly MarketResult[],
  compareIds: (a: number, b: number) => number,
): MarketExtremes {
  const wins = results.filter(({ pnl }) => isProfit(pnl))
  const losses = results.filter(({ pnl }) => isLoss(pnl))
  return {
    best: wins.sort((a, b) => b.pnl - a.pnl || compareIds(a.condition, b.condition)).slice(0, MOST),
    worst: losses.sort((a, b) => a.pnl - b.pnl || compareIds(a.condition, b.condition)).slice(0, MOST),
  }
}
