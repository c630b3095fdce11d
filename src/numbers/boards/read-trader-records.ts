import type { Address, Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { TRADERS } from '../../store/tables.ts'
import type { Sources } from '../days/publisher-lease.ts'

/** A trader's records in the store, besides the ledger's positions. */
export interface TraderRecords {
  address: Address
  /** Ascending, up to two days before the cutoff's: a later day's prices are not all known yet. */
  foresight: readonly ForesightRow[]
}

export interface ForesightRow {
  trader: number
  day: Day
  /** Packed (foresight-rows.ts). */
  facts: Uint8Array
}

/** A fill's price 24 hours later is known by the close of the day after it; a row counts from the day after that on. */
export const FORESIGHT_DELAY = 2

/** Reads the records of a batch of traders. @returns them by trader id */
export async function readTraderRecords(
  { sql, foresight: facts }: Sources,
  ids: readonly number[],
  cutoffDay: Day,
): Promise<(trader: number) => TraderRecords> {
  const addresses = await readAddresses(sql, ids)
  const foresight = await readForesight(facts, ids, cutoffDay - FORESIGHT_DELAY)
  return (trader) => {
    const address = addresses.get(trader)
    if (address === undefined) throw new RangeError(`Trader ${trader} has no address`)
    return { address, foresight: foresight.get(trader) ?? [] }
  }
}

const ADDRESSES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(TRADERS).select('id', 'address').whereAnyOf('id', 'int', ids),
)
const SHOWN_ADDRESSES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(TRADERS).select('id', 'address').where('infrastructure', 0).whereAnyOf('id', 'int', ids),
)

async function readAddresses(tx: Sql, ids: readonly number[]): Promise<Map<number, Address>> {
  const rows = await ADDRESSES.all(tx, { ids })
  return new Map(rows.map(({ id, address }) => [id, address]))
}

/** The addresses of those who are traders, by id: a contract is none. */
export async function readShownAddresses(sql: Sql, ids: readonly number[]): Promise<Map<number, Address>> {
  const rows = await SHOWN_ADDRESSES.all(sql, { ids })
  return new Map(rows.map(({ id, address }) => [id, address]))
}

async function readForesight(
  tx: Sql,
  ids: readonly number[],
  upTo: Day,
): Promise<Map<number, ForesightRow[]>> {
  const rows = await tx.all<ForesightRow>(
    `SELECT trader_id AS trader, day, facts FROM foresight_days WHERE ${tx.isIn('trader_id', 'int')} AND day <= ? ` +
      'ORDER BY trader_id, day',
    [tx.list(ids), upTo],
  )
  const all = new Map<number, ForesightRow[]>()
  for (const row of rows) {
    const own = all.get(row.trader)
    if (own) own.push(row)
    else all.set(row.trader, [row])
  }
  return all
}
