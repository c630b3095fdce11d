import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { type Columns, type ColumnTypes, createTableOf, numbersOf } from '../engine/duckdb.ts'
import { filesOf, readManifest } from './sealed/manifest.ts'
import { daysOfBothAges, isNotMasked, type SealedDays } from './sealed/sealed-days.ts'
import { sealedFiles } from './sealed/sealed-files.ts'

/** The columns of a position's day that totals and scores are made from, in the order in which they are streamed. */
export const STREAMED = [
  'trader_id',
  'token_id',
  'day',
  'shares',
  'cost',
  'realized',
  'bought',
  'buy_shares',
  'split_cost',
  'split_shares',
  'sold',
  'volume',
  'traded',
  'fills',
  'untracked',
] as const

/** Some rows as numbers, a column after the other; good until the next part. */
export interface DayColumns {
  count: number
  columns: readonly ArrayLike<number>[]
}

/** Which days are streamed. */
export interface StreamOptions {
  upTo: Day
  /** Ids. @default every trader's */
  traders?: readonly number[] | undefined
  /** Sealed rows that are sorted at a time, about. @default 500,000 */
  rowsAtOnce?: number
}

type DayRow = Record<(typeof STREAMED)[number], number>

const PAGE = 20_000
const LIST = STREAMED.join(', ')
const ORDER = 'trader_id, token_id, day'
const TYPES = Object.fromEntries(STREAMED.map((name) => [name, 'big'])) satisfies ColumnTypes

/**
 * Days of positions in the order of trader, token and day, sealed ones and rows, as columns of numbers: no row becomes an
 * object where files are read. Of one moment in a transaction that sees one.
 */
export async function* streamDays(sql: Sql, options: StreamOptions): AsyncGenerator<DayColumns> {
  const manifest = await readManifest(sql, 'DAYS')
  if (manifest.length === 0) {
    for await (const page of pagesOfRows(sql, options)) yield page
    return
  }
  const { sealed } = await daysOfBothAges(
    sql,
    { traders: options.traders, upTo: options.upTo },
    async () => [],
  )
  if (sealed.segments.length === 0) {
    for await (const page of pagesOfRows(sql, options)) yield page
    return
  }
  const connection = await sql.duckdb.connect()
  try {
    const rows = await createTableOf(connection, 'open_days', TYPES, namedPages(sql, options))
    const files = await sealedFiles(sql).from(filesOf(sealed.segments))
    const numbers = STREAMED.map((name) => `${name}::DOUBLE`).join(', ')
    const from =
      `SELECT ${LIST} FROM (${rows}) UNION ALL ` +
      `SELECT ${LIST} FROM ${files} WHERE day <= ${options.upTo} AND ${isNotMasked(sealed)}`
    for (const isAsked of await partsOf(sql, sealed, options))
      yield* numbersOf(connection, `SELECT ${numbers} FROM (${from}) WHERE ${isAsked} ORDER BY ${ORDER}`)
  } finally {
    connection.closeSync()
  }
}

/** Conditions on the trader, in order, each of which about so many sealed rows meet: they are sorted in little memory. */
async function partsOf(
  sql: Sql,
  { segments }: SealedDays,
  { traders, rowsAtOnce = 500_000 }: StreamOptions,
): Promise<string[]> {
  const last = await sql.get<{ id: number | null }>('SELECT MAX(id) AS id FROM traders')
  const everybody = (last?.id ?? 0) + 1
  const rows = segments.reduce((sum, segment) => sum + segment.rows, 0)
  const size = Math.max(1, Math.floor((everybody * rowsAtOnce) / Math.max(1, rows)))
  const parts = Array.from({ length: Math.ceil((traders?.length ?? everybody) / size) }, (_, i) => i * size)
  // Written out, for only so are other columns read of their rows alone.
  return parts.map((from) =>
    traders === undefined
      ? `trader_id BETWEEN ${from} AND ${from + size - 1}`
      : `trader_id IN (${traders.slice(from, from + size).join(', ')})`,
  )
}

async function* pagesOfRows(sql: Sql, options: StreamOptions): AsyncGenerator<DayColumns> {
  for await (const rows of rowPages(sql, options))
    yield { count: rows.length, columns: STREAMED.map((name) => rows.map((row) => row[name])) }
}

async function* namedPages(sql: Sql, options: StreamOptions): AsyncGenerator<Columns> {
  for await (const rows of rowPages(sql, options))
    yield Object.fromEntries(STREAMED.map((name) => [name, rows.map((row) => row[name])]))
}

/** Pages of rows along the primary key. */
async function* rowPages(sql: Sql, { upTo, traders }: StreamOptions): AsyncGenerator<DayRow[]> {
  if (traders !== undefined) {
    for (let from = 0; from < traders.length; from += TRADERS_AT_ONCE)
      yield await sql.all<DayRow>(
        `SELECT ${LIST} FROM position_days WHERE ${sql.isIn('trader_id', 'int')} AND day <= ? ORDER BY ${ORDER}`,
        [sql.list(traders.slice(from, from + TRADERS_AT_ONCE)), upTo],
      )
    return
  }
  for (let last: DayRow | undefined; ; ) {
    const rows: DayRow[] = await sql.all<DayRow>(
      `SELECT ${LIST} FROM position_days WHERE (trader_id, token_id, day) > (?, ?, ?) AND day <= ? ` +
        `ORDER BY ${ORDER} LIMIT ${PAGE}`,
      [last?.trader_id ?? -1, last?.token_id ?? -1, last?.day ?? -1, upTo],
    )
    yield rows
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

/** Traders whose rows are read together; ascending ids keep the order. */
const TRADERS_AT_ONCE = 100
