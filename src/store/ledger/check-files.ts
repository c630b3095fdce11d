import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Database } from '../engine/database.ts'
import { ledgerOf } from './ledger.ts'
import { LOGS_PER_BLOCK } from './place.ts'
import { CHAIN_KINDS, type ChainKind } from './sealed/chain-kinds.ts'
import { filesOf, readManifests, rowsByKind, type Segment, type SegmentKind } from './sealed/manifest.ts'
import { readSealedDays, sealedDays } from './sealed/sealed-days.ts'
import { type FilePlan, type SegmentFile, sealedFiles } from './sealed/sealed-files.ts'

/** The result of checking the sealed part of the ledger. */
export interface SegmentsReport {
  segments: number
  /** Rows in them, by kind. */
  rows: Record<SegmentKind, number>
  /** A sentence for each fault. */
  wrong: string[]
}

/** Looks at every byte of the sealed files, then at their rows: as many as named, within their bounds, in their order. */
export async function checkSegments(db: Database): Promise<SegmentsReport> {
  const segments = await readManifests(db)
  const wrong: string[] = []
  const whole: Segment[] = []
  for (const segment of segments) {
    const faults = await Promise.all(filesOf([segment]).map((file) => sealedFiles(db).faultOf(file)))
    const found = faults.filter((fault) => fault !== null)
    wrong.push(...found)
    if (found.length === 0) whole.push(segment)
  }
  for (const kind of CHAIN_KINDS) {
    const ofKind = whole.filter((segment) => segment.kind === kind.kind)
    wrong.push(...overlaps(ofKind))
    for (const segment of ofKind) wrong.push(...(await contentFaults(db, kind, segment)))
  }
  for (const segment of whole) if (segment.kind === 'DAYS') wrong.push(...(await daysFaults(db, segment)))
  if (whole.length === segments.length) wrong.push(...(await repeatedDays(db)))
  return { segments: segments.length, rows: rowsByKind(segments), wrong }
}

/** Segments of one kind ordered by the chain's key: no two of them share one. */
function overlaps(segments: readonly Segment[]): string[] {
  return segments.flatMap((segment, i) => {
    const before = segments[i - 1]
    if (before === undefined || before.lastKey < segment.firstKey) return []
    return [`${nameOf(segment)} overlaps ${nameOf(before)}`]
  })
}

function nameOf(segment: Segment): string {
  return filesOf([segment])[0]?.name ?? `segment ${segment.id}`
}

interface Content {
  rows: number
  keys: number
  firstKey: number
  lastKey: number
  firstTime: number
  lastTime: number
}

/** The faults in the rows of whole files. */
async function contentFaults(db: Database, kind: ChainKind, segment: Segment): Promise<string[]> {
  const files: Readonly<Record<string, SegmentFile>> = segment.files
  const wrong: string[] = []
  for (const plan of kind.plans) {
    const file = files[plan.name]
    if (file === undefined) wrong.push(`${nameOf(segment)} has no file of ${plan.name}`)
    else wrong.push(...(await fileFaults(db, kind, segment, plan, file)))
  }
  return wrong
}

async function fileFaults(
  db: Database,
  { table }: ChainKind,
  segment: Segment,
  { columns, order, isDistinct = false }: FilePlan,
  file: SegmentFile,
): Promise<string[]> {
  // Rows of files without keys are blocks of transactions.
  const [key, keys] = isDistinct ? [`block * ${LOGS_PER_BLOCK}`, columns] : ['key', table.key]
  const firstOf = (bound: number) => (isDistinct ? bound - (bound % LOGS_PER_BLOCK) : bound)
  const isTimed = columns.some((column) => column.startsWith('time'))
  const time = isTimed ? 'time' : '0'
  const [content] = await sealedFiles(db).read<Content>(
    [[file]],
    (from) =>
      `SELECT COUNT(*) AS rows, COUNT(DISTINCT (${keys.join(', ')})) AS keys, MIN(${key}) AS "firstKey", ` +
      `MAX(${key}) AS "lastKey", MIN(${time}) AS "firstTime", MAX(${time}) AS "lastTime" FROM ${from}`,
  )
  const isAsNamed =
    content !== undefined &&
    (isDistinct ? content.rows <= segment.rows : content.rows === segment.rows) &&
    content.keys === content.rows &&
    content.firstKey === firstOf(segment.firstKey) &&
    content.lastKey === firstOf(segment.lastKey) &&
    (!isTimed || (content.firstTime === segment.firstTime && content.lastTime === segment.lastTime))
  return [
    ...(isAsNamed ? [] : [`${file.name} holds other rows than the manifest names`]),
    ...((await isOutOfOrder(db, file, order.join(', '))) ? [`${file.name} is out of order`] : []),
  ]
}

/** The faults in the rows of a segment of days whose file is whole. */
async function daysFaults(db: Database, segment: Segment<'DAYS'>): Promise<string[]> {
  const file = segment.files.days
  const bounds =
    'COUNT(*) AS rows, MIN(trader_id) AS "firstKey", MAX(trader_id) AS "lastKey", MIN(day) AS "firstDay", MAX(day) AS "lastDay"'
  const [content] = await sealedFiles(db).read<Record<string, number>>(
    [[file]],
    (from) => `SELECT ${bounds} FROM ${from}`,
  )
  const isAsNamed =
    content?.rows === segment.rows &&
    content.firstKey === segment.firstKey &&
    content.lastKey === segment.lastKey &&
    (content.firstDay ?? 0) * DAY_SECONDS === segment.firstTime &&
    (content.lastDay ?? 0) * DAY_SECONDS === segment.lastTime
  const [left] = await readSealedDays<{ rows: number }>(
    db,
    await sealedDays(db, [segment], {}),
    (from) => `SELECT COUNT(*) AS rows FROM ${from}`,
  )
  return [
    ...(isAsNamed ? [] : [`${file.name} holds other rows than the manifest names`]),
    ...(left?.rows === segment.rows - segment.masked
      ? []
      : [`other rows of ${file.name} are masked than named`]),
    ...((await isOutOfOrder(db, file, 'trader_id, token_id, day')) ? [`${file.name} is out of order`] : []),
  ]
}

/** Days of positions that are there twice, in two segments or sealed and as a row: the first of them, by its ids. */
async function repeatedDays(db: Database): Promise<string[]> {
  let before = { trader: 0, token: 0, day: -1 }
  for await (const part of ledgerOf(db).days({ columns: [] }))
    for (const row of part.records()) {
      if (row.trader === before.trader && row.token === before.token && row.day === before.day)
        return [`day ${row.day} of trader ${row.trader} and token ${row.token} is there twice`]
      before = row
    }
  return []
}

/** Whether a row of a file comes before the one that it follows. */
async function isOutOfOrder(db: Database, file: SegmentFile, order: string): Promise<boolean> {
  const [disorder] = await sealedFiles(db).read<{ count: number }>(
    [[file]],
    (from) =>
      `SELECT COUNT(*) AS count FROM (SELECT (${order}) < LAG((${order})) OVER (ORDER BY file_row_number) AS falls ` +
      `FROM ${from.replace('])', '], file_row_number = true)')}) WHERE falls`,
  )
  return disorder?.count !== 0
}
