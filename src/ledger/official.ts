import type { Fill } from './event.ts'
import type { MicroPrice, MicroShares } from './quantities.ts'

/*
 * Polymarket's own PnL rule, as its public subgraph (pnl-subgraph) computes it, so that its number can stand beside
 * ours. It differs on purpose: fees are ignored, losers stay open until they are redeemed, the average price is
 * truncated at each BUY, wallet-to-wallet transfers and the fee of conversions are not seen. Integers of 1e-6 without
 * bound, divided with truncation towards zero.
 */

/** One trader's position in one token under the official rule. */
export interface OfficialPosition {
  /** Micro-shares held, ≥ 0. */
  amount: bigint
  /** Average price of the shares held, micro-USD a share; stays when the last share leaves. A conversion can make it negative. */
  avgPrice: bigint
  /** Micro-USD. */
  realizedPnl: bigint
  /** Micro-shares bought over the position's life. */
  totalBought: bigint
}

const ONE = 1_000_000n
const HALF = 500_000n

/** A position before its first event. */
export function emptyOfficialPosition(): OfficialPosition {
  return { amount: 0n, avgPrice: 0n, realizedPnl: 0n, totalBought: 0n }
}

/** BUY: the average price becomes the truncated mean over old and new shares. No shares change nothing. */
export function officialBuy(position: OfficialPosition, price: bigint, shares: bigint): void {
  if (shares <= 0n) return
  const held = position.amount + shares
  position.avgPrice = (position.avgPrice * position.amount + price * shares) / held
  position.amount = held
  position.totalBought += shares
}

/** SELL: what is held of the shares realizes price − average price; the excess gets no PnL. */
export function officialSell(position: OfficialPosition, price: bigint, shares: bigint): void {
  const sold = shares < position.amount ? shares : position.amount
  position.realizedPnl += (sold * (price - position.avgPrice)) / ONE
  position.amount -= sold
}

/** A fill: a BUY or SELL of its gross shares at usd / shares, truncated to a micro. A fill of no shares changes nothing. */
export function officialFill(position: OfficialPosition, fill: Pick<Fill, 'side' | 'shares' | 'usd'>): void {
  if (fill.shares === 0) return
  const shares = BigInt(fill.shares)
  const price = (BigInt(fill.usd) * ONE) / shares
  if (fill.side === 'BUY') officialBuy(position, price, shares)
  else officialSell(position, price, shares)
}

/** SPLIT: a BUY of both outcomes at one half. Conditions of more or fewer than two outcomes are ignored. */
export function officialSplit(outcomes: readonly OfficialPosition[], amount: MicroShares): void {
  if (outcomes.length !== 2) return
  for (const position of outcomes) officialBuy(position, HALF, BigInt(amount))
}

/** MERGE: a SELL of both outcomes at one half. Conditions of more or fewer than two outcomes are ignored. */
export function officialMerge(outcomes: readonly OfficialPosition[], amount: MicroShares): void {
  if (outcomes.length !== 2) return
  for (const position of outcomes) officialSell(position, HALF, BigInt(amount))
}

/**
 * REDEEM: a SELL at the payout prices, of the given amounts (neg-risk) or of all that is held. Ignored where the
 * resolution is unknown, and for conditions of more or fewer than two outcomes.
 * @param prices What a share of each outcome pays; null when the condition is not resolved yet.
 * @param amounts Shares of each outcome that were redeemed; null for the whole holding.
 */
export function officialRedeem(
  outcomes: readonly OfficialPosition[],
  prices: readonly MicroPrice[] | null,
  amounts: readonly MicroShares[] | null,
): void {
  if (outcomes.length !== 2 || prices === null) return
  outcomes.forEach((position, i) => {
    const shares = amounts === null ? position.amount : BigInt(amounts[i] ?? 0)
    officialSell(position, BigInt(prices[i] ?? 0), shares)
  })
}

/**
 * CONVERT: each NO is sold at its own average price (PnL 0), each YES of the other questions bought at the price
 * that the NOs' mean average leaves. The market's fee is ignored.
 * @param no Positions in the NO of the k converted questions.
 * @param yes Positions in the YES of the other questions; empty when all are converted.
 */
export function officialConvert(
  no: readonly OfficialPosition[],
  yes: readonly OfficialPosition[],
  amount: MicroShares,
): void {
  if (no.length === 0) return
  const shares = BigInt(amount)
  let sum = 0n
  for (const position of no) {
    sum += position.avgPrice
    officialSell(position, position.avgPrice, shares)
  }
  const price = officialYesPrice(sum / BigInt(no.length), no.length, no.length + yes.length)
  for (const position of yes) officialBuy(position, price, shares)
}

/**
 * The price at which a conversion buys each YES: what k NOs cost, less the k − 1 dollars paid back, shared among the
 * other questions; truncated, possibly negative, 0 when no question is left.
 * @param noPrice Mean average price of the converted NOs, micro-USD a share.
 */
export function officialYesPrice(noPrice: bigint, noCount: number, questionCount: number): bigint {
  if (noCount === questionCount) return 0n
  const k = BigInt(noCount)
  return (noPrice * k - ONE * (k - 1n)) / BigInt(questionCount - noCount)
}
