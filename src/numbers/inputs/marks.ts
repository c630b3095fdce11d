import { valueAt } from '../../ledger/holding.ts'
import type { Day, MicroPrice, MicroShares, MicroUsd } from '../../ledger/quantities.ts'

/** The day of a token's resolution where there is none. */
export const UNRESOLVED = 2 ** 31 - 1

/** What a token is part of and when its outcome was known, by token id. */
export interface TokenFacts {
  /** The condition's id; 0 while unknown. */
  condition: Int32Array
  /** The other outcome of a two-outcome condition; 0 for none. */
  sibling: Int32Array
  /** The bet that the token belongs to: its neg-risk market, its condition, or itself while that is unknown. */
  unit: Float64Array
  /** The day on which the outcome was known, or {@link UNRESOLVED}. */
  resolvedOn: Int32Array
  /** What a share then pays; means nothing while unresolved. */
  payout: Int32Array
}

/** Every token's mark, day by day: entry i says that from the close of `day[i]` on the mark is `price[i]`. */
export interface Marks extends TokenFacts {
  /** A token's entries are those from `start[token]` up to, not including, `start[token + 1]`. */
  start: Int32Array
  day: Int32Array
  price: Int32Array
}

/** The token's last entry at or before the day's close, as an index; null if its price is not known then. */
export function markIndex(marks: Marks, token: number, day: Day): number | null {
  const first = marks.start[token] ?? 0
  let low = first
  let high = marks.start[token + 1] ?? first
  // Most questions are about now, or about a token long settled: its last entry answers them.
  if (high > first && (marks.day[high - 1] ?? 0) <= day) return high - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((marks.day[middle] ?? 0) <= day) low = middle + 1
    else high = middle
  }
  return low === first ? null : low - 1
}

/** The token's price at the day's close (methodology §3), 0 to 1e6; null if it is unknown. */
export function markAt(marks: Marks, token: number, day: Day): MicroPrice | null {
  const index = markIndex(marks, token, day)
  return index === null ? null : (marks.price[index] ?? null)
}

/** What a holding is worth at a price; where that is unknown, it is carried at cost. */
export function markedValue(shares: MicroShares, cost: MicroUsd, price: MicroPrice | null): MicroUsd {
  return price === null ? cost : valueAt(shares, price)
}

/** True if the token's outcome was known at the day's close. */
export function isResolved(facts: TokenFacts, token: number, day: Day): boolean {
  return (facts.resolvedOn[token] ?? UNRESOLVED) <= day
}

/** Marks an unknown price. */
const UNKNOWN = -1

/** Every token's price at a day's close, by its id. */
export function closingPrices(marks: Marks, day: Day): Int32Array {
  const prices = new Int32Array(marks.condition.length)
  for (let token = 0; token < prices.length; token++) prices[token] = markAt(marks, token, day) ?? UNKNOWN
  return prices
}
