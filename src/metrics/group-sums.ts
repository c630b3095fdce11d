import type { MicroUsd } from '../ledger/quantities.ts'
import { addTo, emptySum, totalOf } from './running-sum.ts'
import type { UnitResult } from './unit-returns.ts'
import { winsAndLosses } from './win-rate.ts'

/** A trader's decided units of one category or tag, added up; dollars in millionths, exact below 2^53. */
export interface GroupSums {
  /** Decided units, those at exactly 0 included. */
  readonly units: number
  readonly wins: number
  readonly losses: number
  readonly pnl: MicroUsd
  /** Profit of the units that cost something: what an edge is read from. */
  readonly stakedPnl: MicroUsd
  readonly cost: MicroUsd
}

/** Adds decided units up. */
export function groupSums(units: readonly UnitResult[]): GroupSums {
  const sums = { pnl: emptySum(), stakedPnl: emptySum(), cost: emptySum() }
  for (const { pnl, cost } of units) {
    addTo(sums.pnl, pnl)
    if (cost <= 0) continue
    addTo(sums.stakedPnl, pnl)
    addTo(sums.cost, cost)
  }
  const { wins, losses } = winsAndLosses(units)
  const pnl = Number(totalOf(sums.pnl))
  return {
    units: units.length,
    wins,
    losses,
    pnl,
    stakedPnl: Number(totalOf(sums.stakedPnl)),
    cost: Number(totalOf(sums.cost)),
  }
}
