import type { Fill } from '../../../src/ledger/event.ts'
import type { OfficialPosition } from '../../../src/ledger/official.ts'

/*
 * A second, slow implementation of the official rule: each formula as the subgraph writes it, in integers without
 * bound, cut to ±2^52 only where a price or a profit is kept.
 */

/** A position of the official rule in big integers. */
export type SlowOfficial = Record<keyof OfficialPosition, bigint>

const ONE = 1_000_000n
const HALF = 500_000n
const LIMIT = 2n ** 52n

/** A position before its first event. */
export function emptySlowOfficial(): SlowOfficial {
  return { amount: 0n, avg: 0n, realized: 0n }
}

/** The same in numbers. */
export function asOfficial({ amount, avg, realized }: SlowOfficial): OfficialPosition {
  return { amount: Number(amount), avg: Number(avg), realized: Number(realized) }
}

function buy(position: SlowOfficial, price: bigint, shares: bigint): void {
  if (shares === 0n) return
  position.avg = (position.avg * position.amount + price * shares) / (position.amount + shares)
  position.amount += shares
}

function sell(position: SlowOfficial, price: bigint, shares: bigint): void {
  const sold = shares < position.amount ? shares : position.amount
  position.realized = cut(position.realized + cut((sold * (price - position.avg)) / ONE))
  position.amount -= sold
}

/** A fill at its own price. */
export function slowFill(position: SlowOfficial, fill: Pick<Fill, 'side' | 'shares' | 'usd'>): void {
  if (fill.shares === 0) return
  const price = cut((BigInt(fill.usd) * ONE) / BigInt(fill.shares))
  if (fill.side === 'BUY') buy(position, price, BigInt(fill.shares))
  else sell(position, price, BigInt(fill.shares))
}

/** A split or merge of a condition of two outcomes. */
export function slowSets(
  outcomes: readonly SlowOfficial[],
  { kind, amount }: { kind: 'SPLIT' | 'MERGE'; amount: number },
): void {
  for (const position of outcomes) {
    if (kind === 'SPLIT') buy(position, HALF, BigInt(amount))
    else sell(position, HALF, BigInt(amount))
  }
}

/** A redemption in a condition of two outcomes; nothing before its resolution. */
export function slowRedeem(
  outcomes: readonly SlowOfficial[],
  prices: readonly number[] | null,
  amounts: readonly number[] | null,
): void {
  if (prices === null) return
  outcomes.forEach((position, i) => {
    sell(position, BigInt(prices[i] ?? 0), amounts === null ? position.amount : BigInt(amounts[i] ?? 0))
  })
}

/** A conversion of the NOs of some questions into the YESes of the others. */
export function slowConvert(no: readonly SlowOfficial[], yes: readonly SlowOfficial[], amount: number): void {
  const k = BigInt(no.length)
  if (k === 0n) return
  const mean = no.reduce((sum, { avg }) => sum + avg, 0n) / k
  for (const position of no) sell(position, position.avg, BigInt(amount))
  if (yes.length === 0) return
  const price = cut((mean * k - ONE * (k - 1n)) / BigInt(yes.length))
  for (const position of yes) buy(position, price, BigInt(amount))
}

function cut(value: bigint): bigint {
  return value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value
}
