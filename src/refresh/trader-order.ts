import type { Sql } from '../store/database.ts'
import { optedOutTraders } from '../store/opted-out.ts'

/** What boards need to know of traders, by trader id. */
export interface TraderOrder {
  /** The place of the trader's address among all addresses, in byte order. */
  addressRank: Int32Array
  /** 1 for those of whom nothing is shown: contracts, which are never traders, and who opted out. */
  hidden: Uint8Array
}

const PAGE = 20_000

interface AddressRow {
  id: number
  address: string
  infrastructure: number | null
}

/** Reads the order of all addresses without keeping any. Relies on the unique index on `traders.address`. */
export async function readTraderOrder(tx: Sql): Promise<TraderOrder> {
  const last = await tx.get<{ id: number | null }>('SELECT MAX(id) AS id FROM traders')
  const size = (last?.id ?? 0) + 1
  const order = { addressRank: new Int32Array(size), hidden: new Uint8Array(size) }
  let rank = 0
  let after = ''
  for (;;) {
    const rows = await tx.all<AddressRow>(
      'SELECT id, address, infrastructure FROM traders WHERE address > ? ORDER BY address LIMIT ?',
      [after, PAGE],
    )
    for (const row of rows) {
      order.addressRank[row.id] = rank++
      order.hidden[row.id] = row.infrastructure ?? 0
    }
    if (rows.length < PAGE) break
    after = rows.at(-1)?.address ?? after
  }
  for (const trader of await optedOutTraders(tx)) order.hidden[trader] = 1
  return order
}
