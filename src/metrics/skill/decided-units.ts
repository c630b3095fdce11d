import { type Day, MICRO, type MicroShares, type MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { addTo, emptySum, exactTotal, ratioOf } from '../running-sum.ts'

/** A trader's totals in one token, up to the cutoff. */
export interface TouchedToken {
  /** The event's number: all questions of a neg-risk market share one, a plain condition has its own. */
  readonly unit: number
  /** True while shares are held and their condition is not resolved. */
  readonly open: boolean
  /** Realized profit since the first event. */
  readonly realized: MicroUsd
  /** Paid for the shares in buys, fees included, and splits; what a transfer or a conversion brings is not paid. 0 or more. */
  readonly cost: MicroUsd
  /** Shares that came in by those buys and splits, net of fees taken in shares. 0 or more. */
  readonly shares: MicroShares
  /**
   * The day on which the position last closed: its last exit or its resolution. Not read while it is open. Null if the
   * ledger has seen no share of it come in, only untracked ones leave: such a token is not touched.
   */
  readonly closedOn: Day | null
}

/**
 * One bet of a trader whose result is known: every token of the event that the trader touched is resolved or fully
 * exited. It counts with its whole life, in the period that holds the day it was decided on.
 */
export interface DecidedUnit {
  readonly unit: number
  /** Profit or loss of the unit's whole life. */
  readonly pnl: MicroUsd
  /** Everything paid for its shares, 0 or more. */
  readonly cost: MicroUsd
  /** The shares that were paid for: what the unit would have paid out, had all of them won. */
  readonly shares: MicroShares
  readonly decidedOn: Day
}

/**
 * Groups one trader's tokens into decided units, in the order of each unit's first token; a unit with an open
 * token is omitted as a whole. Amounts are exact sums in millionths, as long as a unit is below 2^53.
 */
export function decidedUnits(tokens: readonly TouchedToken[]): DecidedUnit[] {
  return decidedBy(tokens, ({ unit }) => unit)
}

/** The same with tokens put together by another number than their unit's. */
export function decidedBy<Token extends TouchedToken>(
  tokens: readonly Token[],
  numberOf: (token: Token) => number,
): DecidedUnit[] {
  const units = new Map<number, { -readonly [key in keyof DecidedUnit]: DecidedUnit[key] } | null>()
  for (const token of tokens) {
    const { closedOn } = token
    const number = numberOf(token)
    const unit = units.get(number)
    if (unit === null || closedOn === null) continue
    if (token.open) units.set(number, null)
    else if (unit === undefined) units.set(number, startOf(number, token, closedOn))
    else {
      unit.pnl += token.realized
      unit.cost += token.cost
      unit.shares += token.shares
      unit.decidedOn = Math.max(unit.decidedOn, closedOn)
    }
  }
  const decided: DecidedUnit[] = []
  for (const unit of units.values()) if (unit !== null) decided.push(unit)
  return decided
}

function startOf(unit: number, { realized, cost, shares }: TouchedToken, decidedOn: Day): DecidedUnit {
  return { unit, pnl: realized, cost, shares, decidedOn }
}

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
  const staked = units
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => a.pnl - b.pnl || a.cost - b.cost || a.shares - b.shares)
  const count = staked.length
  const columns = {
    pnl: new Float64Array(count),
    cost: new Float64Array(count),
    shares: new Float64Array(count),
  }
  for (const [i, { pnl, cost, shares }] of staked.entries()) {
    columns.pnl[i] = pnl
    columns.cost[i] = cost
    columns.shares[i] = shares
  }
  return columns
}

/** The fewest returns that a ratio of mean to deviation is read from. */
export const MINIMUM_RETURNS = 10

export type UnitResult = Pick<DecidedUnit, 'pnl' | 'cost'>

/**
 * pnl / cost of every unit that cost at least a dollar, ascending; null under {@link MINIMUM_RETURNS}. Sorted,
 * because a sum of floats depends on its order and a metric may not depend on the order of its units.
 */
export function unitReturns(units: readonly UnitResult[]): Float64Array | null {
  if (units.length < MINIMUM_RETURNS) return null
  const returns = new Float64Array(units.length)
  let count = 0
  for (const { pnl, cost } of units) {
    if (cost < MICRO) continue
    returns[count] = pnl / cost
    count += 1
  }
  return count < MINIMUM_RETURNS ? null : returns.subarray(0, count).sort()
}

/** The mean of at least one return. */
export function meanReturn(returns: Float64Array): number {
  let sum = 0
  for (const value of returns) sum += value
  return sum / returns.length
}

export const EDGE = {
  id: 'edge',
  title: 'Edge',
  formula: 'Sum of profit divided by the sum of cost, over decided units that cost something.',
  unit: 'fraction',
  range: 'any value, usually −1 or more',
  minimumSample: { count: 1, of: 'decided units with a cost' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no decided unit cost anything',
  source: 'methodology §5',
} as const satisfies MetricDefinition

/** Returns Σ pnl ÷ Σ cost over the decided units with a cost, a fraction; null without such a unit. */
export function edge(units: readonly UnitResult[]): number | null {
  const pnl = emptySum()
  const cost = emptySum()
  for (const unit of units) {
    if (unit.cost <= 0) continue
    addTo(pnl, unit.pnl)
    addTo(cost, unit.cost)
  }
  return ratioOf(exactTotal(pnl), exactTotal(cost))
}
