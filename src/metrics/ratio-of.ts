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
