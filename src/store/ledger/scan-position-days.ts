import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { readManifest } from './sealed/manifest.ts'
import { daysOfBothAges, readSealedDays, type SealedDays, sealedDayPages } from './sealed/sealed-days.ts'
import { sealedFiles } from './sealed/sealed-files.ts'

/** A position's day by its key, in whose order days are read. */
export interface DayKey {
  trader: number
  token: number
  day: Day
}

/** Which days are read. */
export interface ScanOptions {
  /** Ids, ascending. @default every trader's */
  traders?: readonly number[]
  /** Of how many traders one statement reads the rows, where traders are named. @default 40 */
  atOnce?: number
  /** @default from the first */
  since?: Day
  /** @default to the last */
  upTo?: Day
  /** More SQL for the WHERE, always the same text and without values, which both engines read alike. @default all */
  also?: string
}

/** Rows of the store that are read at a time, and the traders whose rows are, where traders are named. */
const PAGE = 10_000
const TRADERS_AT_ONCE = 40
/** Sealed rows, and traders, that one query sorts. */
const SPAN_ROWS = 400_000
const SPAN_TRADERS = 800
const LAST = Number.MAX_SAFE_INTEGER

/**
 * Days of positions page by page in the order of trader, token and day, sealed ones and rows. Memory holds a page of rows,
 * or those of some traders, and what sorting a span of sealed days needs.
 * @param columns a SELECT's list for both engines, which names the key's columns `trader`, `token` and `day`
 */
export async function* scanPositionDays<Row extends DayKey>(
  sql: Sql,
  columns: string,
  options: ScanOptions = {},
): AsyncGenerator<Row[]> {
  for (const span of await spansOf(sql, options.traders)) yield* scanSpan<Row>(sql, columns, span, options)
}

/** Every trader with a day of a position. */
export async function tradersWithDays(sql: Sql): Promise<Set<number>> {
  const found = new Set<number>()
  const text = 'SELECT DISTINCT trader_id AS trader FROM'
  for (const { after, last } of await spansOf(sql)) {
    const { rows, sealed } = await daysOfBothAges(sql, { after, last }, () =>
      sql.all<{ trader: number }>(`${text} position_days WHERE trader_id > ? AND trader_id <= ?`, [
        after,
        last,
      ]),
    )
    const past = await readSealedDays<{ trader: number }>(
      sql,
      sealed,
      (from) => `${text} ${from} WHERE trader_id > ${after} AND trader_id <= ${last}`,
    )
    for (const { trader } of [...rows, ...past]) found.add(trader)
  }
  return found
}

/** Traders whose days are sorted together: those behind an id up to another, or of these only some. */
interface Span {
  after: number
  last: number
  ids: readonly number[] | null
}

async function spansOf(sql: Sql, traders?: readonly number[]): Promise<Span[]> {
  if (traders !== undefined) {
    const spans: Span[] = []
    for (let from = 0; from < traders.length; from += SPAN_TRADERS) {
      const ids = traders.slice(from, from + SPAN_TRADERS)
      spans.push({ after: (ids[0] ?? 0) - 1, last: ids.at(-1) ?? 0, ids })
    }
    return spans
  }
  const manifest = await readManifest(sql, 'DAYS')
  const isSmall = manifest.reduce((sum, { rows }) => sum + rows, 0) <= SPAN_ROWS
  const ends = isSmall
    ? []
    : // Where spans end decides what is sorted together, not what is read: masked rows may count.
      await sealedFiles(sql).read<{ last: number }>(
        [manifest.map(({ files }) => files.days)],
        (files) =>
          'SELECT MAX(trader_id) AS last FROM (SELECT trader_id, SUM(COUNT(*)) OVER (ORDER BY trader_id) AS sum ' +
          `FROM ${files} GROUP BY trader_id) GROUP BY sum // ${SPAN_ROWS} ORDER BY last`,
      )
  const lasts = [...ends.map(({ last }) => last), LAST]
  return lasts.map((last, i) => ({ after: lasts[i - 1] ?? -1, last, ids: null }))
}

async function* scanSpan<Row extends DayKey>(
  sql: Sql,
  columns: string,
  span: Span,
  options: ScanOptions,
): AsyncGenerator<Row[]> {
  let stream: SealedStream<Row> | null = null
  try {
    for (let at: DayKey = { trader: span.after, token: LAST, day: LAST }; ; ) {
      const filter = {
        traders: span.ids ?? undefined,
        after: at.trader - 1,
        last: span.last,
        ...daysOf(options),
      }
      const chunk = nextChunk<Row>(sql, columns, span, at, options)
      const { rows, sealed } = await daysOfBothAges(sql, filter, chunk.read)
      if (stream?.name !== sealed.name) {
        await stream?.close()
        stream = openStream(sealedDayPages<Row>(sql, sealed, sealedQuery(columns, span, at, options)), sealed)
      }
      const end = chunk.endOf(rows)
      yield* unite(stream, rows, end)
      if (end.trader >= span.last) return
      at = end
    }
  } finally {
    await stream?.close()
  }
}

/** The rows of the store behind a place: of some of the span's traders, or a page. */
function nextChunk<Row extends DayKey>(
  sql: Sql,
  columns: string,
  { ids, last }: Span,
  at: DayKey,
  { since = 0, upTo = LAST, also = 'TRUE', atOnce = TRADERS_AT_ONCE }: ScanOptions,
) {
  const select = `SELECT ${columns} FROM position_days WHERE`
  const end = `AND day >= ? AND day <= ? AND ${also} ORDER BY trader_id, token_id, day`
  const endOf = (trader: number): DayKey => ({ trader, token: LAST, day: LAST })
  if (ids !== null) {
    const from = ids.findIndex((id) => id > at.trader)
    const some = ids.slice(from, from + atOnce)
    return {
      read: () =>
        sql.all<Row>(`${select} ${sql.isIn('trader_id', 'int')} ${end}`, [sql.list(some), since, upTo]),
      endOf: () => endOf(some.at(-1) ?? last),
    }
  }
  return {
    read: () =>
      sql.all<Row>(
        `${select} (trader_id, token_id, day) > (?, ?, ?) AND trader_id <= ? ${end} LIMIT ${PAGE}`,
        [at.trader, at.token, at.day, last, since, upTo],
      ),
    // A full page may not be all: what is sealed is read up to its end.
    endOf: (rows: readonly Row[]) => (rows.length < PAGE ? endOf(last) : (rows.at(-1) ?? endOf(last))),
  }
}

function sealedQuery(columns: string, { ids, last }: Span, at: DayKey, { since, upTo, also }: ScanOptions) {
  const conditions = [
    // The first term is what a file's order is good for.
    `trader_id >= ${at.trader} AND trader_id <= ${last}`,
    `(trader_id, token_id, day) > (${at.trader}, ${at.token}, ${at.day})`,
    ...(ids === null ? [] : [`trader_id IN (${ids.join(', ')})`]),
    ...(since === undefined ? [] : [`day >= ${since}`]),
    ...(upTo === undefined ? [] : [`day <= ${upTo}`]),
    ...(also === undefined ? [] : [also]),
  ]
  return (from: string) =>
    `SELECT ${columns} FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY trader_id, token_id, day`
}

function daysOf({ since, upTo }: ScanOptions) {
  return { ...(since !== undefined && { since }), ...(upTo !== undefined && { upTo }) }
}

interface SealedStream<Row> {
  name: string
  /** The next rows up to a place; none where there are no more. */
  upTo(end: DayKey): Promise<Row[]>
  close(): Promise<unknown>
}

function openStream<Row extends DayKey>(
  pages: AsyncGenerator<Row[]>,
  { name }: SealedDays,
): SealedStream<Row> {
  let page: Row[] = []
  return {
    name,
    async upTo(end) {
      if (page.length === 0) page = (await pages.next()).value ?? []
      const last = page.at(-1)
      const isWhole = last === undefined || compareDays(last, end) <= 0
      const count = isWhole ? page.length : page.findIndex((row) => compareDays(row, end) > 0)
      const taken = page.slice(0, count)
      page = page.slice(count)
      return taken
    },
    close: () => pages.return(undefined),
  }
}

/** What is sealed and the rows up to a place, page by page in their order. */
async function* unite<Row extends DayKey>(
  stream: SealedStream<Row>,
  rows: readonly Row[],
  end: DayKey,
): AsyncGenerator<Row[]> {
  let next = 0
  for (;;) {
    const page = await stream.upTo(end)
    const last = page.at(-1)
    if (last === undefined) break
    const first = next
    for (let row = rows[next]; row !== undefined && compareDays(row, last) < 0; row = rows[++next]);
    yield next === first ? page : [...rows.slice(first, next), ...page].sort(compareDays)
  }
  if (next < rows.length) yield next === 0 ? [...rows] : rows.slice(next)
}

function compareDays(a: DayKey, b: DayKey): number {
  return a.trader - b.trader || a.token - b.token || a.day - b.day
}
