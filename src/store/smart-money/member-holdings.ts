import type { Day, MicroShares } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'

/** What a trader holds of a token. */
export interface TokenHolding {
  trader: number
  token: number
  shares: MicroShares
}

/**
 * What traders hold at a day's close. One statement, whatever they hold: the last row of each position up to the day,
 * along the primary key.
 */
export function readHoldings(sql: Sql, traders: readonly number[], upTo: Day): Promise<TokenHolding[]> {
  return sql.all<TokenHolding>(
    'SELECT p.trader_id AS trader, p.token_id AS token, p.shares FROM position_days p ' +
      `WHERE ${sql.isIn('p.trader_id', 'int')} AND p.day <= ? AND p.shares > 0 AND NOT EXISTS (` +
      'SELECT 1 FROM position_days n WHERE n.trader_id = p.trader_id AND n.token_id = p.token_id ' +
      'AND n.day > p.day AND n.day <= ?)',
    [sql.list(traders), upTo, upTo],
  )
}
