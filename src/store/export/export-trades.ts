import type { Sql } from '../engine/database.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { FILLS } from '../tables.ts'
import {
  codedAs,
  columnsOf,
  type ExportedTable,
  type ExportFilter,
  PAGE,
  type Piece,
} from './exported-table.ts'
import { DAY_OF_TIME, hexOf, PLACE_COLUMNS, TOKEN_COLUMNS, traderColumns } from './shared-columns.ts'

const CODED = codedAs(FILLS)

/** Every fill, of the store and of sealed files. */
export const EXPORTED_TRADES: ExportedTable = {
  coded: CODED,
  order: ['key'],
  names: {
    owner: { of: 'traders', by: 'owner_id' },
    counterparty: { of: 'traders', by: 'counterparty_id' },
    exchange: { of: 'traders', by: 'exchange_id' },
    token: { of: 'tokens', by: 'token_id' },
  },
  columns: [
    ...PLACE_COLUMNS,
    { name: 'tx', type: 'VARCHAR', sql: hexOf('p.tx'), says: 'hash of the transaction; null where unknown' },
    { name: 'time', type: 'BIGINT', says: 'seconds since 1970-01-01, UTC' },
    { name: 'day', type: 'DATE', sql: DAY_OF_TIME, says: 'UTC day' },
    {
      name: 'exchange',
      type: 'VARCHAR',
      sql: 'exchange.address',
      says: 'address of the exchange contract; null where unknown',
    },
    ...traderColumns('owner'),
    {
      name: 'counterparty',
      type: 'VARCHAR',
      sql: 'counterparty.address',
      says: 'address of the counterparty; null where unknown',
    },
    {
      name: 'role',
      type: 'VARCHAR',
      sql: "CASE p.role WHEN 0 THEN 'MAKER' WHEN 1 THEN 'TAKER' END",
      says: 'MAKER or TAKER; null where unknown',
    },
    {
      name: 'side',
      type: 'VARCHAR',
      sql: "CASE p.side WHEN 0 THEN 'BUY' ELSE 'SELL' END",
      says: 'BUY or SELL',
    },
    ...TOKEN_COLUMNS,
    { name: 'shares_micro', type: 'BIGINT', sql: 'p.shares', says: 'shares, in millionths' },
    { name: 'usd_micro', type: 'BIGINT', sql: 'p.usd', says: 'dollars without the fee, in millionths' },
    { name: 'fee_micro', type: 'BIGINT', sql: 'p.fee', says: 'the fee, in millionths of `fee_in`' },
    {
      name: 'fee_in',
      type: 'VARCHAR',
      sql: "CASE p.fee_in WHEN 0 THEN 'USD' ELSE 'SHARES' END",
      says: 'USD or SHARES',
    },
    {
      name: 'order_hash',
      type: 'VARCHAR',
      sql: hexOf('p.order_hash'),
      says: 'hash of the order; null where unknown',
    },
  ],
  pieces: fillPieces,
}

/** Rows of the Data API, whose keys are negative, then the chain's fills by their keys. */
async function* fillPieces(db: Sql, { traders, ...filter }: ExportFilter): AsyncGenerator<Piece> {
  const asked = { ...filter, ...(traders && { owners: traders }) }
  for await (const { rows, sealed } of ledgerOf(db).fillPieces(Object.keys(CODED), asked, PAGE))
    yield { rows: columnsOf(CODED, rows), sealed }
}
