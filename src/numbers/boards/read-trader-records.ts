import type { Address, Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { FORESIGHT_DAYS, TRADERS } from '../../store/tables.ts'
import { type PackedDay, unpackDays } from '../days/foresight-rows.ts'
import type { Sources } from '../days/publisher-lease.ts'

/** A trader's records in the store, besides the ledger's positions. */
export interface TraderRecords {
  address: Address
  /** Ascending, up to two days before the cutoff's: a later day's prices are not all known yet. */
  foresight: readonly PackedDay[]
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

async function readAddresses(tx: Sql, ids: readonly number[]): Promise<Map<number, Address>> {
  const rows = await ADDRESSES.all(tx, { ids })
  return new Map(rows.map(({ id, address }) => [id, address]))
}

const SPANS = statement((from, { ids, upTo }: { ids: readonly number[]; upTo: Day }) =>
  from(FORESIGHT_DAYS)
    .select('trader_id as trader', 'day', 'facts')
    .whereAnyOf('trader_id', 'int', ids)
    .where('day', '<=', upTo)
    .orderBy('trader_id')
    .orderBy('day'),
)

async function readForesight(tx: Sql, ids: readonly number[], upTo: Day): Promise<Map<number, PackedDay[]>> {
  const rows = await SPANS.all(tx, { ids, upTo })
  const all = new Map<number, PackedDay[]>()
  for (const { trader, day: span, facts } of rows) {
    const days = unpackDays(span, facts).filter(({ day }) => day <= upTo)
    const own = all.get(trader)
    if (own) own.push(...days)
    else all.set(trader, days)
  }
  return all
}
