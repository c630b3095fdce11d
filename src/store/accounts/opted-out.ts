import type { Address } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { OPTED_OUT } from '../engine/tables.ts'

/** SQL that is true for a trader `t` who did not opt out. */
export const IS_NOT_OPTED_OUT = 'NOT EXISTS (SELECT 1 FROM opted_out o WHERE o.address = t.address)'

/** The ids of those traders of the ledger who opted out: they are shown nowhere. */
export async function optedOutTraders(sql: Sql): Promise<number[]> {
  const rows = await sql.all<{ id: number }>(
    'SELECT t.id FROM opted_out o JOIN traders t ON t.address = o.address',
  )
  return rows.map(({ id }) => id)
}

/** Every address that opted out, in order; the ledger need not know it. */
export async function optedOutAddresses(sql: Sql): Promise<Address[]> {
  const rows = await sql.all<{ address: Address }>('SELECT address FROM opted_out ORDER BY address')
  return rows.map(({ address }) => address)
}

/** Notes that an address is to be shown nowhere; answers whether that is new. The next refresh must hear of it. */
export async function addOptOut(sql: Sql, address: Address): Promise<boolean> {
  const fresh = await sql.insertNew(OPTED_OUT, { address: [address] }, 1)
  return fresh[0] === 1
}

/** Takes {@link addOptOut} back; answers whether there was anything to take back. */
export async function removeOptOut(sql: Sql, address: Address): Promise<boolean> {
  return (await sql.run('DELETE FROM opted_out WHERE address = ?', [address])) > 0
}
