import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { PositionDay } from '../inputs/trader-ledger.ts'

/** Flows of a position on its days so far, beside those that its unit sums. */
export interface PositionSums {
  /** The first and the last day with an event; null while there is none. */
  firstDay: Day | null
  lastDay: Day | null
  sold: MicroUsd
  fees: MicroUsd
  volume: MicroUsd
  fills: number
  /** Fills that sold. */
  sales: number
  untracked: MicroShares
  officialRealized: MicroUsd
}

/** Sums a position's days, continuing from earlier sums. */
export function sumsOf(rows: readonly PositionDay[], before: Readonly<PositionSums> = NO_SUMS): PositionSums {
  const sums = { ...before }
  for (const row of rows) {
    sums.firstDay ??= row.day
    sums.lastDay = row.day
    sums.sold += row.sold
    sums.fees += row.fees
    sums.volume += row.volume
    sums.fills += row.fills
    sums.sales += row.fills - row.buys
    sums.untracked += row.untracked
    sums.officialRealized += row.officialRealized
  }
  return sums
}

const NO_SUMS: PositionSums = {
  firstDay: null,
  lastDay: null,
  sold: 0,
  fees: 0,
  volume: 0,
  fills: 0,
  sales: 0,
  untracked: 0,
  officialRealized: 0,
}
