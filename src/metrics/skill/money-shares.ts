import type { MicroUsd } from '../../ledger/quantities.ts'
import { type Interval, Z_95 } from './wilson-interval.ts'

export interface Stake {
  /** The value of all shares. */
  value: MicroUsd
  /** The part of it on one outcome, from 0 to {@link Stake.value}. */
  onOutcome: MicroUsd
}

/** The share of a group's money that is on an outcome, with its variance when traders are drawn again. */
interface MoneyShare {
  share: number
  variance: number
}

/**
 * The 95% interval of the first group's share of money on an outcome less the second's: a ratio estimator for each group,
 * its variance by linearization, with traders as the units drawn (Cochran 1977, Sampling Techniques, §6.3). Null for a group
 * of fewer than two traders or without money.
 */
export function moneyShareDifference(one: readonly Stake[], other: readonly Stake[]): Interval | null {
  const [first, second] = [moneyShare(one), moneyShare(other)]
  if (first === null || second === null) return null
  const half = Z_95 * Math.sqrt(first.variance + second.variance)
  const difference = first.share - second.share
  return [Math.max(-1, difference - half), Math.min(1, difference + half)]
}

function moneyShare(stakes: readonly Stake[]): MoneyShare | null {
  const n = stakes.length
  const total = stakes.reduce((sum, { value }) => sum + value, 0)
  if (n < 2 || total === 0) return null
  const share = stakes.reduce((sum, { onOutcome }) => sum + onOutcome, 0) / total
  const squares = stakes.reduce((sum, { value, onOutcome }) => sum + (onOutcome - share * value) ** 2, 0)
  return { share, variance: (n / (n - 1)) * (squares / total ** 2) }
}
