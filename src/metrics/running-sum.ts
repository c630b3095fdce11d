/**
 * A running sum of integers that is exact at any size. Small sums are ordinary numbers; a sum past 2^53
 * spills into a bigint. Unlike float sums, integer sums do not depend on the order of their terms.
 */
export interface RunningSum {
  low: number
  high: bigint
}

/** Returns a sum of 0. */
export function emptySum(): RunningSum {
  return { low: 0, high: 0n }
}

/** Resets a sum to 0. */
export function resetSum(sum: RunningSum): void {
  sum.low = 0
  sum.high = 0n
}

/** Adds a safe integer to the sum, in place. */
export function addTo(sum: RunningSum, amount: number): void {
  const next = sum.low + amount
  if (Number.isSafeInteger(next)) {
    sum.low = next
    return
  }
  sum.high += BigInt(sum.low) + BigInt(amount)
  sum.low = 0
}

/** Adds an exact total to the sum, in place. */
export function addTotalTo(sum: RunningSum, total: ExactTotal): void {
  if (typeof total === 'number') addTo(sum, total)
  else sum.high += total
}

/** Adds the exact product of two safe integers to the sum, in place. */
export function addProductTo(sum: RunningSum, a: number, b: number): void {
  const product = a * b
  if (Number.isSafeInteger(product)) addTo(sum, product)
  else sum.high += BigInt(a) * BigInt(b)
}

/** The exact value of the sum. */
export function totalOf(sum: RunningSum): bigint {
  return sum.high + BigInt(sum.low)
}

/** The exact value of the sum, as a plain number wherever that holds it: most sums never leave the exact range. */
export function exactTotal(sum: RunningSum): ExactTotal {
  return sum.high === 0n ? sum.low : totalOf(sum)
}

/** The exact sum of two exact totals, as a plain number wherever that holds it. */
export function addTotals(a: ExactTotal, b: ExactTotal): ExactTotal {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return BigInt(a) + BigInt(b)
}

/** An exact total: a bigint where it may pass 2^53. Both kinds are integers. */
export type ExactTotal = number | bigint

/**
 * Returns numerator / denominator of two exact totals, as a double within one part in 2^52. Null when the
 * denominator is 0 or negative.
 */
export function ratioOf(numerator: ExactTotal, denominator: ExactTotal): number | null {
  const by = Number(denominator)
  if (by <= 0) return null
  return Number(numerator) / by
}
