import type { Address } from '../../ledger/quantities.ts'
import { optedOutTraders } from '../../store/accounts/opted-out.ts'
import type { Sql } from '../../store/engine/database.ts'
import { infrastructureIds } from '../../store/ingest/infrastructure-ids.ts'

/** Traders in the byte order of their addresses. */
export interface AddressOrder {
  /** Ids. */
  traders: Int32Array
  /** By id, 20 bytes each. */
  addresses: Buffer
  /** By id, 1 for those of whom nothing is shown: contracts, which are never traders, and who opted out. */
  hidden: Uint8Array
}

const PAGE = 20_000
const WIDTH = 20

/** Reads the order of everybody. */
export async function readAddressOrder(sql: Sql): Promise<AddressOrder> {
  const none = { traders: new Int32Array(), addresses: Buffer.alloc(WIDTH), hidden: new Uint8Array(1) }
  return extendAddressOrder(sql, none)
}

/** The order with traders whose ids are new. Relies on the key of `traders`. */
export async function extendAddressOrder(sql: Sql, order: AddressOrder): Promise<AddressOrder> {
  const last = await sql.get<{ id: number | null }>('SELECT MAX(id) AS id FROM traders')
  const size = Math.max(order.hidden.length, (last?.id ?? 0) + 1)
  let { traders, addresses } = order
  if (size > order.hidden.length) {
    addresses = Buffer.concat([addresses, Buffer.alloc(WIDTH * (size - order.hidden.length))])
    const fresh: number[] = []
    for (let after = order.hidden.length - 1; ; ) {
      const rows = await sql.all<{ id: number; address: Address }>(
        'SELECT id, address FROM traders WHERE id > ? ORDER BY id LIMIT ?',
        [after, PAGE],
      )
      for (const { id, address } of rows) {
        addresses.write(address.slice(2), WIDTH * id, 'hex')
        fresh.push(id)
      }
      if (rows.length < PAGE) break
      after = rows.at(-1)?.id ?? after
    }
    traders = merged(traders, fresh, addresses)
  }
  const hidden = new Uint8Array(size)
  for (const trader of await infrastructureIds(sql)) hidden[trader] = 1
  for (const trader of await optedOutTraders(sql)) hidden[trader] = 1
  return { traders, addresses, hidden }
}

function merged(traders: Int32Array, fresh: number[], addresses: Buffer): Int32Array {
  const compare = (a: number, b: number) =>
    addresses.compare(addresses, WIDTH * b, WIDTH * (b + 1), WIDTH * a, WIDTH * (a + 1))
  fresh.sort(compare)
  const all = new Int32Array(traders.length + fresh.length)
  let [old, next] = [0, 0]
  for (let at = 0; at < all.length; at++) {
    const [a, b] = [traders[old], fresh[next]]
    const isOld = b === undefined || (a !== undefined && compare(a, b) < 0)
    all[at] = (isOld ? a : b) ?? 0
    if (isOld) old++
    else next++
  }
  return all
}
