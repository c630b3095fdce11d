import type { Day, MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'

/** Weeks from the first to the last, both included. */
export interface WeekRange {
  cohort: string
  from: Day
  to: Day
}

/** A category's sums in a week. */
export interface WeekCategory {
  week: Day
  category: string | null
  markets: number
  yesValue: MicroUsd
  value: MicroUsd
  divergences: number
}

/** A market with a wide divergence in a week, in millionths. */
export interface WeekDivergence {
  week: Day
  market: number
  divergence: number
  resolvedTime: Seconds | null
}

/** A cohort's stance in one market at the start of a week. */
export interface MarketWeek {
  week: Day
  members: number
  yesValue: MicroUsd
  value: MicroUsd
  price: MicroPrice
}

/** The weeks of a range that are written, oldest first. */
export async function readWeeks(
  sql: Sql,
  { cohort, from, to }: WeekRange,
): Promise<{ week: Day; members: number }[]> {
  return sql.all(
    'SELECT week, members FROM smart_views WHERE snapshot_id = 0 AND cohort = ? AND week BETWEEN ? AND ? ORDER BY week',
    [cohort, from, to],
  )
}

/** The sums of each week's categories, in one statement. */
export function readWeekCategories(sql: Sql, { cohort, from, to }: WeekRange): Promise<WeekCategory[]> {
  return sql.all<WeekCategory>(
    'SELECT week, category, COUNT(*) AS markets, CAST(SUM(yes_value) AS BIGINT) AS "yesValue", ' +
      'CAST(SUM(value) AS BIGINT) AS value, CAST(SUM(divergence) AS BIGINT) AS divergences FROM smart_stances ' +
      'WHERE snapshot_id = 0 AND cohort = ? AND week BETWEEN ? AND ? GROUP BY week, category',
    [cohort, from, to],
  )
}

/** The stances of each week whose divergence is at least this far from 0, in one statement. */
export function readWideStances(
  sql: Sql,
  { cohort, from, to }: WeekRange,
  least: number,
): Promise<WeekDivergence[]> {
  return sql.all<WeekDivergence>(
    'SELECT s.week, s.condition_id AS market, s.divergence, c.resolved_time AS "resolvedTime" FROM smart_stances s ' +
      'JOIN conditions c ON c.id = s.condition_id WHERE s.snapshot_id = 0 AND s.cohort = ? AND s.week BETWEEN ? AND ? ' +
      'AND ABS(s.divergence) >= ?',
    [cohort, from, to, least],
  )
}

/** The members of each week of a range, in one statement. */
export function readMembersByWeek(
  sql: Sql,
  { cohort, from, to }: WeekRange,
): Promise<{ week: Day; trader: number }[]> {
  return sql.all(
    'SELECT week, trader_id AS trader FROM cohort_members WHERE cohort = ? AND week BETWEEN ? AND ?',
    [cohort, from, to],
  )
}

/** A cohort's stances in one market at the starts of weeks, oldest first. */
export function readMarketWeeks(
  sql: Sql,
  { cohort, from, to }: WeekRange,
  market: number,
): Promise<MarketWeek[]> {
  return sql.all<MarketWeek>(
    'SELECT week, members, yes_value AS "yesValue", value, price FROM smart_stances ' +
      'WHERE condition_id = ? AND cohort = ? AND week BETWEEN ? AND ? AND snapshot_id = 0 ORDER BY week',
    [market, cohort, from, to],
  )
}
