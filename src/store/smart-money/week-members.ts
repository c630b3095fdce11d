import type { Address, Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'

/** A member of a cohort in a week. */
export interface WeekMember {
  cohort: string
  trader: number
  address: Address
}

/** The members of these cohorts in a week, best first, in one statement. */
export function readWeekMembers(sql: Sql, cohorts: readonly string[], week: Day): Promise<WeekMember[]> {
  return sql.all<WeekMember>(
    'SELECT m.cohort, m.trader_id AS trader, t.address FROM cohort_members m JOIN traders t ON t.id = m.trader_id ' +
      `WHERE m.week = ? AND ${sql.isIn('m.cohort', 'text')} ORDER BY m.cohort, m.place`,
    [week, sql.list(cohorts)],
  )
}

/** The newest week up to this one for which each of these cohorts is fixed; cohorts without one are left out. */
export async function newestFixedWeeks(
  sql: Sql,
  cohorts: readonly string[],
  upTo: Day,
): Promise<{ cohort: string; week: Day }[]> {
  return sql.all(
    'SELECT cohort, MAX(week) AS week FROM cohort_weeks ' +
      `WHERE ${sql.isIn('cohort', 'text')} AND week <= ? GROUP BY cohort ORDER BY cohort`,
    [sql.list(cohorts), upTo],
  )
}
