import type { Seconds } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import type { Value } from '../../engine/table.ts'
import { TX_START_BYTES } from '../../tables.ts'
import type { EventFilter } from '../event-filter.ts'
import { MOVEMENT_COLUMNS, type MovementRow, movementRowOf } from '../movement-row.ts'
import { LOGS_PER_BLOCK, placeName } from '../place.ts'
import { besideManifest, readManifest, type Segment, segmentAround } from '../sealed/manifest.ts'
import { type SegmentFile, sealedFiles } from '../sealed/sealed-files.ts'
import { mayHold, sealedWhereOf, whereOf } from './terms.ts'

/** The kinds of events: each has a table for those that are rows, and segments for those that are sealed. */
export type EventKind = 'FILLS' | 'MOVEMENTS'

const TABLES = { FILLS: 'fills', MOVEMENTS: 'movements' } as const satisfies Record<EventKind, string>

/** The table of a kind's rows. */
export function tableOf(kind: EventKind): (typeof TABLES)[EventKind] {
  return TABLES[kind]
}

/** The file of a segment that holds all but the hashes, by token, or for movements by market. */
export function termsFile(segment: Segment<EventKind>): SegmentFile {
  return segment.kind === 'FILLS' ? segment.files.tokens : segment.files.markets
}

/** The columns of events that are read; the same SQL for both engines. */
export interface EventQuery {
  select: string
  /** The condition of the WHERE. @default none */
  end?: string
  /** Reads key and hashes, and nothing else. @default false */
  hashes?: boolean
}

/**
 * Answers of one query for the rows of a kind, and for its sealed events. Sums and limits apply to
 * each apart, in no order: the caller puts both together. Rows rely on the store's indexes, sealed events on the order of their
 * file.
 */
export function readEvents<Row>(
  sql: Sql,
  kind: EventKind,
  filter: EventFilter,
  { select, end = '', hashes = false }: EventQuery,
): Promise<Row[]> {
  const text = (from: string, where: string) => `SELECT ${select} FROM ${from} WHERE ${where} ${end}`
  return queryEvents(sql, kind, filter, text, hashes)
}

/** The same of any query. */
export async function queryEvents<Row>(
  sql: Sql,
  kind: EventKind,
  filter: EventFilter,
  query: (from: string, where: string) => string,
  hashes = false,
): Promise<Row[]> {
  const { text, values } = whereOf(sql, filter)
  const { rows, sealed } = await eventsOfBothAges(sql, kind, filter, () =>
    sql.all<Row>(query(TABLES[kind], text), values),
  )
  if (sealed.length === 0) return rows
  const found = await sealedFiles(sql).read<Row>(
    [sealed.map((segment) => (hashes ? segment.files.hashes : termsFile(segment)))],
    (files) => query(files, sealedWhereOf(filter)),
  )
  return [...rows, ...found]
}

/** Returns the hashes that files hold of some keys; opens only those whose bounds say that they may hold one. */
async function readSealedAt<Row>(
  sql: Sql,
  kind: EventKind,
  keys: ArrayLike<unknown>,
  select: string,
): Promise<Row[]> {
  const manifest = await readManifest(sql, kind)
  const asked = new Map<number, Segment<EventKind>>()
  for (const key of manifest.length === 0 ? [] : Array.from(keys, Number)) {
    const segment = segmentAround(manifest, key)
    if (segment !== null) asked.set(key, segment)
  }
  if (asked.size === 0) return []
  return sealedFiles(sql).read<Row>(
    [[...new Set(asked.values())].map((segment) => segment.files.hashes)],
    (files) => `SELECT ${select} FROM ${files} WHERE ${sealedWhereOf({ keys: [...asked.keys()] })}`,
  )
}

/** How many events there are before a time. Counts every row. */
export async function countEvents(sql: Sql, before: Seconds): Promise<number> {
  return (await countBefore(sql, 'MOVEMENTS', before)) + (await countBefore(sql, 'FILLS', before))
}

async function countBefore(sql: Sql, kind: EventKind, before: Seconds): Promise<number> {
  const filter = { before }
  const { rows, sealed } = await eventsOfBothAges(sql, kind, filter, () =>
    sql.all<{ count: number }>(`SELECT COUNT(*) AS count FROM ${TABLES[kind]} WHERE time < ?`, [before]),
  )
  const cut = sealed.filter((segment) => segment.lastTime >= before)
  const inCut = await sealedFiles(sql).read<{ count: number }>(
    [cut.map(termsFile)],
    (files) => `SELECT COUNT(*) AS count FROM ${files} WHERE ${sealedWhereOf(filter)}`,
  )
  const inWhole = sealed.filter((segment) => segment.lastTime < before).map(({ rows: count }) => ({ count }))
  return [...rows, ...inCut, ...inWhole].reduce((sum, { count }) => sum + count, 0)
}

export interface ChainPlace {
  key: number
  time: Seconds
}

/** The chain's last event before a time, of any kind, or null. Keys rise with time: the walk down the key ends immediately. */
export async function lastOfChain(
  sql: Sql,
  before: Seconds = Number.MAX_SAFE_INTEGER,
): Promise<ChainPlace | null> {
  const kinds = Object.keys(TABLES) as EventKind[]
  const last = await Promise.all(kinds.map((kind) => lastOfKind(sql, kind, before)))
  return last.flat().sort((a, b) => b.key - a.key)[0] ?? null
}

async function lastOfKind(sql: Sql, kind: EventKind, before: Seconds): Promise<ChainPlace[]> {
  const filter = { chain: true, before }
  const { rows, sealed } = await eventsOfBothAges(sql, kind, filter, () =>
    sql.all<ChainPlace>(
      `SELECT key, time FROM ${TABLES[kind]} WHERE key >= 0 AND time < ? ORDER BY key DESC LIMIT 1`,
      [before],
    ),
  )
  const segment = sealed.at(-1)
  if (segment === undefined || segment.lastKey < (rows[0]?.key ?? 0)) return rows
  if (segment.lastTime < before) return [...rows, { key: segment.lastKey, time: segment.lastTime }]
  const found = await sealedFiles(sql).read<ChainPlace>(
    [[termsFile(segment)]],
    (files) => `SELECT key, time FROM ${files} WHERE ${sealedWhereOf(filter)} ORDER BY key DESC LIMIT 1`,
  )
  return [...rows, ...found]
}

/** Rows of the store and the segments beside them that may hold what is asked for, of one moment. */
export async function eventsOfBothAges<Kind extends EventKind, Row>(
  sql: Sql,
  kind: Kind,
  filter: EventFilter,
  read: () => Promise<Row[]>,
): Promise<{ rows: Row[]; sealed: Segment<Kind>[] }> {
  const { answer: rows, manifest } = await besideManifest(sql, kind, read)
  return { rows, sealed: manifest.filter((segment) => mayHold(segment, filter)) }
}

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

/** Transaction and order of sealed fills and rows, by key. Unknown keys are omitted. */
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

/**
 * Keys of a transaction's fills, in order. Rows rely on the index by the first bytes of a hash, files on the order by them: one
 * group of rows of each file is read. Whole hashes of the blocks that are found are compared page by page, so that blocks with a
 * hash that begins alike cost time and hide nothing.
 * @param tx its 32 bytes
 * @param most how many keys at most, and how many a page has
 */
export async function readTransaction(sql: Sql, tx: Uint8Array, most: number): Promise<number[]> {
  const start = Buffer.from(tx.subarray(0, TX_START_BYTES))
  const end = `ORDER BY key LIMIT ${most}`
  const isOfIt = `tx = unhex('${Buffer.from(tx).toString('hex')}')`
  const { rows, sealed } = await eventsOfBothAges(sql, 'FILLS', {}, () =>
    sql.all<{ key: number }>(
      `SELECT key FROM fills WHERE substr(tx, 1, ${TX_START_BYTES}) = ? AND tx = ? ${end}`,
      [start, tx],
    ),
  )
  const keys = rows.map(({ key }) => key)
  let after = -1
  let isWhole = false
  while (!isWhole && keys.length < most) {
    const alike = await sealedFiles(sql).read<{ block: number }>(
      [sealed.map(({ files }) => files.transactions)],
      (files) =>
        `SELECT DISTINCT block FROM ${files} WHERE start = ${start.readUInt32BE()} AND block > ${after} ` +
        `ORDER BY block LIMIT ${most}`,
    )
    const ranges = alike.map(({ block }) => ({
      first: block * LOGS_PER_BLOCK,
      last: (block + 1) * LOGS_PER_BLOCK - 1,
    }))
    const within = sealed.filter(({ firstKey, lastKey }) =>
      ranges.some(({ first, last }) => first <= lastKey && last >= firstKey),
    )
    const isWithin = ranges.map(({ first, last }) => `key BETWEEN ${first} AND ${last}`).join(' OR ')
    const found = await sealedFiles(sql).read<{ key: number }>(
      [within.map(({ files }) => files.hashes)],
      (files) => `SELECT key FROM ${files} WHERE (${isWithin}) AND ${isOfIt} ${end}`,
    )
    for (const { key } of found) keys.push(key)
    isWhole = alike.length < most
    after = alike.at(-1)?.block ?? after
  }
  return [...new Set(keys)].sort((a, b) => a - b).slice(0, most)
}

/** Those of some keys under which a fill is sealed. */
export async function sealedKeys(sql: Sql, keys: ArrayLike<unknown>): Promise<ReadonlySet<number>> {
  const rows = await readSealedAt<{ key: number }>(sql, 'FILLS', keys, 'key')
  return new Set(rows.map(({ key }) => key))
}

/**
 * The movements that meet a filter, in no order: rows of the store, and those that were sealed. Rows rely on the store's
 * indexes, (condition, time), (token, time) and (neg-risk market, time), or on the key.
 */
export async function readMovements(sql: Sql, filter: EventFilter): Promise<MovementRow[]> {
  const rows = await readEvents<Record<string, Value>>(sql, 'MOVEMENTS', filter, {
    select: MOVEMENT_COLUMNS.join(', '),
  })
  return rows.map(movementRowOf)
}

/** The markets whose movements to read: those of a condition, a neg-risk market or a token that is named. */
export interface MovementMarkets {
  conditions: Iterable<number>
  negRisk: Iterable<number>
  tokens: Iterable<number>
}

/** The movements of some markets, in no order. A movement names one of the three at most. */
export async function movementsOfMarkets(
  sql: Sql,
  { conditions, negRisk, tokens }: MovementMarkets,
): Promise<MovementRow[]> {
  const filters: EventFilter[] = [
    { conditions: [...new Set(conditions)] },
    { tokens: [...new Set(tokens)] },
    { negRisk: [...new Set(negRisk)] },
  ]
  const found: MovementRow[] = []
  for (const filter of filters) {
    if (Object.values(filter).every((ids) => ids.length === 0)) continue
    for (const row of await readMovements(sql, filter)) found.push(row)
  }
  return found
}

/** Columns of movements, as the store names them, with their transactions; which are asked for says how they are found. */
export type MovementTerms = Readonly<Record<string, Value>> & { key: number; item: number }

/** Terms of the movements that meet a filter, each with its transaction, in the ledger's order of keys. */
export async function readMovementTerms(
  sql: Sql,
  columns: readonly string[],
  filter: EventFilter,
): Promise<(MovementTerms & { tx: Uint8Array | null })[]> {
  const rows = await readEvents<MovementTerms>(sql, 'MOVEMENTS', filter, {
    select: [...new Set(['key', 'item', ...columns])].join(', '),
  })
  const hashes = await readMovementHashes(
    sql,
    rows.map(({ key }) => key),
  )
  return rows
    .map((row) => ({ ...row, tx: hashes.get(placeName(row)) ?? null }))
    .sort((a, b) => a.key - b.key || a.item - b.item)
}

/** The transactions of movements, by {@link placeName}, among some keys. */
export async function readMovementHashes(
  sql: Sql,
  keys: readonly number[],
): Promise<Map<string, Uint8Array | null>> {
  if (keys.length === 0) return new Map()
  const rows = await readEvents<{ key: number; item: number; tx: Uint8Array | null }>(
    sql,
    'MOVEMENTS',
    { keys: [...new Set(keys)] },
    { select: 'key, item, tx', hashes: true },
  )
  return new Map(rows.map((row) => [placeName(row), row.tx]))
}

/** Tells transactions of one read apart: equal names are one transaction. */
export type TransactionName = number | string

/**
 * The transactions of the chain's events behind a key and up to another one, by key, under names that tell them apart: numbers
 * where all events are sealed, because texts take longer to read than all else; otherwise hex, for a buffer takes longer still.
 * Events of one key are of one log, and so of one transaction.
 * @param inHex true for names that can be compared with hashes from elsewhere
 */
export async function readTransactionNames(
  sql: Sql,
  range: Required<Pick<EventFilter, 'afterKey' | 'upToKey'>>,
  inHex: boolean,
): Promise<Map<number, TransactionName>> {
  type Row = { key: number; tx: TransactionName | null }
  const { text, values } = whereOf(sql, range)
  const hex = sql.dialect === 'sqlite' ? 'hex(tx)' : "upper(encode(tx, 'hex'))"
  const names = new Map<number, TransactionName>()
  const hashes: SegmentFile[][] = []
  for (const kind of Object.keys(TABLES) as EventKind[]) {
    const { rows, sealed } = await eventsOfBothAges(sql, kind, range, () =>
      sql.all<Row>(`SELECT key, ${hex} AS tx FROM ${TABLES[kind]} WHERE ${text}`, values),
    )
    for (const { key, tx } of rows) if (tx) names.set(key, tx)
    if (sealed.length > 0) hashes.push(sealed.map(({ files }) => files.hashes))
  }
  const name = inHex || names.size > 0 ? 'hex(tx)' : 'first'
  const found = await sealedFiles(sql).read<Row>(hashes, (...from) => {
    const parts = from.map((files) => `SELECT key, tx FROM ${files} WHERE ${sealedWhereOf(range)}`)
    const firsts = 'SELECT tx, min(key) AS first FROM named GROUP BY tx'
    return (
      `WITH named AS MATERIALIZED (SELECT * FROM (${parts.join(' UNION ALL ')}) WHERE octet_length(tx) > 0) ` +
      `SELECT key, ${name} AS tx FROM named JOIN (${firsts}) USING (tx)`
    )
  })
  for (const { key, tx } of found) if (tx) names.set(key, tx)
  return names
}

/** The places of those movements that are sealed, as {@link placeName} writes them, among some keys. */
export async function sealedPlaces(sql: Sql, keys: ArrayLike<unknown>): Promise<ReadonlySet<string>> {
  return new Set((await readSealedAt<{ key: number }>(sql, 'MOVEMENTS', keys, 'key, item')).map(placeName))
}
