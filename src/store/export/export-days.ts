import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { ColumnTypes } from '../engine/duckdb.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { DAY_COLUMNS, type DayColumn, type PositionDay, recordName } from '../ledger/position-day.ts'
import {
  columnsOf,
  type ExportedColumn,
  type ExportedTable,
  type ExportFilter,
  PAGE,
  type Piece,
  TOKEN_COLUMNS,
  traderColumns,
} from './exported-table.ts'

const CODED: ColumnTypes = Object.fromEntries(DAY_COLUMNS.map((name) => [recordName(name), 'big']))

const amount = (name: string, column: DayColumn, says: string): ExportedColumn => ({
  name,
  type: 'BIGINT',
  sql: `p.${recordName(column)}`,
  says,
})

/** The days of every position, of the store and of sealed files. */
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
    amount('role_known', 'role_known', 'number of fills whose role is known'),
    amount(
      'square_low',
      'square_low',
      'sum of squares of the dollars of fills, in units of 1e-12; its lowest limb',
    ),
    amount('square_middle', 'square_middle', 'its next limb, in units of 2^36'),
    amount('square_high', 'square_high', 'its highest limb, in units of 2^72'),
    amount('buy_slippage_micro', 'buy_slippage', "a copier's slippage of BUYs, in millionths of a dollar"),
    amount(
      'sell_slippage_micro',
      'sell_slippage',
      "a copier's slippage of SELLs of held shares, in millionths of a dollar",
    ),
    amount(
      'moved_slippage_micro',
      'moved_slippage',
      'slippage that came with transferred shares less what left with them, in millionths of a dollar',
    ),
  ],
  pieces: dayPieces,
}

/** The reader's parts, joined into pieces of a good size. */
async function* dayPieces(db: Sql, { since, before, traders, tokens }: ExportFilter): AsyncGenerator<Piece> {
  const days = ledgerOf(db).days({
    columns: DAY_COLUMNS,
    traders,
    tokens,
    from: since === undefined ? undefined : since / DAY_SECONDS,
    upTo: before === undefined ? undefined : before / DAY_SECONDS - 1,
  })
  let rows: PositionDay[] = []
  for await (const part of days) {
    for (const row of part.records()) rows.push(row)
    if (rows.length < PAGE) continue
    yield { rows: columnsOf(CODED, rows), sealed: null }
    rows = []
  }
  yield { rows: columnsOf(CODED, rows), sealed: null }
}
