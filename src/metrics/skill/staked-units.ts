import type { DecidedUnit } from './decided-units.ts'

/** The fewest decided units with a cost for an interval, a test or a verdict. */
export const MINIMUM_STAKED_UNITS = 30

/** The part of a unit that tests of skill use. */
export type StakedUnit = Pick<DecidedUnit, 'pnl' | 'cost' | 'shares'>

/** Units as columns, of one length and in one order. */
export interface StakedColumns {
  readonly pnl: Float64Array
  readonly cost: Float64Array
  readonly shares: Float64Array
}

/**
 * Returns the units with a cost, as columns sorted by (pnl, cost, shares), so that samples by a seed do not
 * depend on the caller's order. A unit without cost (shares that were given) was no bet.
 */
export function stakedUnits(units: readonly StakedUnit[]): StakedColumns {
  const staked = stakedInOrder(units)
  return {
    pnl: Float64Array.from(staked, ({ pnl }) => pnl),
    cost: Float64Array.from(staked, ({ cost }) => cost),
    shares: Float64Array.from(staked, ({ shares }) => shares),
  }
}

/** Returns the units with a cost in that order. Tests that are given units in it need not sort them again. */
export function stakedInOrder(units: readonly StakedUnit[]): StakedUnit[] {
  return units
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => a.pnl - b.pnl || a.cost - b.cost || a.shares - b.shares)
}
