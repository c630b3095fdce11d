import { defined } from '../checks.ts'
import type { Fill } from './event.ts'
import {
  exactSum,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivFloor,
  mulDivTruncated,
} from './quantities.ts'

/*
 * Polymarket's own PnL rule, as its public subgraph (pnl-subgraph) computes it, so that its number can be shown beside
 * ours. It differs on purpose: fees are ignored, losers stay open until they are redeemed, the average price is
 * truncated at each BUY, wallet-to-wallet transfers and the fee of conversions are not seen. Integers of 1e-6, divided
 * with truncation towards zero. Every function throws a RangeError if more shares are held than the exact range has.
 */

/** One trader's position in one token under the official rule. */
export interface OfficialPosition {
  /** Micro-shares held, ≥ 0. */
  amount: MicroShares
  /**
   * Average price of the shares held, micro-USD a share, from −2^52 to 2^52; stays when the last share leaves. A
   * conversion can make it negative, a fill of dust can put it far above 1.
   */
  avg: number
  /** Profit since the last {@link resetOfficialFlow}, from −2^52 to 2^52. */
  realized: MicroUsd
}

const HALF = MICRO / 2

/**
 * The bounds of prices and profits. The subgraph's integers have no bound, and a micro-share sold for some thousand
 * dollars makes a price beyond a double's range, which must not fail a whole ledger. The difference of two numbers
 * within the limit is exact.
 */
const LIMIT = 2 ** 52

/** A position before its first event. */
export function emptyOfficialPosition(): OfficialPosition {
  return { amount: 0, avg: 0, realized: 0 }
}

/** Starts a new period: the profit returns to 0, the holding stays. */
export function resetOfficialFlow(position: OfficialPosition): void {
  position.realized = 0
}

/** A fill: a BUY or SELL of its gross shares at usd / shares, truncated to a micro. A fill of no shares changes nothing. */
export function officialFill(
  position: OfficialPosition,
  { side, shares, usd }: Pick<Fill, 'side' | 'shares' | 'usd'>,
): void {
  if (shares === 0) return
  const price = limited(mulDivFloor(usd, MICRO, shares))
  if (side === 'BUY') buy(position, price, shares)
  else sell(position, price, shares)
}

/** SPLIT: a BUY of both outcomes at one half. Conditions of more or fewer than two outcomes are ignored. */
export function officialSplit(outcomes: readonly OfficialPosition[], amount: MicroShares): void {
  if (outcomes.length !== 2) return
  for (const position of outcomes) buy(position, HALF, amount)
}

/** MERGE: a SELL of both outcomes at one half. Conditions of more or fewer than two outcomes are ignored. */
export function officialMerge(outcomes: readonly OfficialPosition[], amount: MicroShares): void {
  if (outcomes.length !== 2) return
  for (const position of outcomes) sell(position, HALF, amount)
}

/**
 * REDEEM: a SELL at the payout prices, of the given amounts (neg-risk) or of the whole holding. Ignored if the
 * resolution is unknown, and for conditions of more or fewer than two outcomes.
 * @param prices The payout of a share of each outcome; null before the resolution.
 * @param amounts Redeemed shares of each outcome; null for the whole holding.
 */
export function officialRedeem(
  outcomes: readonly OfficialPosition[],
  prices: readonly MicroPrice[] | null,
  amounts: readonly MicroShares[] | null,
): void {
  if (outcomes.length !== 2 || prices === null) return
  outcomes.forEach((position, i) => {
    sell(position, defined(prices[i]), amounts === null ? position.amount : defined(amounts[i]))
  })
}

/**
 * CONVERT: each NO is sold at its own average price (PnL 0), each YES of the other questions is bought at the price
 * that the NOs' mean average leaves. The market's fee is ignored.
 * @param no Positions in the NO of the k converted questions; an empty list changes nothing.
 * @param yes Positions in the YES of the other questions prepared by then; empty when all of those are converted.
 */
export function officialConvert(
  no: readonly OfficialPosition[],
  yes: readonly OfficialPosition[],
  amount: MicroShares,
): void {
  if (no.length === 0) return
  const sum = no.reduce((total, { avg }) => total + BigInt(avg), 0n)
  for (const position of no) sell(position, position.avg, amount)
  const price = officialYesPrice(Number(sum / BigInt(no.length)), no.length, no.length + yes.length)
  for (const position of yes) buy(position, price, amount)
}

/**
 * The price of each YES that a conversion buys: the cost of k NOs, less the k − 1 dollars paid back, shared among the
 * other questions; micro-USD a share, truncated, possibly negative, 0 when no question is left.
 * @param noPrice Mean average price of the converted NOs, micro-USD a share.
 */
export function officialYesPrice(noPrice: number, noCount: number, questionCount: number): number {
  if (noCount === questionCount) return 0
  const left = BigInt(noPrice) * BigInt(noCount) - BigInt(MICRO) * BigInt(noCount - 1)
  return limited(Number(left / BigInt(questionCount - noCount)))
}

/** BUY: the average price becomes the truncated mean over old and new shares. No shares change nothing. */
function buy(position: OfficialPosition, price: number, shares: MicroShares): void {
  if (shares === 0) return
  const held = exactSum(position.amount, shares, 'official amount')
  position.avg = position.amount === 0 ? price : meanOf(position.avg, price, shares, held)
  position.amount = held
}

/**
 * trunc((avg · (held − shares) + price · shares) / held), as the step from avg: a fill's own dollars are nearly always
 * within a double's exact range, a whole holding's often are not.
 */
function meanOf(avg: number, price: number, shares: MicroShares, held: MicroShares): number {
  const floor = avg + mulDivFloor(price - avg, shares, held)
  return floor >= 0 ? floor : avg - mulDivFloor(avg - price, shares, held)
}

/** SELL: the held part of the shares realizes price − average price; the excess gets no PnL. */
function sell(position: OfficialPosition, price: number, shares: MicroShares): void {
  const sold = Math.min(shares, position.amount)
  if (sold === 0) return
  const gain = limited(mulDivTruncated(price - position.avg, sold, MICRO))
  position.realized = limited(position.realized + gain)
  position.amount -= sold
}

function limited(value: number): number {
  return Math.min(LIMIT, Math.max(-LIMIT, value))
}
