import type { Address, Day } from '../ledger/quantities.ts'
import { insert, type Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import type { Table } from '../store/engine/table.ts'
import { TRADERS } from '../store/tables.ts'

/** One week of one cohort: the Monday, and the cohort's id. */
export interface CohortWeek {
  cohort: string
  week: Day
}

const FIXED_WEEKS = statement((from, { cohorts }: { cohorts: readonly string[] }) =>
  from(COHORT_WEEKS).select('cohort', 'week').whereAnyOf('cohort', 'text', cohorts),
)
const FIXED_WEEK = statement((from, { cohort, week }: CohortWeek) =>
  from(COHORT_WEEKS).select('week').where('cohort', cohort).where('week', week),
)
const MEMBERS = statement((from, { cohort, week }: CohortWeek) =>
  from(COHORT_MEMBERS).select('trader_id').where('cohort', cohort).where('week', week).orderBy('place'),
)
const MEMBERSHIPS = statement(
  (from, { cohorts, weeks }: { cohorts: readonly string[]; weeks: readonly Day[] }) =>
    from(COHORT_MEMBERS)
      .select('cohort', 'week', 'trader_id')
      .whereAnyOf('cohort', 'text', cohorts)
      .whereAnyOf('week', 'int', weeks),
)

/** The fixed weeks of these cohorts, as {@link weekKey} spells them. */
export async function fixedWeeks(sql: Sql, cohorts: readonly string[]): Promise<Set<string>> {
  const rows = await FIXED_WEEKS.all(sql, { cohorts })
  return new Set(rows.map(weekKey))
}

export function weekKey({ cohort, week }: CohortWeek): string {
  return `${week} ${cohort}`
}

/** Fixes a cohort's week, best trader first. A fixed week does not change. */
export async function fixWeek(
  tx: Sql,
  { cohort, week }: CohortWeek,
  traders: readonly number[],
): Promise<void> {
  const [fresh] = await insert(tx, COHORT_WEEKS, [{ cohort, week, members: traders.length }])
  if (fresh !== 1) return
  const members = traders.map((traderId, i) => ({ cohort, week, place: i + 1, traderId }))
  await insert(tx, COHORT_MEMBERS, members)
}

/** A cohort's members in a week, best first; null if the week is not fixed. Relies on the primary key. */
export async function cohortMembers(sql: Sql, { cohort, week }: CohortWeek): Promise<number[] | null> {
  if ((await FIXED_WEEK.get(sql, { cohort, week })) === undefined) return null
  const rows = await MEMBERS.all(sql, { cohort, week })
  return rows.map((row) => row.traderId)
}

/** The cohorts of each trader, keyed by week and trader as `week trader`, in the order of `cohorts`. */
export async function membershipsOf(
  sql: Sql,
  cohorts: readonly string[],
  weeks: readonly Day[],
): Promise<Map<string, string[]>> {
  const rows = await MEMBERSHIPS.all(sql, { cohorts, weeks })
  const memberships = new Map<string, string[]>()
  for (const cohort of cohorts) {
    for (const row of rows) {
      if (row.cohort !== cohort) continue
      const key = `${row.week} ${row.traderId}`
      memberships.set(key, [...(memberships.get(key) ?? []), cohort])
    }
  }
  return memberships
}

/** The weeks with fixed members of a cohort; `week` is the Monday. A fixed week may have no members. */
export const COHORT_WEEKS = {
  name: 'cohort_weeks',
  key: ['cohort', 'week'],
  notNull: 'all',
  columns: { cohort: 'text', week: 'int', members: 'int' },
} as const satisfies Table

/** A cohort's members in an ISO week, `place` 1 being the best: written once and kept forever. */
export const COHORT_MEMBERS = {
  name: 'cohort_members',
  key: ['cohort', 'week', 'place'],
  notNull: 'all',
  indexes: [['trader_id', 'week']],
  clustered: true,
  columns: { cohort: 'text', week: 'int', place: 'int', trader_id: 'int' },
} as const satisfies Table

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
