import { defined } from '../checks.ts'
import type { Fill } from './event.ts'
import { realize, sellOut, takeIn, takeOut, valueAt } from './holding.ts'
import type { Position } from './position.ts'
import {
  exactSum,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
} from './quantities.ts'

/*
 * The position fold, methodology §1–2: average cost in exact integers. Each function applies one event to the positions
 * that it touches, changing them in place. All of them throw a RangeError naming the field when a sum leaves the exact
 * range; positions that an event failed on are half-changed and must be dropped.
 *
 * Over any set of positions, realized = sold + collateral counted in conversions − bought + cost, to the micro, except
 * for cost that leaves the ledger at PnL 0 (a transfer to nobody's position, a conversion whose sets are half known).
 */

/** The terms of a fill, without its time and place. */
export type FillTerms = Pick<Fill, 'side' | 'role' | 'shares' | 'usd' | 'fee' | 'feeIn'>

const BIPS = 10_000

/**
 * Applies one fill to its owner's position in the token. BUY: shares come in at usd + fee, or for usd if the fee is
 * taken in shares. SELL: shares leave for usd − fee (a fee in shares counts at the fill's price).
 * @throws RangeError when a field leaves the exact range, or a fee in shares is more than the shares.
 */
export function applyFill(position: Position, fill: FillTerms): void {
  const feeUsd = feeInUsd(fill)
  countFill(position, fill, feeUsd)
  if (fill.side === 'SELL') {
    sellOut(position, fill.shares, exactSum(fill.usd, -feeUsd, 'sold'))
    return
  }
  const inShares = fill.feeIn === 'SHARES'
  const shares = inShares ? fill.shares - fill.fee : fill.shares
  position.buyShares = exactSum(position.buyShares, shares, 'bought shares')
  buyIn(position, shares, inShares ? fill.usd : exactSum(fill.usd, fill.fee, 'bought'))
}

/**
 * Collateral becomes `amount` shares of each outcome; each costs an equal part of it, the remainder the first.
 * @param outcomes The owner's position in every outcome of the condition; an empty list changes nothing.
 * @param amount Sets: micro-shares of each outcome, and micro-dollars of collateral.
 * @throws RangeError when a field leaves the exact range.
 */
export function applySplit(outcomes: readonly Position[], amount: MicroShares): void {
  outcomes.forEach((position, i) => {
    const cost = equalPart(amount, outcomes.length, i)
    position.splitCost = exactSum(position.splitCost, cost, 'split')
    position.splitShares = exactSum(position.splitShares, amount, 'split shares')
    buyIn(position, amount, cost)
  })
}

/**
 * `amount` shares of each outcome become collateral: each is sold for an equal part of it, the remainder the first.
 * No fill is counted. Parameters as for {@link applySplit}.
 * @throws RangeError when a field leaves the exact range.
 */
export function applyMerge(outcomes: readonly Position[], amount: MicroShares): void {
  outcomes.forEach((position, i) => {
    sellOut(position, amount, equalPart(amount, outcomes.length, i))
  })
}

/**
 * Neg-risk: NO shares of k questions become YES shares of the other Q − k and (k − 1) dollars a set, each less the fee.
 * The basis of the NOs less the collateral moves in equal parts to the YES tokens (the remainder to the first; it may
 * be negative); with k = Q no YES is left to take it, and the difference is realized by the first NO.
 *
 * A set has a known cost only if each of its k NO shares is held. For all other sets the held NO shares leave at their
 * cost (PnL 0), the missing ones and every received YES are untracked, and the collateral is not counted: a YES with a
 * half-known cost would sell at a made-up profit.
 * @param no The owner's NO positions of the k questions, ascending by question; an empty list changes nothing.
 * @param yes The owner's YES positions of the other questions; empty when k = Q.
 * @param amount Sets, in micro-shares.
 * @param feeBips The market's fee in 1/10,000, taken from each YES and from the collateral; 0 to 10,000. It raises the
 * cost of the received shares; `fees` excludes it, since it has no price in dollars.
 * @param paysBack False if `cost` is a part of the cost that the collateral does not repay, such as a copier's
 * slippage. @default true
 * @throws RangeError when a field leaves the exact range or the fee is more than the whole.
 */
export function applyConvert(
  no: readonly Position[],
  yes: readonly Position[],
  amount: MicroShares,
  feeBips: number,
  paysBack = true,
): void {
  if (feeBips > BIPS) throw new RangeError(`feeBips of ${feeBips} is more than the whole`)
  convertSets(no, yes, { amount, received: amount - mulDivFloor(amount, feeBips, BIPS) }, paysBack)
}

/**
 * {@link applyConvert} where the number of received shares is known in place of the fee.
 * @throws RangeError when a field leaves the exact range.
 */
export function convertSets(
  no: readonly Position[],
  yes: readonly Position[],
  { amount, received }: { amount: MicroShares; received: MicroShares },
  paysBack = true,
): void {
  if (no.length === 0 || amount === 0) return
  const known = no.reduce((least, position) => Math.min(least, position.shares), amount)
  const knownReceived = mulDivFloor(received, known, amount)
  const collateral = paysBack ? exactSum(0, (no.length - 1) * knownReceived, 'collateral') : 0
  const basis = no.reduce((sum, position) => exactSum(sum, convertOut(position, known, amount), 'cost'), 0)
  const moved = exactSum(basis, -collateral, 'cost')
  const [first] = no
  // A conversion's collateral is not among the proceeds of sales: `sold` stays.
  if (yes.length === 0 && first) first.realized = exactSum(first.realized, -moved, 'realized')
  yes.forEach((position, i) => {
    takeIn(position, knownReceived, equalPart(moved, yes.length, i))
    position.untracked = exactSum(position.untracked, received - knownReceived, 'untracked')
  })
}

/**
 * A condition resolves: each holding is settled at its payout, redeemed or not. Applying it again changes nothing.
 * @param outcomes One holder's position in every outcome of the condition.
 * @param prices The payout of a share of each outcome, in the same order.
 * @throws RangeError when a field leaves the exact range or an outcome has no price.
 */
export function applyResolve(outcomes: readonly Position[], prices: readonly MicroPrice[]): void {
  outcomes.forEach((position, i) => {
    const value = valueAt(position.shares, entryOf(prices, i, 'price'))
    position.realized = exactSum(position.realized, exactSum(value, -position.cost, 'realized'), 'realized')
    position.cost = value
  })
}

/** A redemption, and the resolution of its condition. */
export interface Redemption {
  /** Tendered shares of each outcome, or null for the whole holding. */
  amounts: readonly MicroShares[] | null
  /** Dollars paid out. */
  payout: MicroUsd
  /** The payout of a share of each outcome; null if the resolution is unknown. */
  prices: readonly MicroPrice[] | null
}

/**
 * Settled shares are paid out. With known prices shares and cost leave at the payout price (PnL 0 after RESOLVE);
 * without, the payout closes the outcome that it fits best and the others close at 0. Tendered shares beyond the
 * holding are untracked, also if only the payout reveals them.
 * @param outcomes The owner's position in every outcome of the condition; an empty list changes nothing.
 * @throws RangeError when a field leaves the exact range, or an outcome has no price or no amount.
 */
export function applyRedeem(outcomes: readonly Position[], redemption: Redemption): void {
  const { amounts, payout, prices } = redemption
  if (prices === null) {
    redeemForPayout(outcomes, amounts, payout)
    return
  }
  const unseen = amounts === null ? unseenShares(outcomes, prices, payout) : null
  outcomes.forEach((position, i) => {
    const beyond = unseen?.outcome === i ? unseen.shares : 0
    const tendered =
      amounts === null ? exactSum(position.shares, beyond, 'shares') : entryOf(amounts, i, 'amount')
    redeemAtPrice(position, tendered, entryOf(prices, i, 'price'))
  })
}

/**
 * Shares move between two wallets and take their average cost along: PnL 0 on both sides. Shares beyond the sender's
 * known holding have no known cost: they are untracked on both sides and do not enter the receiver's holding, since
 * shares at a cost of 0 would be a profit once sold. A move to oneself changes nothing.
 * @param from The sender's position; null for a sender without one (infrastructure): then no cost is known.
 * @param to The receiver's position; null for a receiver without one: shares and cost leave the ledger.
 * @throws RangeError when a field leaves the exact range.
 */
export function applyTransfer(from: Position | null, to: Position | null, amount: MicroShares): void {
  if (from === to) return
  const known = from === null ? 0 : Math.min(amount, from.shares)
  const basis = from === null ? 0 : takeOut(from, known)
  if (to !== null && known > 0) takeIn(to, known, basis)
  for (const side of [from, to]) {
    if (side !== null) side.untracked = exactSum(side.untracked, amount - known, 'untracked')
  }
}

/**
 * Adds shares that were paid for.
 * @param cost Dollars, fees included.
 * @throws RangeError when a field leaves the exact range.
 */
export function buyIn(position: Position, shares: MicroShares, cost: MicroUsd): void {
  position.bought = exactSum(position.bought, cost, 'bought')
  takeIn(position, shares, cost)
}

/** The terms of a fill that determine its fee in dollars. */
export type FeeTerms = Pick<Fill, 'shares' | 'usd' | 'fee' | 'feeIn'>

/** A fee in dollars; a fee in shares is valued at the fill's own price. */
export function feeInUsd(fill: FeeTerms): MicroUsd {
  if (fill.feeIn === 'USD') return fill.fee
  if (fill.fee > fill.shares)
    throw new RangeError(`fee of ${fill.fee} is more than the ${fill.shares} shares`)
  return fill.shares === 0 ? 0 : mulDivFloor(fill.fee, fill.usd, fill.shares)
}

function countFill(position: Position, fill: FillTerms, feeUsd: MicroUsd): void {
  position.fees = exactSum(position.fees, feeUsd, 'fees')
  position.volume = exactSum(position.volume, fill.usd, 'volume')
  position.traded = exactSum(position.traded, fill.shares, 'traded')
  position.fills += 1
  if (fill.role === 'MAKER') position.makerFills += 1
  if (fill.side === 'BUY') position.buys += 1
}

/** Removes `amount` of a converted NO, up to the holding; returns only the basis of its `known` shares. */
function convertOut(position: Position, known: MicroShares, amount: MicroShares): MicroUsd {
  const held = Math.min(amount, position.shares)
  position.untracked = exactSum(position.untracked, amount - held, 'untracked')
  const basis = takeOut(position, known)
  takeOut(position, held - known)
  return basis
}

/** A redemption without known prices: all tendered shares leave, and the likely winner gets the payout. */
function redeemForPayout(
  outcomes: readonly Position[],
  amounts: readonly MicroShares[] | null,
  payout: MicroUsd,
): void {
  const handed = outcomes.map((position, i) =>
    amounts === null ? position.shares : entryOf(amounts, i, 'amount'),
  )
  const winner = likelyWinner(handed, payout)
  outcomes.forEach((position, i) => {
    // Without a holding, only the payout tells the number of shares, though not their outcome.
    const isPaid = i === (winner ?? 0)
    const tendered = amounts === null && isPaid ? Math.max(position.shares, payout) : defined(handed[i])
    const held = Math.min(tendered, position.shares)
    position.untracked = exactSum(position.untracked, tendered - held, 'untracked')
    const proceeds = !isPaid || held === 0 ? 0 : Math.min(held, mulDivFloor(payout, held, tendered))
    realize(position, proceeds, takeOut(position, held))
  })
}

/** An event's entry for outcome `i`; a short list would settle the outcome at a guess. */
function entryOf(list: readonly number[], i: number, name: string): number {
  const entry = list[i]
  if (entry === undefined) throw new RangeError(`outcome ${i} has no ${name}`)
  return entry
}

/**
 * Part `index` (from 0) of `total` cut into `count` equal integer parts. Each is floor(total / count) and the first
 * also takes the remainder, so the parts add up to `total`, a negative one too.
 */
export function equalPart(total: number, count: number, index: number): number {
  const part = Math.floor(total / count)
  return index === 0 ? total - part * (count - 1) : part
}

/**
 * Shares of one outcome are paid out at its known price; tendered shares beyond the holding are untracked. A holding at
 * its settled value (as RESOLVE leaves it) stays there: exactly the difference of the values before and after leaves,
 * as cost and as proceeds, and no rounding turns into profit. Shares bought after the resolution keep their cost, and
 * realize the difference.
 * @throws RangeError when a field leaves the exact range.
 */
function redeemAtPrice(position: Position, tendered: MicroShares, price: MicroPrice): void {
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
function unseenShares(
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
