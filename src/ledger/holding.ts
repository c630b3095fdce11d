import type { Position } from './position.ts'
import {
  exactSum,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
} from './quantities.ts'

/**
 * Adds shares with their cost to the holding. If no shares come in (a fee took all of them), the cost bought nothing
 * and is realized immediately; the holding keeps its basis.
 * @throws RangeError when a field leaves the exact range.
 */
export function takeIn(position: Position, shares: MicroShares, cost: MicroUsd): void {
  if (shares === 0) {
    position.realized = exactSum(position.realized, -cost, 'realized')
    return
  }
  position.shares = exactSum(position.shares, shares, 'shares')
  position.cost = exactSum(position.cost, cost, 'cost')
}

/**
 * Takes shares and their average cost out of the holding.
 * @param shares At most the holding.
 * @returns The cost that left: floor(cost · shares / held), the whole cost when all shares leave.
 */
export function takeOut(position: Pick<Position, 'shares' | 'cost'>, shares: MicroShares): MicroUsd {
  if (shares === 0) return 0
  const basis =
    shares === position.shares ? position.cost : mulDivFloor(position.cost, shares, position.shares)
  position.shares -= shares
  position.cost = exactSum(position.cost, -basis, 'cost')
  return basis
}

/**
 * The SELL of the methodology, §2: the held part of `shares` leaves for its part of the proceeds and realizes the
 * difference to its cost; the rest is untracked and earns nothing.
 * @param proceeds Dollars for all of `shares`, less fees.
 * @throws RangeError when a field leaves the exact range.
 */
export function sellOut(position: Position, shares: MicroShares, proceeds: MicroUsd): void {
  const held = Math.min(shares, position.shares)
  position.untracked = exactSum(position.untracked, shares - held, 'untracked')
  if (held === 0) return
  realize(position, held === shares ? proceeds : mulDivFloor(proceeds, held, shares), takeOut(position, held))
}

/**
 * Books the proceeds of shares that left at the given cost.
 * @throws RangeError when a field leaves the exact range.
 */
export function realize(position: Position, proceeds: MicroUsd, basis: MicroUsd): void {
  position.sold = exactSum(position.sold, proceeds, 'sold')
  position.realized = exactSum(position.realized, exactSum(proceeds, -basis, 'realized'), 'realized')
}

/** The value of shares at a price: floor(shares · price / 1e6). */
export function valueAt(shares: MicroShares, price: MicroPrice): MicroUsd {
  return mulDivFloor(shares, price, MICRO)
}

const MICRO_BIG = 1_000_000n

/**
 * The payout of one share of each outcome, in outcome order: floor(numerator · 1e6 / sum of the numerators), 0 to 1e6.
 * Each price is floored on its own, so thirds add up to 999,999.
 * @param payouts A RESOLVE's numerators: decimal strings of any size.
 * @throws RangeError if every numerator is 0 (or the list is empty): such a condition is not resolved.
 */
export function payoutPrices(payouts: readonly string[]): MicroPrice[] {
  const numerators = payouts.map(BigInt)
  const denominator = numerators.reduce((sum, numerator) => sum + numerator, 0n)
  if (denominator === 0n) throw new RangeError('payouts are all 0: the condition is not resolved')
  return numerators.map((numerator) => Number((numerator * MICRO_BIG) / denominator))
}
