import { wrongArgument } from '../../errors.ts'
import type { Day, MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import { pagesBehind, type Sql } from '../engine/database.ts'
import type { Columns, ColumnTypes } from '../engine/duckdb.ts'
import type { Table, Value } from '../engine/table.ts'
import type { PlaceBound } from '../ledger/place.ts'

/** The dictionaries of id columns. */
export type Dictionary = 'traders' | 'tokens'

/** A table that can be written to files: the source of its rows, and its columns. */
export interface ExportedTable {
  columns: readonly ExportedColumn[]
  /** The columns of a piece: with ids where the export has names. */
  coded: ColumnTypes
  /** The coded columns that order the file's rows. */
  order: readonly string[]
  /** Names that {@link ExportedColumn.sql} may use, each of a dictionary's rows by the coded column that holds its id. */
  names: Readonly<Record<string, { of: Dictionary; by: string }>>
  /** The rows, piece by piece in their order. There is a first piece even where no rows are. */
  pieces(db: Sql, filter: ExportFilter): AsyncGenerator<Piece>
}

export interface ExportedColumn {
  name: string
  type: 'BIGINT' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN' | 'DATE' | 'VARCHAR' | 'DECIMAL(18, 6)'
  /** DuckDB's SQL: over `p`, a row of the piece, and the table's names. @default the piece's column of this name */
  sql?: string
  /** Its meaning, with unit or range, and when it is null. */
  says: string
}

/** Rows that are written together: some thousand of the store, and those of some segments. */
export interface Piece {
  rows: Columns
  /** DuckDB's SELECT of sealed rows, by the coded columns; null for a table without any. */
  sealed: string | null
}

/** The wanted rows: those that match every given field. */
export interface ExportFilter {
  /** Inclusive. */
  since?: Seconds
  /** Exclusive. */
  before?: Seconds
  traders?: readonly number[]
  tokens?: readonly number[]
  /** Trades of at least this size, and of less than that. */
  minUsd?: MicroUsd
  usdBefore?: MicroUsd
  /** Trades: 0 BUY, 1 SELL. */
  side?: number
  /** Trades: 0 MAKER, 1 TAKER. */
  role?: number
  /** Trades: those of these keys. */
  keys?: readonly number[]
  /** Trades: of a share at least, and at most. */
  minPrice?: MicroPrice
  maxPrice?: MicroPrice
  /** Trades of these days alone, each by one of its traders. */
  membersOn?: ReadonlyMap<Day, ReadonlySet<number>>
  /** The last place whose events count. */
  upTo?: PlaceBound
  /** Positions at this day's close. @default as they are */
  asOf?: Day
  status?: 'OPEN' | 'CLOSED'
  /** Positions: only those of a trader in these tokens. */
  held?: ReadonlyMap<number, ReadonlySet<number>>
  /** The pinned version at which positions are read; null reads them as they are. @default null */
  at?: number | null
}

const MICRO = '_micro'

/**
 * Returns a column as a text format has it. An amount of millionths, whose name ends in `_micro`, is there a decimal number of dollars
 * or shares, without that ending; Parquet keeps the whole number.
 */
export function inText({
  name,
  type,
  sql = `p.${name}`,
  says,
}: ExportedColumn): ExportedColumn & { sql: string } {
  if (!name.endsWith(MICRO)) return { name, type, sql, says }
  const value = `CAST(CAST(${sql} AS BIGINT) * 0.000001 AS DECIMAL(18, 6))`
  return { name: name.slice(0, -MICRO.length), type: 'DECIMAL(18, 6)', sql: value, says }
}

/**
 * The columns of some names, in their order; a name may be that of the text formats.
 * @throws PequodError BAD_USER_INPUT for a name that no column has
 */
export function columnsNamed(
  all: readonly ExportedColumn[],
  names: readonly string[],
): readonly ExportedColumn[] {
  return [...new Set(names)].map((name) => {
    const found = all.find((column) => column.name === name || inText(column).name === name)
    if (found !== undefined) return found
    const known = all.map((column) => inText(column).name).join(', ')
    throw wrongArgument('columns', `names ${name}, which is not a column: ${known}`)
  })
}

/** Rows of the store that are read at a time. */
export const PAGE = 50_000

/** The coded columns of a piece that has those of the export. */
export function codedLike(columns: readonly ExportedColumn[]): ColumnTypes {
  return Object.fromEntries(columns.map(({ name, type }) => [name, type === 'VARCHAR' ? 'text' : 'big']))
}

/** The coded columns of a store's table. */
export function codedAs({ columns }: Table): ColumnTypes {
  return Object.fromEntries(
    Object.entries(columns).map(([name, type]) => [
      name,
      type === 'int' ? 'big' : type === 'blob' ? 'blob' : 'text',
    ]),
  )
}

/** Rows as columns. */
export function columnsOf(coded: ColumnTypes, rows: readonly Readonly<Record<string, Value>>[]): Columns {
  return Object.fromEntries(Object.keys(coded).map((name) => [name, rows.map((row) => row[name] ?? null)]))
}

/**
 * The rows of a query, page by page in the order of the integers that identify each.
 * @param text everything before the WHERE
 * @param key the columns of the order, as the query names them
 */
export async function* storePieces(
  db: Sql,
  coded: ColumnTypes,
  { text, key }: StoreQuery,
): AsyncGenerator<Piece> {
  const place = `(${key.join(', ')}) > (${key.map(() => '?').join(', ')})`
  const names = key.map((column) => column.replace(/^\w+\./, ''))
  const first: Record<string, Value> = Object.fromEntries(
    names.map((name) => [name, Number.MIN_SAFE_INTEGER]),
  )
  const read = (last: Record<string, Value>) =>
    db.all<Record<string, Value>>(
      `${text} WHERE ${place} ORDER BY ${key.join(', ')} LIMIT ${PAGE}`,
      names.map((name) => last[name] ?? null),
    )
  for await (const rows of pagesBehind(PAGE, first, read))
    yield { rows: columnsOf(coded, rows), sealed: null }
}

/** A query of the store whose rows are read page by page. */
interface StoreQuery {
  text: string
  key: readonly string[]
}

/** Bytes as `0x` and lower-case hex digits. */
export function hexOf(bytes: string): string {
  return `'0x' || lower(hex(${bytes}))`
}

/** The UTC day of `p.time`. */
export const DAY_OF_TIME = "DATE '1970-01-01' + CAST(p.time // 86400 AS INTEGER)"

/** Where the chain has an event, of `p.key`; see `ledger/place.ts`. */
export const PLACE_COLUMNS = [
  {
    name: 'block',
    type: 'BIGINT',
    sql: 'CASE WHEN p.key >= 0 THEN p.key >> 20 END',
    says: 'number of the block; null for a row of the Data API',
  },
  {
    name: 'log_index',
    type: 'INTEGER',
    sql: 'CASE WHEN p.key >= 0 THEN p.key & 1048575 END',
    says: 'index of the log in its block; null for a row of the Data API',
  },
] as const satisfies readonly ExportedColumn[]

export const TOKEN_COLUMNS: readonly ExportedColumn[] = [
  { name: 'token', type: 'VARCHAR', sql: 'token.token', says: 'ERC-1155 id of the outcome token, decimal' },
  {
    name: 'condition',
    type: 'VARCHAR',
    sql: 'token.condition',
    says: 'id of its condition; null while metadata is missing',
  },
  {
    name: 'outcome',
    type: 'INTEGER',
    sql: 'token.outcome',
    says: 'number of its outcome, from 0; null while metadata is missing',
  },
  {
    name: 'outcome_name',
    type: 'VARCHAR',
    sql: 'token.outcome_name',
    says: 'name of the outcome; null while metadata is missing',
  },
  {
    name: 'question',
    type: 'VARCHAR',
    sql: 'token.question',
    says: 'question of the market; null while metadata is missing',
  },
]

/** The columns of a trader. @param name the table of names that holds it */
export function traderColumns(name: string): readonly ExportedColumn[] {
  return [
    { name: 'trader', type: 'VARCHAR', sql: `${name}.address`, says: 'address of the owner' },
    {
      name: 'username',
      type: 'VARCHAR',
      sql: `${name}.username`,
      says: 'name of the owner; null where unknown',
    },
  ]
}
