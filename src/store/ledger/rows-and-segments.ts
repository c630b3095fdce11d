import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { type EventFilter, mayHold, sealedWhereOf, whereOf } from './event-filter.ts'
import { besideManifest, readManifest, type Segment, segmentAround } from './sealed/manifest.ts'
import { type SegmentFile, sealedFiles } from './sealed/sealed-files.ts'

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

/** What is read of events; the same SQL for both engines. */
export interface EventQuery {
  select: string
  /** The condition of the WHERE. @default none */
  end?: string
  /** Reads key and hashes, and nothing else. @default false */
  hashes?: boolean
}

/**
 * Answers of one query for the rows of a kind, and for its sealed events. What a query sums up or cuts off comes once of
 * each, in no order: the caller puts both together. Rows rely on the store's indexes, sealed events on the order of their
 * file.
 */
export async function readEvents<Row>(
  sql: Sql,
  kind: EventKind,
  filter: EventFilter,
  { select, end = '', hashes = false }: EventQuery,
): Promise<Row[]> {
  const { text, values } = whereOf(sql, filter)
  const { rows, sealed } = await fromRowsAndSegments(sql, kind, filter, () =>
    sql.all<Row>(`SELECT ${select} FROM ${TABLES[kind]} WHERE ${text} ${end}`, values),
  )
  if (sealed.length === 0) return rows
  const found = await sealedFiles(sql).read<Row>(
    [sealed.map((segment) => (hashes ? segment.files.hashes : termsFile(segment)))],
    (files) => `SELECT ${select} FROM ${files} WHERE ${sealedWhereOf(filter)} ${end}`,
  )
  return [...rows, ...found]
}

/** What the files of hashes hold of some keys; opens only those whose bounds say that they may hold one. */
export async function readSealedAt<Row>(
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

/** How many events of a kind there are before a time. Counts every row: for what is done once a week. */
export async function countBefore(sql: Sql, kind: EventKind, before: Seconds): Promise<number> {
  const filter = { before }
  const { rows, sealed } = await fromRowsAndSegments(sql, kind, filter, () =>
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

/** A place of the chain. */
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
  const { rows, sealed } = await fromRowsAndSegments(sql, kind, filter, () =>
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
export async function fromRowsAndSegments<Kind extends EventKind, Row>(
  sql: Sql,
  kind: Kind,
  filter: EventFilter,
  read: () => Promise<Row[]>,
): Promise<{ rows: Row[]; sealed: Segment<Kind>[] }> {
  const { answer: rows, manifest } = await besideManifest(sql, kind, read)
  return { rows, sealed: manifest.filter((segment) => mayHold(segment, filter)) }
}
