import type { MicroPrice } from './quantities.ts'

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
