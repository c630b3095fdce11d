import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Database } from '../engine/database.ts'
import type { ColumnTypes } from '../engine/duckdb.ts'
import type { Value } from '../engine/table-types.ts'
import { wholeNumber } from '../ledger/event-filter.ts'
import { type DayKey, scanPositionDays } from '../ledger/scan-position-days.ts'
import { POSITION_DAYS } from '../tables.ts'
import {
  columnsOf,
  type ExportedColumn,
  type ExportedTable,
  type ExportFilter,
  PAGE,
  type Piece,
} from './exported-table.ts'
import { TOKEN_COLUMNS, traderColumns } from './shared-columns.ts'

/** The key's columns by the names that the reader of days gives them, then the others by their own. */
const KEY: Readonly<Record<string, string>> = { trader_id: 'trader', token_id: 'token', day: 'day' }
const NAMES = Object.keys(POSITION_DAYS.columns)
const CODED: ColumnTypes = Object.fromEntries(NAMES.map((name) => [KEY[name] ?? name, 'big']))

const amount = (name: string, column: string, says: string): ExportedColumn => ({
  name,
  type: 'BIGINT',
  sql: `p.${column}`,
  says,
})

/** The days of every position, of both ages. */
export const EXPORTED_DAYS: ExportedTable = {
  coded: CODED,
  order: ['trader', 'token', 'day'],
  names: { owner: { of: 'traders', by: 'trader' }, token: { of: 'tokens', by: 'token' } },
  columns: [
    ...traderColumns('owner'),
    ...TOKEN_COLUMNS,
    {
      name: 'day',
      type: 'DATE',
      sql: "DATE '1970-01-01' + CAST(p.day AS INTEGER)",
      says: 'UTC day, one with an event of the position',
    },
    amount('shares_micro', 'shares', 'shares held at its close, in millionths'),
    amount('cost_micro', 'cost', 'cost of the holding, in millionths of a dollar'),
    amount(
      'official_shares_micro',
      'official_amount',
      'shares at its close by the official rule, in millionths',
    ),
    amount(
      'official_avg_price_micro',
      'official_avg',
      'their average price by that rule, in millionths of a dollar',
    ),
    amount('realized_micro', 'realized', 'profit realized on the day, in millionths of a dollar'),
    amount(
      'bought_micro',
      'bought',
      'cost of purchases and splits, fees included, in millionths of a dollar',
    ),
    amount('bought_shares_micro', 'buy_shares', 'shares bought, in millionths'),
    amount('split_cost_micro', 'split_cost', 'the part of `bought_micro` from splits'),
    amount('split_shares_micro', 'split_shares', 'shares from splits, in millionths'),
    amount(
      'sold_micro',
      'sold',
      'proceeds of sales, merges and redemptions, less fees, in millionths of a dollar',
    ),
    amount('fees_micro', 'fees', 'fees of fills, in millionths of a dollar'),
    amount('volume_micro', 'volume', 'dollars of fills, in millionths'),
    amount('traded_shares_micro', 'traded', 'shares of fills, in millionths'),
    amount('fills', 'fills', 'number of fills'),
    amount('maker_fills', 'maker_fills', 'number of fills as maker'),
    amount('buys', 'buys', 'number of BUY fills'),
    amount('untracked_micro', 'untracked', 'shares that moved without a known cost, in millionths'),
    amount(
      'official_realized_micro',
      'official_realized',
      'profit of the day by the official rule, in millionths of a dollar',
    ),
  ],
  pieces: dayPieces,
}

/** The reader's pages, as many as make a piece of a good size. */
async function* dayPieces(
  db: Database,
  { since, before, traders, tokens }: ExportFilter,
): AsyncGenerator<Piece> {
  const select = NAMES.map((name) => (KEY[name] === undefined ? name : `${name} AS ${KEY[name]}`)).join(', ')
  const conditions = [
    ...(since === undefined ? [] : [`day >= ${wholeNumber(since / DAY_SECONDS)}`]),
    ...(tokens === undefined ? [] : [`token_id IN (${tokens.map(wholeNumber).join(', ')})`]),
  ]
  const pages = scanPositionDays<DayKey & Record<string, Value>>(db, select, {
    ...(traders && { traders }),
    ...(before !== undefined && { upTo: before / DAY_SECONDS - 1 }),
    ...(conditions.length > 0 && { also: conditions.join(' AND ') }),
  })
  let rows: Record<string, Value>[] = []
  for await (const page of pages) {
    for (const row of page) rows.push(row)
    if (rows.length < PAGE) continue
    yield { rows: columnsOf(CODED, rows), sealed: null }
    rows = []
  }
  yield { rows: columnsOf(CODED, rows), sealed: null }
}
