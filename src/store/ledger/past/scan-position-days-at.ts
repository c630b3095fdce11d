import type { Sql } from '../../engine/database.ts'
import { POSITION_DAYS } from '../../tables.ts'
import { type DayKey, type ScanOptions, scanPositionDays } from '../scan-position-days.ts'
import { ALWAYS, both, type Condition, keptRows, overlaid } from './kept-rows.ts'

const KEY = '(trader_id, token_id, day)'

/**
 * Days of positions as {@link scanPositionDays} reads them, sealed ones and rows, as of a pinned version. What was
 * kept of a day replaces it also where the day was sealed after it had changed.
 * @param version a pinned version, of days up to the last that was pinned with it; null reads them as they are
 */
export async function* scanPositionDaysAt<Row extends DayKey>(
  sql: Sql,
  columns: string,
  { version, ...options }: ScanOptions & { version: number | null },
): AsyncGenerator<Row[]> {
  const pages = scanPositionDays<Row>(sql, columns, options)
  if (version === null) return yield* pages
  let behind = ALWAYS
  let from = 0
  const asTheyWere = async (rows: readonly Row[], upTo: Condition, to: number) => {
    const kept = await keptRows<Row>(sql, POSITION_DAYS, {
      select: columns,
      within: both(asked(sql, options, from, to), both(behind, upTo)),
      matching: { text: options.also ?? 'TRUE', values: [] },
      version,
    })
    const was = overlaid(rows, kept, ({ trader, token, day }) => `${trader} ${token} ${day}`)
    return kept.length === 0
      ? was
      : was.sort((a, b) => a.trader - b.trader || a.token - b.token || a.day - b.day)
  }
  for await (const page of pages) {
    const last = page.at(-1)
    if (last === undefined) continue
    const place = [last.trader, last.token, last.day]
    const rows = await asTheyWere(page, { text: `${KEY} <= (?, ?, ?)`, values: place }, last.trader)
    if (rows.length > 0) yield rows
    behind = { text: `${KEY} > (?, ?, ?)`, values: place }
    from = last.trader
  }
  const rest = await asTheyWere([], ALWAYS, Number.MAX_SAFE_INTEGER)
  if (rest.length > 0) yield rest
}

/** What a page is of: of the traders that are asked for, those in its range. */
function asked(
  sql: Sql,
  { traders, since = 0, upTo = Number.MAX_SAFE_INTEGER }: ScanOptions,
  from: number,
  to: number,
): Condition {
  const some = traders?.filter((trader) => trader >= from && trader <= to)
  const ofTraders =
    some === undefined ? ALWAYS : { text: sql.isIn('trader_id', 'int'), values: [sql.list(some)] }
  return both(ofTraders, { text: 'day >= ? AND day <= ?', values: [since, upTo] })
}
