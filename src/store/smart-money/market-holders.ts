import type { Day } from '../../ledger/quantities.ts'
import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Sql } from '../engine/database.ts'
import { holdingsOf, type TokenHolding } from '../ledger/position-days.ts'
import type { ViewKey } from './views.ts'

/**
 * What a week's members hold of some tokens at a day's close, best member first; whoever opted out is left out. Members are
 * few, and their positions are found by the primary key.
 */
export async function readMarketHolders(
  sql: Sql,
  { cohort, week }: Omit<ViewKey, 'snapshot'>,
  tokens: readonly number[],
  upTo: Day,
): Promise<TokenHolding[]> {
  const members = await sql.all<{ trader: number }>(
    'SELECT m.trader_id AS trader FROM cohort_members m JOIN traders t ON t.id = m.trader_id ' +
      `WHERE m.cohort = ? AND m.week = ? AND ${IS_NOT_OPTED_OUT} ORDER BY m.place`,
    [cohort, week],
  )
  const places = new Map(members.map(({ trader }, place) => [trader, place]))
  const placeOf = ({ trader }: TokenHolding) => places.get(trader) ?? 0
  const holdings = await holdingsOf(sql, [...places.keys()], upTo, tokens)
  return holdings.sort((a, b) => placeOf(a) - placeOf(b) || a.token - b.token)
}
