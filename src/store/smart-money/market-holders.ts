import type { Day } from '../../ledger/quantities.ts'
import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { TRADERS } from '../engine/tables.ts'
import { holdingsOf, type TokenHolding } from '../ledger/position-days.ts'
import { COHORT_MEMBERS } from './cohort-tables.ts'
import type { ViewKey } from './views.ts'

const MEMBERS = statement((from, { cohort, week }: Omit<ViewKey, 'snapshot'>) =>
  from(as(COHORT_MEMBERS, 'm'))
    .join(as(TRADERS, 't'), 't.id', 'm.trader_id')
    .select('m.trader_id as trader')
    .where('m.cohort', cohort)
    .where('m.week', week)
    .where(from.raw(IS_NOT_OPTED_OUT))
    .orderBy('m.place'),
)

/**
 * What a week's members hold of some tokens at a day's close, best member first; opted-out members are left out. Members are
 * few, and their positions are found by the primary key.
 */
export async function readMarketHolders(
  sql: Sql,
  { cohort, week }: Omit<ViewKey, 'snapshot'>,
  tokens: readonly number[],
  upTo: Day,
): Promise<TokenHolding[]> {
  const members = await MEMBERS.all(sql, { cohort, week })
  const places = new Map(members.map(({ trader }, place) => [trader, place]))
  const placeOf = ({ trader }: TokenHolding) => places.get(trader) ?? 0
  const holdings = await holdingsOf(sql, [...places.keys()], upTo, tokens)
  return holdings.sort((a, b) => placeOf(a) - placeOf(b) || a.token - b.token)
}
