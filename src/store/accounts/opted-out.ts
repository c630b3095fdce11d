import type { Address } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { OPTED_OUT, TRADERS } from '../tables.ts'

/** SQL that is true for a trader `t` who did not opt out. */
export const IS_NOT_OPTED_OUT = 'NOT EXISTS (SELECT 1 FROM opted_out o WHERE o.address = t.address)'

const TRADERS_OUT = statement((from) =>
  from(as(OPTED_OUT, 'o')).join(as(TRADERS, 't'), 't.address', 'o.address').select('t.id'),
)
const ADDRESSES_OUT = statement((from) => from(OPTED_OUT).select('address').orderBy('address'))
const ONE = statement((from, { address }: { address: Address }) =>
  from(OPTED_OUT).select('address').where('address', address),
)
const AMONG = statement((from, { addresses }: { addresses: readonly string[] }) =>
  from(OPTED_OUT).select('address').whereAnyOf('address', 'text', addresses),
)
const LET_IN = statement((from, { address }: { address: Address }) =>
  from(OPTED_OUT).where('address', address).delete(),
)

/** The ids of those traders of the ledger who opted out: they are shown nowhere. */
export async function optedOutTraders(sql: Sql): Promise<number[]> {
  const rows = await TRADERS_OUT.all(sql)
  return rows.map(({ id }) => id)
}

/** Whether an address opted out. */
export async function isOptedOut(sql: Sql, address: Address): Promise<boolean> {
  return (await ONE.get(sql, { address })) !== undefined
}

/** Every address that opted out, in order; the ledger need not know it. */
export async function optedOutAddresses(sql: Sql): Promise<Address[]> {
  const rows = await ADDRESSES_OUT.all(sql)
  return rows.map(({ address }) => address)
}

/** Those of some addresses that opted out. */
export async function optedOutAmong(sql: Sql, addresses: readonly Address[]): Promise<Set<Address>> {
  const rows = await AMONG.all(sql, { addresses })
  return new Set(rows.map(({ address }) => address))
}

/** Records that an address is to be shown nowhere; returns whether that is new. The next refresh must apply it. */
export async function addOptOut(sql: Sql, address: Address): Promise<boolean> {
  const fresh = await sql.insertNew(OPTED_OUT, { address: [address] }, 1)
  return fresh[0] === 1
}

/** Takes {@link addOptOut} back; answers whether there was anything to take back. */
export async function removeOptOut(sql: Sql, address: Address): Promise<boolean> {
  return (await LET_IN.run(sql, { address })) > 0
}
