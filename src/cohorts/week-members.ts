import type { Address, Day } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { TRADERS } from '../store/tables.ts'
import { COHORT_MEMBERS, COHORT_WEEKS } from './cohort-tables.ts'

/** A member of a cohort in a week. */
export interface WeekMember {
  cohort: string
  trader: number
  address: Address
}

const WEEK_MEMBERS = statement((from, { cohorts, week }: { cohorts: readonly string[]; week: Day }) =>
  from(as(COHORT_MEMBERS, 'm'))
    .join(as(TRADERS, 't'), 't.id', 'm.trader_id')
    .select('m.cohort', 'm.trader_id as trader', 't.address')
    .where('m.week', week)
    .whereAnyOf('m.cohort', 'text', cohorts)
    .orderBy('m.cohort')
    .orderBy('m.place'),
)
const NEWEST_FIXED = statement((from, { cohorts, upTo }: { cohorts: readonly string[]; upTo: Day }) =>
  from(COHORT_WEEKS)
    .select('cohort')
    .select(from.raw<{ week: Day }>('MAX(week) AS week'))
    .whereAnyOf('cohort', 'text', cohorts)
    .where('week', '<=', upTo)
    .groupBy('cohort')
    .orderBy('cohort'),
)

/** The members of these cohorts in a week, best first, in one statement. */
export function readWeekMembers(sql: Sql, cohorts: readonly string[], week: Day): Promise<WeekMember[]> {
  return WEEK_MEMBERS.all(sql, { cohorts, week })
}

/** The newest fixed week up to this one of each cohort; cohorts without one are skipped. */
export async function newestFixedWeeks(
  sql: Sql,
  cohorts: readonly string[],
  upTo: Day,
): Promise<{ cohort: string; week: Day }[]> {
  return NEWEST_FIXED.all(sql, { cohorts, upTo })
}
