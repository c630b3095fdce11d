import type { MicroUsd } from '../../ledger/quantities.ts'
import { addTo, emptySum, exactTotal, type RunningSum } from '../running-sum.ts'
import type { UnitResult } from '../skill/decided-units.ts'
import { countResult } from './win-rate.ts'

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
