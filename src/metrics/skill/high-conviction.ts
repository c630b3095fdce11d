import type { MicroUsd } from '../../ledger/quantities.ts'
import type { ExactTotal } from '../running-sum.ts'

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
