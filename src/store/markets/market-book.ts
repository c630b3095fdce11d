import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import { hiddenTraders } from '../accounts/opted-out.ts'
import type { Sql } from '../engine/database.ts'
import { ledgerOf } from '../ledger/ledger.ts'

/** What a trader holds of a token at a day's close, and what it has done with it up to then. */
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
}

/** Everybody who ever had something of some tokens, as of a day's close. */
export interface Book {
  /** By token, those with the lower traders' numbers first; a position that holds nothing any more is there too. */
  byToken: ReadonlyMap<number, readonly BookRow[]>
  /** Those among them who are shown nowhere: what they hold counts in sums alone. */
  hidden: ReadonlySet<number>
}

/** Which positions are read. */
export interface BookAsked {
  tokens: readonly number[]
  /** The day at whose close. */
  upTo: Day
  /** Only positions of these. @default everybody's */
  traders?: readonly number[]
}

const COLUMNS = ['shares', 'cost', 'realized', 'bought', 'volume', 'fees', 'fills'] as const

/** The book of some tokens. */
export async function readBook(sql: Sql, { tokens, upTo, traders }: BookAsked): Promise<Book> {
  const hidden = await hiddenTraders(sql)
  const rows = await ledgerOf(sql).sum({ tokens, traders, upTo, columns: COLUMNS })
  return { byToken: Map.groupBy(rows.sort(byTrader), ({ token }) => token), hidden }
}

/** Puts rows in the order of their traders' numbers. */
export function byTrader(a: BookRow, b: BookRow): number {
  return a.trader - b.trader
}
