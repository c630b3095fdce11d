import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'

/** A day of one position with an event: its closing holding, and that day's flows. */
export interface PositionDay {
  trader: number
  token: number
  day: Day
  shares: MicroShares
  cost: MicroUsd
  officialAmount: MicroShares
  officialAvg: number
  officialRealized: MicroUsd
  realized: MicroUsd
  bought: MicroUsd
  buyShares: MicroShares
  splitCost: MicroUsd
  splitShares: MicroShares
  sold: MicroUsd
  fees: MicroUsd
  volume: MicroUsd
  traded: MicroShares
  fills: number
  /** Those of the fills that bought. */
  buys: number
  untracked: MicroShares
}

/** A day's rewards and rebates of one trader. */
export interface IncomeDay {
  trader: number
  day: Day
  amount: MicroUsd
}

/** The columns of a position's day that totals and scores use. */
export type BetDay = Omit<
  PositionDay,
  'officialAmount' | 'officialAvg' | 'officialRealized' | 'fees' | 'buys'
>

/** The columns of a position's day that weekly profit uses. */
export type HeldDay = Pick<PositionDay, 'trader' | 'token' | 'day' | 'shares' | 'cost' | 'realized' | 'fills'>

/** What the ledger holds of one trader, up to the cutoff; of the positions' days so much. */
export interface LedgerOf<Row> {
  trader: number
  /** Each position's days, ascending; never empty. */
  positions: Row[][]
  /** Ascending by day. */
  income: IncomeDay[]
}

/** All that the ledger holds of one trader, up to the cutoff. */
export type TraderLedger = LedgerOf<PositionDay>

/** The day of a trader's first event; infinite for who has none. */
export function firstDayOf(ledger: TraderLedger): Day {
  const firstDays = [...ledger.positions, ledger.income].map(
    (days) => days[0]?.day ?? Number.POSITIVE_INFINITY,
  )
  return firstDays.reduce((first, day) => Math.min(first, day), Number.POSITIVE_INFINITY)
}
