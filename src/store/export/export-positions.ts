import { POSITIONS } from '../tables.ts'
import { amongIds, codedAs, type ExportedTable, storePieces } from './exported-table.ts'
import { PLACE_COLUMNS, TOKEN_COLUMNS, traderColumns } from './shared-columns.ts'

const CODED = codedAs(POSITIONS)

/** Every position as of its last event, including empty ones. */
export const EXPORTED_POSITIONS: ExportedTable = {
  coded: CODED,
  order: ['token_id', 'trader_id'],
  names: { trader: { of: 'traders', by: 'trader_id' }, token: { of: 'tokens', by: 'token_id' } },
  columns: [
    ...traderColumns('trader'),
    ...TOKEN_COLUMNS,
    {
      name: 'shares_micro',
      type: 'BIGINT',
      sql: 'p.shares',
      says: 'shares held, in millionths; 0 if closed',
    },
    {
      name: 'cost_micro',
      type: 'BIGINT',
      sql: 'p.cost',
      says: 'cost of the holding, in millionths of a dollar',
    },
    {
      name: 'official_shares_micro',
      type: 'BIGINT',
      sql: 'p.official_amount',
      says: 'shares by the official rule, in millionths',
    },
    {
      name: 'official_avg_price_micro',
      type: 'BIGINT',
      sql: 'p.official_avg',
      says: 'their average price by that rule, in millionths of a dollar',
    },
    { name: 'last_time', type: 'BIGINT', says: 'seconds of its last event' },
    ...PLACE_COLUMNS.map((column) => ({
      ...column,
      name: `last_${column.name}`,
      sql: column.sql.replaceAll('p.key', 'p.last_key'),
    })),
  ],
  pieces: (db, { traders, tokens }) =>
    storePieces(db, CODED, {
      text: `SELECT ${Object.keys(CODED).join(', ')} FROM positions`,
      key: POSITIONS.key,
      where: [...amongIds(db, 'trader_id', traders), ...amongIds(db, 'token_id', tokens)],
    }),
}
