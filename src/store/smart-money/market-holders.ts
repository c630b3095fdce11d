import type { Day, MicroShares } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import { IS_NOT_OPTED_OUT } from '../opted-out.ts'
import type { ViewKey } from './views.ts'

/** What a member of a cohort holds of a token. */
export interface MarketHolder {
  trader: number
  token: number
  shares: MicroShares
}

/**
 * What a week's members hold of some tokens at a day's close, best member first; whoever opted out is left out. One
 * statement: members are few, and their positions are found by the primary key.
 */
export function readMarketHolders(
  sql: Sql,
  { cohort, week }: Omit<ViewKey, 'snapshot'>,
  tokens: readonly number[],
  upTo: Day,
): Promise<MarketHolder[]> {
  return sql.all<MarketHolder>(
    'SELECT m.trader_id AS trader, p.token_id AS token, p.shares FROM cohort_members m JOIN traders t ON t.id = m.trader_id ' +
      `JOIN position_days p ON p.trader_id = m.trader_id AND ${sql.isIn('p.token_id', 'int')} AND p.day <= ? AND p.shares > 0 ` +
      'WHERE m.cohort = ? AND m.week = ? AND NOT EXISTS (SELECT 1 FROM position_days n WHERE n.trader_id = p.trader_id ' +
      `AND n.token_id = p.token_id AND n.day > p.day AND n.day <= ?) AND ${IS_NOT_OPTED_OUT} ORDER BY m.place, p.token_id`,
    [sql.list(tokens), upTo, cohort, week, upTo],
  )
}
