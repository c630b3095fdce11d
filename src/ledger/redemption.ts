import { defined } from '../checks.ts'
import { exactSum } from './exact-sum.ts'
import { realize, takeOut, valueAt } from './holding.ts'
import type { Position } from './position.ts'
import { MICRO, type MicroPrice, type MicroShares, type MicroUsd, mulDivFloor } from './quantities.ts'

/**
 * Shares of one outcome are paid out at its known price; tendered shares beyond the holding are untracked. A holding at
 * its settled value (as RESOLVE leaves it) stays there: exactly the difference of the values before and after leaves,
 * as cost and as proceeds, and no rounding turns into profit. Shares bought after the resolution keep their cost, and
 * realize the difference.
 * @throws RangeError when a field leaves the exact range.
 */
export function redeemAtPrice(position: Position, tendered: MicroShares, price: MicroPrice): void {
  const leaving = Math.min(tendered, position.shares)
  position.untracked = exactSum(position.untracked, tendered - leaving, 'untracked')
  if (leaving === 0) return
  if (position.cost !== valueAt(position.shares, price)) {
    realize(position, valueAt(leaving, price), takeOut(position, leaving))
    return
  }
  position.shares -= leaving
  const left = valueAt(position.shares, price)
  position.sold = exactSum(position.sold, position.cost - left, 'sold')
  position.cost = left
}

/**
 * Shares beyond the holding that a payout of the whole holding proves: the dollars above the holding's value, as shares
 * of the outcome that pays most. Prices floored to a micro may understate a holding by up to a micro a share; a surplus
 * within that is rounding, not shares.
 * @returns The outcome and its unseen shares, or null if the holding explains the payout.
 */
export function unseenShares(
  outcomes: readonly Position[],
  prices: readonly MicroPrice[],
  payout: MicroUsd,
): { outcome: number; shares: MicroShares } | null {
  let surplus = payout
  let best = 0
  outcomes.forEach(({ shares }, i) => {
    const price = defined(prices[i])
    const isExact = price % MICRO === 0
    surplus -= valueAt(shares, price) + (isExact ? 0 : Math.ceil(shares / MICRO) + 1)
    if (price > defined(prices[best])) best = i
  })
  const price = defined(prices[best])
  return surplus > 0 && price > 0 ? { outcome: best, shares: mulDivFloor(surplus, MICRO, price) } : null
}

/**
 * The likely winner of a payout of an unknown resolution: a winning share pays a dollar, so it is the outcome with
 * tendered shares closest to the payout (equal if all is known), the first among equals.
 * @param tendered Shares of each outcome.
 * @returns The outcome's index, or null without tendered shares or without a payout: then no outcome won.
 */
export function likelyWinner(tendered: readonly MicroShares[], payout: MicroUsd): number | null {
  if (payout === 0) return null
  let winner: number | null = null
  let nearest = Number.POSITIVE_INFINITY
  tendered.forEach((shares, i) => {
    const distance = Math.abs(shares - payout)
    if (shares === 0 || distance >= nearest) return
    nearest = distance
    winner = i
  })
  return winner
}
