import type { Database } from '../database.ts'
import { filesOf, readManifest, type Segment } from '../segments/manifest.ts'

/** What the sealed part of the ledger came to. */
export interface SegmentsReport {
  segments: number
  /** Fills in them. */
  rows: number
  /** What does not hold, a sentence each. */
  wrong: string[]
}

/** Looks at every byte of the sealed files, then at their rows: as many as named, within their bounds, in their order. */
export async function checkSegments(db: Database): Promise<SegmentsReport> {
  const manifest = await readManifest(db, 'FILLS')
  const wrong: string[] = []
  for (const [i, segment] of manifest.entries()) {
    const before = manifest[i - 1]
    if (before !== undefined && before.lastKey >= segment.firstKey)
      wrong.push(`${segment.files.tokens.name} overlaps ${before.files.tokens.name}`)
    const faults = await Promise.all(filesOf([segment]).map((file) => db.segments.faultOf(file)))
    const found = faults.filter((fault) => fault !== null)
    wrong.push(...(found.length > 0 ? found : await contentFaults(db, segment)))
  }
  return { segments: manifest.length, rows: manifest.reduce((sum, { rows }) => sum + rows, 0), wrong }
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
    const [disorder] = await db.segments.read<{ count: number }>(
      [[file]],
      (from) =>
        `SELECT COUNT(*) AS count FROM (SELECT (${order}) < LAG((${order})) OVER (ORDER BY file_row_number) AS falls ` +
        `FROM ${from.replace('])', '], file_row_number = true)')}) WHERE falls`,
    )
    const isAsNamed =
      content?.rows === segment.rows &&
      content.keys === segment.rows &&
      content.firstKey === segment.firstKey &&
      content.lastKey === segment.lastKey &&
      (file === files.hashes ||
        (content.firstTime === segment.firstTime && content.lastTime === segment.lastTime))
    if (!isAsNamed) wrong.push(`${file.name} holds other rows than the manifest names`)
    if (disorder?.count !== 0) wrong.push(`${file.name} is out of order`)
  }
  return wrong
}
