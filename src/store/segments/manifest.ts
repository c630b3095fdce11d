import { z } from 'zod'
import type { Sql } from '../database.ts'
import type { SegmentFile } from './segment-files.ts'
import { SEGMENTS } from './segment-tables.ts'

/** What segments hold, and the files of one of them: the same rows, each file in an order of its own. */
const FILES = {
  /** Fills of the chain: by trader, token and key; by token and key; the hashes of transactions and orders, by key. */
  FILLS: ['traders', 'tokens', 'hashes'],
} as const

/** What a segment holds. */
export type SegmentKind = keyof typeof FILES

/** Rows that were sealed together. Bounds are those of its rows, both included. */
export interface Segment<Kind extends SegmentKind = SegmentKind> {
  id: number
  kind: Kind
  firstKey: number
  lastKey: number
  firstTime: number
  lastTime: number
  rows: number
  files: Readonly<Record<(typeof FILES)[Kind][number], SegmentFile>>
}

const FILE = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })

interface Row {
  id: number
  kind: string
  first_key: number
  last_key: number
  first_time: number
  last_time: number
  rows: number
  files: string
}

/** Every sealed segment of a kind, in the order of its keys. */
export async function readManifest<Kind extends SegmentKind>(sql: Sql, kind: Kind): Promise<Segment<Kind>[]> {
  const rows = await sql.all<Row>(`SELECT * FROM ${SEGMENTS.name} WHERE kind = ? ORDER BY first_key, id`, [
    kind,
  ])
  const files = z.object(Object.fromEntries(FILES[kind].map((name) => [name, FILE])))
  return rows.map((row) => ({
    id: row.id,
    kind,
    firstKey: row.first_key,
    lastKey: row.last_key,
    firstTime: row.first_time,
    lastTime: row.last_time,
    rows: row.rows,
    files: files.parse(JSON.parse(row.files)) as Segment<Kind>['files'],
  }))
}

/** Every sealed segment of every kind. */
export async function readManifests(sql: Sql): Promise<Segment[]> {
  const kinds = Object.keys(FILES) as SegmentKind[]
  return (await Promise.all(kinds.map((kind) => readManifest(sql, kind)))).flat()
}

/** Every file that some segments are made of. */
export function filesOf(segments: readonly Segment[]): SegmentFile[] {
  return segments.flatMap(({ files }) => Object.values(files))
}

/** The segment between whose bounds a key lies, or null; of segments of which no two share a key. */
export function segmentAround<Kind extends SegmentKind>(
  manifest: readonly Segment<Kind>[],
  key: number,
): Segment<Kind> | null {
  let low = 0
  for (let high = manifest.length; low < high; ) {
    const middle = (low + high) >>> 1
    if ((manifest[middle]?.lastKey ?? 0) < key) low = middle + 1
    else high = middle
  }
  const segment = manifest[low]
  return segment !== undefined && segment.firstKey <= key ? segment : null
}

/** Puts a segment in the place of others, which may be none. */
export async function writeManifest(
  tx: Sql,
  replaced: readonly Segment[],
  segment: Omit<Segment, 'id'> | null,
): Promise<void> {
  for (const { id } of replaced) await tx.run(`DELETE FROM ${SEGMENTS.name} WHERE id = ?`, [id])
  if (segment === null) return
  const { next } = (await tx.get<{ next: number }>(
    `SELECT COALESCE(MAX(id), 0) + 1 AS next FROM ${SEGMENTS.name}`,
  )) ?? { next: 1 }
  const { kind, firstKey, lastKey, firstTime, lastTime, rows, files } = segment
  await tx.run(
    `INSERT INTO ${SEGMENTS.name} (id, kind, first_key, last_key, first_time, last_time, rows, files) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [next, kind, firstKey, lastKey, firstTime, lastTime, rows, JSON.stringify(files)],
  )
}

/** What tells one manifest from another: names carry the hash of what is in the files, and ids may come again. */
export function manifestName(segments: readonly Segment[]): string {
  return filesOf(segments)
    .map(({ name }) => name)
    .join(' ')
}
