import { z } from 'zod'
import type { Sql } from '../database.ts'
import type { SegmentFile } from './segment-files.ts'
import { SEGMENTS } from './segment-tables.ts'

/** Fills of the chain that were sealed together. Bounds are those of its rows, both included. */
export interface Segment {
  id: number
  firstKey: number
  lastKey: number
  firstTime: number
  lastTime: number
  rows: number
  /** By trader, token and key. */
  traders: SegmentFile
  /** By token and key. */
  tokens: SegmentFile
  /** The hashes of transactions and orders, by key. */
  hashes: SegmentFile
}

const FILE = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })
const FILES = z.object({ traders: FILE, tokens: FILE, hashes: FILE })

interface Row {
  id: number
  first_key: number
  last_key: number
  first_time: number
  last_time: number
  rows: number
  files: string
}

/** Every sealed segment, in the order of its keys. */
export async function readManifest(sql: Sql): Promise<Segment[]> {
  const rows = await sql.all<Row>(`SELECT * FROM ${SEGMENTS.name} ORDER BY first_key`)
  return rows.map((row) => ({
    id: row.id,
    firstKey: row.first_key,
    lastKey: row.last_key,
    firstTime: row.first_time,
    lastTime: row.last_time,
    rows: row.rows,
    ...FILES.parse(JSON.parse(row.files)),
  }))
}

/** The segment between whose bounds a key lies, or null. */
export function segmentAround(manifest: readonly Segment[], key: number): Segment | null {
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
  const { firstKey, lastKey, firstTime, lastTime, rows, traders, tokens, hashes } = segment
  await tx.run(
    `INSERT INTO ${SEGMENTS.name} (id, first_key, last_key, first_time, last_time, rows, files) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [next, firstKey, lastKey, firstTime, lastTime, rows, JSON.stringify({ traders, tokens, hashes })],
  )
}

/** What tells one manifest from another: names carry the hash of what is in the files, and ids may come again. */
export function manifestName(segments: readonly Segment[]): string {
  return segments.map(({ tokens }) => tokens.name).join(' ')
}
