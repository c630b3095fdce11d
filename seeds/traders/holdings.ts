import type { MicroShares } from '../../src/ledger/quantities.ts'
import type { OpenCondition, Outcome, Trader } from '../world/model.ts'

/** Orders below a hundredth of a share are not sent. */
export const SMALLEST_ORDER: MicroShares = 10_000

/** A trader's holding of an outcome of an open condition. */
export function held(condition: OpenCondition, trader: Trader, outcome: Outcome): MicroShares {
  return condition.holdings.get(trader)?.[outcome] ?? 0
}

/** The complete sets that a trader holds: the lesser of both outcomes. */
export function heldSets(condition: OpenCondition, trader: Trader): MicroShares {
  return Math.min(held(condition, trader, 0), held(condition, trader, 1))
}

/** Adds shares to a holding or, negative, takes them. Throws a RangeError rather than let a holding fall below 0. */
export function adjust(
  condition: OpenCondition,
  trader: Trader,
  outcome: Outcome,
  shares: MicroShares,
): void {
  let holding = condition.holdings.get(trader)
  if (!holding) {
    holding = [0, 0]
    condition.holdings.set(trader, holding)
    trader.held.push(condition)
  }
  const left = holding[outcome] + shares
  if (left < 0 || !Number.isSafeInteger(left)) {
    throw new RangeError(`A simulated holding would become ${left} of ${condition.id}.`)
  }
  holding[outcome] = left
}

/** Forgets everybody's holding in a condition that has been settled. */
export function forgetCondition(condition: OpenCondition): void {
  for (const trader of condition.holdings.keys()) {
    trader.held = trader.held.filter((other) => other !== condition)
  }
  condition.holdings.clear()
  condition.resting.length = 0
}
