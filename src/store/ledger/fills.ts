import type { Sql } from '../engine/database.ts'
import type { EventFilter } from './event-filter.ts'
import { readEvents, readSealedAt } from './rows-and-segments.ts'

/** A fill's columns, as rows and sealed files both have them; hashes are apart ({@link readHashes}). */
export type FillColumn =
  | 'key'
  | 'time'
  | 'exchange_id'
  | 'owner_id'
  | 'counterparty_id'
  | 'role'
  | 'side'
  | 'token_id'
  | 'shares'
  | 'usd'
  | 'fee'
  | 'fee_in'

/** A fill with some of its columns. */
export type FillRow<Column extends FillColumn> = {
  [Name in Column]: Name extends Nullable ? number | null : number
}
type Nullable = 'exchange_id' | 'counterparty_id' | 'role'

/**
 * The fills that meet a filter, in no order: rows of the store, and those that were sealed. Rows rely on the store's
 * indexes, (token, time) and (time) of large fills, or on the key.
 */
export async function readFills<Column extends FillColumn>(
  sql: Sql,
  columns: readonly Column[],
  filter: EventFilter,
  first: FirstFills = {},
): Promise<FillRow<Column>[]> {
  const end =
    (first.inOrder ? 'ORDER BY time, key' : '') + (first.limit === undefined ? '' : ` LIMIT ${first.limit}`)
  const all = await readEvents<FillRow<Column>>(sql, 'FILLS', filter, { select: columns.join(', '), end })
  if (first.inOrder) all.sort(byPlace)
  return first.limit === undefined ? all : all.slice(0, first.limit)
}

/** How many of the fills are wanted. */
export interface FirstFills {
  /** In the ledger's order; the columns must hold time and key. @default in any */
  inOrder?: boolean
  /** @default all */
  limit?: number
}

function byPlace(a: { time?: number; key?: number }, b: { time?: number; key?: number }): number {
  return Number(a.time) - Number(b.time) || Number(a.key) - Number(b.key)
}

/** Transaction and order of sealed fills and rows, by key. Keys that are not there are left out. */
export async function readHashes(
  sql: Sql,
  keys: readonly number[],
): Promise<Map<number, { tx: Uint8Array | null; orderHash: Uint8Array | null }>> {
  type Row = { key: number; tx: Uint8Array | null; orderHash: Uint8Array | null }
  const rows = await readEvents<Row>(
    sql,
    'FILLS',
    { keys },
    { select: 'key, tx, order_hash AS "orderHash"', hashes: true },
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** Those of some keys under which a fill is sealed. */
export async function sealedKeys(sql: Sql, keys: ArrayLike<unknown>): Promise<ReadonlySet<number>> {
  const rows = await readSealedAt<{ key: number }>(sql, 'FILLS', keys, 'key')
  return new Set(rows.map(({ key }) => key))
}
