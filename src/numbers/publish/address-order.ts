import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { infrastructureIds } from '../../store/ledger/chain-knowledge.ts'
import { hiddenTraders } from '../../store/opted-out.ts'
import { TRADERS } from '../../store/tables.ts'

/** Traders in the byte order of their addresses. */
export interface AddressOrder {
  /** Ids. */
  traders: Int32Array
  /** By id, 1 for hidden addresses: contracts, which are never traders, and traders who opted out. */
  hidden: Uint8Array
}

const PAGE = 20_000

const IDS_BEHIND = statement((from, { after }: { after: string }) =>
  from(TRADERS).select('id').where('address', '>', after).orderBy('address').limit(PAGE),
)
const ADDRESS_OF = statement((from, { id }: { id: number }) =>
  from(TRADERS).select('address').where('id', id),
)
const NEW_IDS = statement((from, { known }: { known: number }) =>
  from(TRADERS).select('id').where('id', '>=', known).orderBy('id'),
)
const LAST_ID = statement((from) => from(TRADERS).max('id as id'))

/**
 * Reads the order of all traders. Relies on the index of `traders` by address.
 * @param withOptedOut true: only contracts are hidden. @default false
 */
export async function readAddressOrder(sql: Sql, withOptedOut = false): Promise<AddressOrder> {
  const hidden = await readHidden(sql, withOptedOut)
  const traders = new Int32Array(hidden.length)
  let count = 0
  for (let after = ''; ; ) {
    // Ids alone come out of the index: addresses would take ten times the bytes.
    const rows = await IDS_BEHIND.all(sql, { after })
    for (const { id } of rows) traders[count++] = id
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    if (last === undefined) return { traders: traders.slice(0, count), hidden }
    const row = await ADDRESS_OF.get(sql, { id: last.id })
    after = row?.address ?? after
  }
}

/** The order with traders whose ids are new. Relies on the same index. */
export async function extendAddressOrder(sql: Sql, order: AddressOrder): Promise<AddressOrder> {
  const hidden = await readHidden(sql)
  const known = order.hidden.length
  if (hidden.length <= known) return { ...order, hidden }
  const rows = await NEW_IDS.all(sql, { known })
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

async function readHidden(sql: Sql, withOptedOut = false): Promise<Uint8Array> {
  const last = await LAST_ID.get(sql)
  const hidden = new Uint8Array((last?.id ?? 0) + 1)
  for (const trader of await infrastructureIds(sql)) hidden[trader] = 1
  if (!withOptedOut) for (const trader of await hiddenTraders(sql)) hidden[trader] = 1
  return hidden
}
