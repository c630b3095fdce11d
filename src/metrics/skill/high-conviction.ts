import type { MicroUsd } from '../../ledger/quantities.ts'
import type { ExactTotal } from '../running-sum.ts'
import { type Interval, Z_95 } from './edge.ts'

/** The fewest decided units for high conviction. */
/** The fewest decided units that give a score: of all scores by decided units, this one needs the fewest. */
export const MINIMUM_UNITS = 10

/** A trader's record over the whole ledger. */
export interface ConvictionRecord {
  readonly pnl: MicroUsd
  readonly buys: number
  readonly fills: number
  readonly decidedUnits: number
  /** Bought shares with a known outcome: sold or given up, or their market has resolved. */
  readonly settled: ExactTotal
  /** Those of them that were held until their market resolved. */
  readonly kept: ExactTotal
}

/**
 * Returns the score of the cohort `high-conviction` (methodology §9): the profit of a trader who holds at
 * least 80% of bought shares to resolution, with BUYs at least 80% of fills and at least 10 decided units.
 * Null for a trader who is not eligible, for example without a profit.
 */
export function highConviction(record: ConvictionRecord): MicroUsd | null {
  const { pnl, buys, fills } = record
  // The most expensive fields are read last: a record may compute them lazily.
  if (pnl <= 0 || fills === 0 || buys * 5 < fills * 4 || record.decidedUnits < MINIMUM_UNITS) return null
  const settled = BigInt(record.settled)
  return settled > 0n && BigInt(record.kept) * 5n >= settled * 4n ? pnl : null
}

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
