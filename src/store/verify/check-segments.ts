import type { Database } from '../database.ts'
import { filesOf, readManifests, rowsByKind, type Segment, type SegmentKind } from '../segments/manifest.ts'
import { daysFaults, isOutOfOrder, repeatedDays } from './check-sealed-days.ts'

/** What the sealed part of the ledger came to. */
export interface SegmentsReport {
  segments: number
  /** Rows in them, by kind. */
  rows: Record<SegmentKind, number>
  /** What does not hold, a sentence each. */
  wrong: string[]
}

/** Looks at every byte of the sealed files, then at their rows: as many as named, within their bounds, in their order. */
export async function checkSegments(db: Database): Promise<SegmentsReport> {
  const segments = await readManifests(db)
  const wrong: string[] = []
  const whole: Segment[] = []
  for (const segment of segments) {
    const faults = await Promise.all(filesOf([segment]).map((file) => db.segments.faultOf(file)))
    const found = faults.filter((fault) => fault !== null)
    wrong.push(...found)
    if (found.length === 0) whole.push(segment)
  }
  const fills = whole.filter((segment) => segment.kind === 'FILLS')
  for (const [i, segment] of fills.entries()) {
    const before = fills[i - 1]
    if (before !== undefined && before.lastKey >= segment.firstKey)
      wrong.push(`${segment.files.tokens.name} overlaps ${before.files.tokens.name}`)
    wrong.push(...(await contentFaults(db, segment)))
  }
  for (const segment of whole) if (segment.kind === 'DAYS') wrong.push(...(await daysFaults(db, segment)))
  if (whole.length === segments.length) wrong.push(...(await repeatedDays(db)))
  return { segments: segments.length, rows: rowsByKind(segments), wrong }
}

interface Content {
  rows: number
  keys: number
  firstKey: number
  lastKey: number
  firstTime: number
  lastTime: number
}

/** What is wrong with the rows of whole files. */
async function contentFaults(db: Database, { files, ...segment }: Segment<'FILLS'>): Promise<string[]> {
  const wrong: string[] = []
  const orders = [
    { file: files.traders, order: 'owner_id, token_id, key' },
    { file: files.tokens, order: 'token_id, key' },
    { file: files.hashes, order: 'key' },
  ]
  for (const { file, order } of orders) {
    const times = file === files.hashes ? '0' : 'time'
    const [content] = await db.segments.read<Content>(
      [[file]],
      (from) =>
        'SELECT COUNT(*) AS rows, COUNT(DISTINCT key) AS keys, MIN(key) AS "firstKey", MAX(key) AS "lastKey", ' +
        `MIN(${times}) AS "firstTime", MAX(${times}) AS "lastTime" FROM ${from}`,
    )
    const isAsNamed =
      content?.rows === segment.rows &&
      content.keys === segment.rows &&
      content.firstKey === segment.firstKey &&
      content.lastKey === segment.lastKey &&
      (file === files.hashes ||
        (content.firstTime === segment.firstTime && content.lastTime === segment.lastTime))
    if (!isAsNamed) wrong.push(`${file.name} holds other rows than the manifest names`)
    if (await isOutOfOrder(db, file, order)) wrong.push(`${file.name} is out of order`)
  }
  return wrong
}
