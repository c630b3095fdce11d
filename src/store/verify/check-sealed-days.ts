import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Database } from '../engine/database.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { recordsOf } from '../ledger/position-day.ts'
import type { Segment } from '../ledger/sealed/manifest.ts'
import { readSealedDays, sealedDays } from '../ledger/sealed/sealed-days.ts'
import { type SegmentFile, sealedFiles } from '../ledger/sealed/sealed-files.ts'

/** What is wrong with the rows of a segment of days whose file is whole. */
export async function daysFaults(db: Database, segment: Segment<'DAYS'>): Promise<string[]> {
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
export async function repeatedDays(db: Database): Promise<string[]> {
  let before = { trader: 0, token: 0, day: -1 }
  for await (const part of ledgerOf(db).days({ columns: [] }))
    for (const row of recordsOf(part)) {
      if (row.trader === before.trader && row.token === before.token && row.day === before.day)
        return [`day ${row.day} of trader ${row.trader} and token ${row.token} is there twice`]
      before = row
    }
  return []
}

/** Whether a row of a file comes before the one that it follows. */
export async function isOutOfOrder(db: Database, file: SegmentFile, order: string): Promise<boolean> {
  const [disorder] = await sealedFiles(db).read<{ count: number }>(
    [[file]],
    (from) =>
      `SELECT COUNT(*) AS count FROM (SELECT (${order}) < LAG((${order})) OVER (ORDER BY file_row_number) AS falls ` +
      `FROM ${from.replace('])', '], file_row_number = true)')}) WHERE falls`,
  )
  return disorder?.count !== 0
}
