import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import { manifestName, readManifest, type Segment, segmentAround } from '../segments/manifest.ts'
import { type FillFilter, mayHold, sealedWhereOf, whereOf } from './fill-filter.ts'

/** A fill's columns, as both ages of the ledger keep them; the hashes stand apart ({@link withHashes}). */
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
 * indexes, (token, time) and (time) of large fills, or on the key; sealed ones on the order of their files.
 */
export async function readFills<Column extends FillColumn>(
  sql: Sql,
  columns: readonly Column[],
  filter: FillFilter,
  first: FirstFills = {},
): Promise<FillRow<Column>[]> {
  const { text, values } = whereOf(sql, filter)
  const list = columns.join(', ')
  const end =
    (first.inOrder ? ' ORDER BY time, key' : '') + (first.limit === undefined ? '' : ` LIMIT ${first.limit}`)
  const { rows, sealed } = await fromBothAges(sql, filter, () =>
    sql.all<FillRow<Column>>(`SELECT ${list} FROM fills WHERE ${text}${end}`, values),
  )
  if (sealed.length === 0) return rows
  const found = await sql.segments.read<FillRow<Column>>(
    [sealed.map((segment) => segment.files.tokens)],
    (files) => `SELECT ${list} FROM ${files} WHERE ${sealedWhereOf(filter)}${end}`,
  )
  const all = [...rows, ...found]
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
  const filter = { keys }
  const { text, values } = whereOf(sql, filter)
  const columns = 'key, tx, order_hash AS "orderHash"'
  type Row = { key: number; tx: Uint8Array | null; orderHash: Uint8Array | null }
  const { rows, sealed } = await fromBothAges(sql, filter, () =>
    sql.all<Row>(`SELECT ${columns} FROM fills WHERE ${text}`, values),
  )
  const found = await sql.segments.read<Row>(
    [sealed.map((segment) => segment.files.hashes)],
    (files) => `SELECT ${columns} FROM ${files} WHERE ${sealedWhereOf(filter)}`,
  )
  return new Map([...rows, ...found].map((row) => [row.key, row]))
}

/** Those of some keys under which a fill is sealed. */
export async function sealedKeys(sql: Sql, keys: ArrayLike<unknown>): Promise<ReadonlySet<number>> {
  const manifest = await readManifest(sql, 'FILLS')
  const asked = new Map<number, Segment<'FILLS'>>()
  for (const key of Array.from(keys, Number)) {
    const segment = segmentAround(manifest, key)
    if (segment !== null) asked.set(key, segment)
  }
  if (asked.size === 0) return new Set()
  const rows = await sql.segments.read<{ key: number }>(
    [[...new Set(asked.values())].map((segment) => segment.files.hashes)],
    (files) => `SELECT key FROM ${files} WHERE ${sealedWhereOf({ keys: [...asked.keys()] })}`,
  )
  return new Set(rows.map(({ key }) => key))
}

/** How many fills there are before a time. */
export async function countFills(sql: Sql, before: Seconds): Promise<number> {
  const filter = { before }
  const { rows, sealed } = await fromBothAges(sql, filter, () =>
    sql.all<{ count: number }>('SELECT COUNT(*) AS count FROM fills WHERE time < ?', [before]),
  )
  const cut = sealed.filter((segment) => segment.lastTime >= before)
  const inCut = await sql.segments.read<{ count: number }>(
    [cut.map((segment) => segment.files.tokens)],
    (files) => `SELECT COUNT(*) AS count FROM ${files} WHERE ${sealedWhereOf(filter)}`,
  )
  const inWhole = sealed.filter((segment) => segment.lastTime < before).map(({ rows: count }) => ({ count }))
  return [...rows, ...inCut, ...inWhole].reduce((sum, { count }) => sum + count, 0)
}

/** The time of the first fill in any of some tokens, or null. */
export async function firstFillTime(sql: Sql, tokens: readonly number[]): Promise<Seconds | null> {
  const filter = { tokens }
  const { text, values } = whereOf(sql, filter)
  type Row = { time: number | null }
  const { rows, sealed } = await fromBothAges(sql, filter, () =>
    sql.all<Row>(`SELECT MIN(time) AS time FROM fills WHERE ${text}`, values),
  )
  const found = await sql.segments.read<Row>(
    [sealed.map((segment) => segment.files.tokens)],
    (files) => `SELECT MIN(time) AS time FROM ${files} WHERE ${sealedWhereOf(filter)}`,
  )
  const times = [...rows, ...found].flatMap(({ time }) => time ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

/** The last fill of the chain before a time, or null. Keys rise with time: the walk down the key ends at once. */
export async function lastChainFill(
  sql: Sql,
  before: Seconds = Number.MAX_SAFE_INTEGER,
): Promise<FillRow<'key' | 'time'> | null> {
  const filter = { chain: true, before }
  const { rows, sealed } = await fromBothAges(sql, filter, () =>
    sql.all<FillRow<'key' | 'time'>>(
      'SELECT key, time FROM fills WHERE key >= 0 AND time < ? ORDER BY key DESC LIMIT 1',
      [before],
    ),
  )
  const segment = sealed.at(-1)
  if (segment !== undefined && segment.lastTime < before)
    rows.push({ key: segment.lastKey, time: segment.lastTime })
  else if (segment !== undefined)
    rows.push(
      ...(await sql.segments.read<FillRow<'key' | 'time'>>(
        [[segment.files.tokens]],
        (files) => `SELECT key, time FROM ${files} WHERE ${sealedWhereOf(filter)} ORDER BY key DESC LIMIT 1`,
      )),
    )
  return rows.sort((a, b) => b.key - a.key)[0] ?? null
}

/**
 * Rows of the store and the segments beside them, of one moment: what is sealed while one reads would be missed, or met
 * twice.
 */
export async function fromBothAges<Row>(
  sql: Sql,
  filter: FillFilter,
  read: () => Promise<Row[]>,
): Promise<{ rows: Row[]; sealed: Segment<'FILLS'>[] }> {
  for (let before = await readManifest(sql, 'FILLS'); ; ) {
    const rows = await read()
    const after = await readManifest(sql, 'FILLS')
    if (manifestName(after) === manifestName(before))
      return { rows, sealed: after.filter((segment) => mayHold(segment, filter)) }
    before = after
  }
}
