import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import type { DayColumn, DayRecord } from '../../store/ledger/position-day.ts'

/** A day's rewards and rebates of one trader. */
export interface IncomeDay {
  trader: number
  day: Day
  amount: MicroUsd
}

/** The columns of a position's day that profiles use. */
export const PROFILE_COLUMNS = [
  'shares',
  'cost',
  'official_amount',
  'official_avg',
  'official_realized',
  'realized',
  'bought',
  'buy_shares',
  'split_cost',
  'split_shares',
  'sold',
  'fees',
  'volume',
  'traded',
  'fills',
  'buys',
  'untracked',
] as const satisfies DayColumn[]

/** A day of one position with an event: its closing holding, and that day's flows. */
export type PositionDay = DayRecord<(typeof PROFILE_COLUMNS)[number]>

/** The columns of a position's day that totals and scores use, in the order in which they are streamed. */
export const BET_COLUMNS = [
  'shares',
  'cost',
  'realized',
  'bought',
  'buy_shares',
  'split_cost',
  'split_shares',
  'sold',
  'volume',
  'traded',
  'fills',
  'untracked',
] as const satisfies DayColumn[]

/** A position's day with these columns. */
export type BetDay = DayRecord<(typeof BET_COLUMNS)[number]>

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
