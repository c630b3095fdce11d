import { DAY_SECONDS, type Day, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { ColumnTypes } from '../engine/duckdb.ts'
import { as, statement } from '../engine/statement.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import {
  type DayColumn,
  type DayRecord,
  HELD_COLUMNS,
  type PositionId,
  recordName,
  withKey,
} from '../ledger/position-day.ts'
import { tradersWrittenSince } from '../ledger/versions.ts'
import { marketOf, withResolutions } from '../markets/market-facts.ts'
import { CONDITIONS, POSITIONS, TOKENS } from '../tables.ts'
import {
  columnsOf,
  type ExportedTable,
  type ExportFilter,
  PAGE,
  type Piece,
  TOKEN_COLUMNS,
  traderColumns,
} from './exported-table.ts'

const FLOWS = [
  'realized',
  'bought',
  'buy_shares',
  'sold',
  'fees',
  'volume',
  'fills',
  'untracked',
] as const satisfies DayColumn[]
const FLOW_NAMES = FLOWS.map(recordName) as Exclude<
  keyof DayRecord<(typeof FLOWS)[number]>,
  keyof PositionId | 'day'
>[]
const READ = [...HELD_COLUMNS, ...FLOWS]

/** A position at a close: what it holds then, and its flows up to then. */
interface PositionRow extends DayRecord<(typeof READ)[number]> {
  firstDay: Day
  isOpen: 0 | 1
}

const CODED: ColumnTypes = Object.fromEntries(
  [...withKey(READ).map(recordName), 'firstDay', 'isOpen'].map((name) => [name, 'big']),
)

const dayOf = (column: string) => `DATE '1970-01-01' + CAST(p.${column} AS INTEGER)`
const amount = (name: string, sql: string, says: string) =>
  ({ name, type: 'BIGINT', sql: `p.${sql}`, says }) as const

/** Every position at the close of a day, including empty ones. */
export const EXPORTED_POSITIONS: ExportedTable = {
  coded: CODED,
  order: ['trader', 'token'],
  names: { owner: { of: 'traders', by: 'trader' }, token: { of: 'tokens', by: 'token' } },
  columns: [
    ...traderColumns('owner'),
    ...TOKEN_COLUMNS,
    {
      name: 'status',
      type: 'VARCHAR',
      sql: "CASE p.isOpen WHEN 1 THEN 'OPEN' ELSE 'CLOSED' END",
      says: 'OPEN while shares are held and the market is not resolved, else CLOSED',
    },
    amount('shares_micro', 'shares', 'shares held, in millionths; 0 without any'),
    amount('cost_micro', 'cost', 'cost of the shares held, in millionths of a dollar'),
    amount('official_shares_micro', 'officialAmount', 'shares by the official rule, in millionths'),
    amount(
      'official_avg_price_micro',
      'officialAvg',
      'their average price by that rule, in millionths of a dollar',
    ),
    amount('realized_micro', 'realized', 'profit realized so far, in millionths of a dollar'),
    amount(
      'bought_micro',
      'bought',
      'cost of all purchases and splits, fees included, in millionths of a dollar',
    ),
    amount('bought_shares_micro', 'buyShares', 'shares bought so far, in millionths'),
    amount(
      'sold_micro',
      'sold',
      'proceeds of all sales, merges and redemptions, less fees, in millionths of a dollar',
    ),
    amount('fees_micro', 'fees', 'fees of all fills, in millionths of a dollar'),
    amount('volume_micro', 'volume', 'dollars of all fills, in millionths'),
    amount('fills', 'fills', 'number of fills'),
    amount('untracked_micro', 'untracked', 'shares that moved without a known cost so far, in millionths'),
    { name: 'first_day', type: 'DATE', sql: dayOf('firstDay'), says: 'UTC day of the first event' },
    { name: 'last_day', type: 'DATE', sql: dayOf('day'), says: 'UTC day of the last event' },
  ],
  pieces: positionPieces,
}

/** The days of each position added up, in pieces of a good size. */
async function* positionPieces(db: Sql, filter: ExportFilter): AsyncGenerator<Piece> {
  const { tokens, asOf, at = null } = filter
  const traders = filter.traders ?? (tokens && (await tradersOf(db, tokens, at)))
  const days = ledgerOf(db).days({ columns: READ, traders, tokens, upTo: asOf, at })
  let rows: PositionRow[] = []
  for await (const part of days) {
    for (const day of part.records()) {
      const last = rows.at(-1)
      if (last?.trader === day.trader && last.token === day.token) addDay(last, day)
      else rows.push({ ...day, firstDay: day.day, isOpen: 0 })
    }
    if (rows.length < PAGE) continue
    // The last position may go on in the next part.
    yield piece(await ofStatus(db, rows.slice(0, -1), filter))
    rows = rows.slice(-1)
  }
  yield piece(await ofStatus(db, rows, filter))
}

function piece(rows: readonly PositionRow[]): Piece {
  return { rows: columnsOf(CODED, rows as unknown as Record<string, number>[]), sealed: null }
}

function addDay(position: PositionRow, day: DayRecord<(typeof READ)[number]>): void {
  const before = { ...position }
  Object.assign(position, day)
  for (const name of FLOW_NAMES) position[name] += before[name]
}

const HOLDERS = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(POSITIONS).distinct('trader_id as trader').whereAnyOf('token_id', 'int', tokens),
)

/** Traders with a position in some tokens, ascending: days are read along their key, which begins with the trader. */
async function tradersOf(db: Sql, tokens: readonly number[], at: number | null): Promise<number[]> {
  const rows = await HOLDERS.all(db, { tokens })
  const changed =
    at === null ? [] : await tradersWrittenSince(db, { version: at, tokens, limit: Number.MAX_SAFE_INTEGER })
  return [...new Set([...rows.map(({ trader }) => trader), ...changed])].sort((a, b) => a - b)
}

const MARKETS_OF = statement((from, { tokens }: { tokens: readonly number[] }) =>
  from(as(TOKENS, 't'))
    .join(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.id as token', 'c.id as market', 'c.payouts', 'c.resolved_time as resolvedTime')
    .whereAnyOf('t.id', 'int', tokens),
)

/** Rows with their status, and only those of the wanted one. */
async function ofStatus(
  db: Sql,
  rows: readonly PositionRow[],
  { status, asOf, upTo, held, at = null }: ExportFilter,
): Promise<PositionRow[]> {
  const tokens = [...new Set(rows.map(({ token }) => token))]
  const end = Math.min(closeOf(asOf), upTo?.time ?? Number.POSITIVE_INFINITY)
  const markets = await withResolutions(db, await MARKETS_OF.all(db, { tokens }), marketOf, at)
  const resolved = new Set(
    markets.flatMap(({ token, payouts, resolvedTime }) =>
      payouts !== null && resolvedTime !== null && resolvedTime <= end ? token : [],
    ),
  )
  return rows
    .filter(({ trader, token }) => held?.get(trader)?.has(token) ?? true)
    .map((row) => ({
      ...row,
      isOpen: row.shares > 0 && !resolved.has(row.token) ? (1 as const) : (0 as const),
    }))
    .filter(({ isOpen }) => status === undefined || (isOpen === 1) === (status === 'OPEN'))
}

function closeOf(day: Day | undefined): Seconds {
  return day === undefined ? Number.POSITIVE_INFINITY : (day + 1) * DAY_SECONDS - 1
}
