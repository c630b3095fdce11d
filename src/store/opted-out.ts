import type { Address } from '../ledger/quantities.ts'
import type { Sql } from './engine/database.ts'
import { as, statement } from './engine/statement.ts'
import { OPTED_OUT, TRADERS } from './tables.ts'

/*
 * Only this file decides which traders are hidden: a trader whose address opted out. Nothing shows such a trader; sums
 * and counts of shares, volume and trades still have its part. Readers take the form that fits what they read:
 *
 * - a statement over rows of `traders`: IS_SHOWN
 * - SQL over trader ids: HIDDEN_IDS
 * - lists and columns in memory: hiddenTraders
 * - texts that name addresses already: hiddenAmong
 */

/** SQL that is true for a trader `t` who is shown. */
export const IS_SHOWN = 'NOT EXISTS (SELECT 1 FROM opted_out o WHERE o.address = t.address)'

/** SQL of the ids of those who are hidden, in parentheses. */
export const HIDDEN_IDS = '(SELECT t.id FROM opted_out o JOIN traders t ON t.address = o.address)'

const HIDDEN = statement((from) =>
  from(as(OPTED_OUT, 'o')).join(as(TRADERS, 't'), 't.address', 'o.address').select('t.id'),
)
const ADDRESSES = statement((from) => from(OPTED_OUT).select('address').orderBy('address'))
const AMONG = statement((from, { addresses }: { addresses: readonly string[] }) =>
  from(OPTED_OUT).select('address').whereAnyOf('address', 'text', addresses),
)
const LET_IN = statement((from, { address }: { address: Address }) =>
  from(OPTED_OUT).where('address', address).delete(),
)

/** The ids of the ledger's traders who are hidden. */
export async function hiddenTraders(sql: Sql): Promise<ReadonlySet<number>> {
  const rows = await HIDDEN.all(sql)
  return new Set(rows.map(({ id }) => id))
}

/** Those of some addresses that are hidden. */
export async function hiddenAmong(sql: Sql, addresses: readonly Address[]): Promise<ReadonlySet<Address>> {
  const rows = await AMONG.all(sql, { addresses })
  return new Set(rows.map(({ address }) => address))
}

/** Every address that opted out, in order; the ledger need not know it. */
export async function optedOutAddresses(sql: Sql): Promise<Address[]> {
  const rows = await ADDRESSES.all(sql)
  return rows.map(({ address }) => address)
}

/** Records that an address is to be hidden; returns whether that is new. The next refresh must apply it. */
export async function addOptOut(sql: Sql, address: Address): Promise<boolean> {
  const fresh = await sql.insertNew(OPTED_OUT, { address: [address] }, 1)
  return fresh[0] === 1
}

/** Reverts {@link addOptOut}; returns whether the address had opted out. */
export async function removeOptOut(sql: Sql, address: Address): Promise<boolean> {
  return (await LET_IN.run(sql, { address })) > 0
}
