import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { hiddenTraders } from '../opted-out.ts'

/** A trader's holding of a token at a day's close, and its flows up to then. */
export interface BookRow {
  trader: number
  token: number
  shares: MicroShares
  cost: MicroUsd
  realized: MicroUsd
  bought: MicroUsd
  volume: MicroUsd
  fees: MicroUsd
  fills: number
  /** Fills that bought. */
  buys: number
  /** Dollars that came in for shares. */
  sold: MicroUsd
  /** The days of the first and the last event. */
  firstDay: Day
  day: Day
}

/** Everybody who ever had something of some tokens, as of a day's close. */
export interface Book {
  /** By token, those with the lower traders' numbers first; a position that holds nothing any more is there too. */
  byToken: ReadonlyMap<number, readonly BookRow[]>
  /** Opted-out traders among them: their holdings count only in sums. */
  hidden: ReadonlySet<number>
}

export interface BookAsked {
  tokens: readonly number[]
  /** Includes the day. */
  upTo: Day
  /** Only positions of these. @default everybody's */
  traders?: readonly number[]
  /** The version at which it is read. @default null: as it is */
  at?: number | null
}

const COLUMNS = ['shares', 'cost', 'realized', 'bought', 'volume', 'fees', 'fills', 'buys', 'sold'] as const

/** The book of some tokens. */
export async function readBook(sql: Sql, { tokens, upTo, traders, at = null }: BookAsked): Promise<Book> {
  const hidden = await hiddenTraders(sql)
  const rows = await ledgerOf(sql).sum({ tokens, traders, upTo, at, columns: COLUMNS })
  return { byToken: Map.groupBy(rows.sort(byTrader), ({ token }) => token), hidden }
}

/** Puts rows in the order of their traders' numbers. */
export function byTrader(a: BookRow, b: BookRow): number {
  return a.trader - b.trader
}
