import { defined } from '../../checks.ts'
import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { ProfileDays } from '../windows/trader-days.ts'

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

/** Sums a position's days from `first` up to, not including, `end`, continuing from earlier sums. */
export function sumsOf(
  { columns }: ProfileDays,
  { first, end }: { first: number; end: number },
  before: Readonly<PositionSums> = NO_SUMS,
): PositionSums {
  const sums = { ...before }
  for (let row = first; row < end; row++) {
    const day = defined(columns.day[row])
    const fills = defined(columns.fills[row])
    sums.firstDay ??= day
    sums.lastDay = day
    sums.sold += defined(columns.sold[row])
    sums.fees += defined(columns.fees[row])
    sums.volume += defined(columns.volume[row])
    sums.fills += fills
    sums.sales += fills - defined(columns.buys[row])
    sums.untracked += defined(columns.untracked[row])
    sums.officialRealized += defined(columns.official_realized[row])
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
