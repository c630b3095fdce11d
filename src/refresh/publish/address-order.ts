import type { Address } from '../../ledger/quantities.ts'
import { optedOutTraders } from '../../store/accounts/opted-out.ts'
import type { Sql } from '../../store/engine/database.ts'
import { infrastructureIds } from '../../store/ledger/infrastructure-ids.ts'

/** Traders in the byte order of their addresses. */
export interface AddressOrder {
  /** Ids. */
  traders: Int32Array
  /** By id, 1 for those of whom nothing is shown: contracts, which are never traders, and who opted out. */
  hidden: Uint8Array
}

const PAGE = 20_000

/** Reads the order of all traders. Relies on the index of `traders` by address. */
export async function readAddressOrder(sql: Sql): Promise<AddressOrder> {
  const hidden = await readHidden(sql)
  const traders = new Int32Array(hidden.length)
  let count = 0
  for (let after = ''; ; ) {
    // Ids alone come out of the index: addresses would be ten times as many bytes.
    const rows = await sql.all<{ id: number }>(
      'SELECT id FROM traders WHERE address > ? ORDER BY address LIMIT ?',
      [after, PAGE],
    )
    for (const { id } of rows) traders[count++] = id
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    if (last === undefined) return { traders: traders.slice(0, count), hidden }
    const row = await sql.get<{ address: Address }>('SELECT address FROM traders WHERE id = ?', [last.id])
    after = row?.address ?? after
  }
}

/** The order with traders whose ids are new. Relies on the same index. */
export async function extendAddressOrder(sql: Sql, order: AddressOrder): Promise<AddressOrder> {
  const hidden = await readHidden(sql)
  const known = order.hidden.length
  if (hidden.length <= known) return { ...order, hidden }
  const rows = await sql.all<{ id: number }>('SELECT id FROM traders WHERE id >= ? ORDER BY id', [known])
  const ids = rows.map(({ id }) => id)
  const before = await sql.findEach<{ before: number | null }>(
    { id: 'int' },
    { id: ids },
    ids.length,
    'SELECT (SELECT p.id FROM traders p WHERE p.address < t.address ORDER BY p.address DESC LIMIT 1) AS before ' +
      'FROM traders t WHERE t.id = :id',
  )
  /** The next trader after another, or the first. */
  const behind = new Map(ids.map((id, i) => [before[i]?.before ?? NOBODY, id]))
  const traders = new Int32Array(order.traders.length + ids.length)
  let count = 0
  const putBehind = (trader: number) => {
    for (let next = behind.get(trader); next !== undefined; next = behind.get(next)) traders[count++] = next
  }
  putBehind(NOBODY)
  for (const trader of order.traders) {
    traders[count++] = trader
    putBehind(trader)
  }
  return { traders, hidden }
}

/** No trader's id. */
const NOBODY = 0

async function readHidden(sql: Sql): Promise<Uint8Array> {
  const last = await sql.get<{ id: number | null }>('SELECT MAX(id) AS id FROM traders')
  const hidden = new Uint8Array((last?.id ?? 0) + 1)
  for (const trader of await infrastructureIds(sql)) hidden[trader] = 1
  for (const trader of await optedOutTraders(sql)) hidden[trader] = 1
  return hidden
}
