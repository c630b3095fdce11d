import { COHORT_MEMBERS } from '../cohorts/cohort-weeks.ts'
import { SKILLED_COHORT } from '../cohorts/cohorts.ts'
import { type Day, dayOf, type MicroUsd, type Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { marketOf, withResolutions } from '../store/markets/market-facts.ts'
import { CONDITIONS } from '../store/tables.ts'
import { type Performance, performanceOf } from './performance.ts'
import { gradedSignal } from './signals.ts'
import { SMART_STANCES, SMART_VIEWS } from './smart-money-tables.ts'
import type { Stance } from './stance.ts'

/** Weeks from the first to the last, both included. */
export interface WeekRange {
  cohort: string
  from: Day
  to: Day
}

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
export interface MarketWeek extends Pick<Stance, 'members' | 'yesValue' | 'value' | 'price'> {
  week: Day
}

const WEEKS = statement((from, range: WeekRange) =>
  from(SMART_VIEWS)
    .select('week', 'members')
    .where('snapshot_id', 0)
    .where('cohort', range.cohort)
    .whereBetween('week', [range.from, range.to])
    .orderBy('week'),
)

/** The sums of each week's categories, in one statement. */
export const WEEK_CATEGORIES = statement((from, range: WeekRange) =>
  from(SMART_STANCES)
    .select(
      'week',
      'category',
      from.raw<{ yesValue: number }>('CAST(SUM(yes_value) AS BIGINT) AS "yesValue"'),
      from.raw<{ value: number }>('CAST(SUM(value) AS BIGINT) AS value'),
      from.raw<{ divergences: number }>('CAST(SUM(divergence) AS BIGINT) AS divergences'),
    )
    .count('* as markets')
    .where('snapshot_id', 0)
    .where('cohort', range.cohort)
    .whereBetween('week', [range.from, range.to])
    .groupBy('week', 'category'),
)
const WIDE_STANCES = statement((from, given: WeekRange & { least: number }) =>
  from(as(SMART_STANCES, 's'))
    .join(as(CONDITIONS, 'c'), 'c.id', 's.condition_id')
    .select('s.week', 's.condition_id as market', 's.divergence', 'c.resolved_time as resolvedTime')
    .where('s.snapshot_id', 0)
    .where('s.cohort', given.cohort)
    .whereBetween('s.week', [given.from, given.to])
    .where(from.raw('ABS(s.divergence) >= ?', [given.least])),
)

/** The members of each week of a range, in one statement. */
export const MEMBERS_BY_WEEK = statement((from, range: WeekRange) =>
  from(COHORT_MEMBERS)
    .select('week', 'trader_id as trader')
    .where('cohort', range.cohort)
    .whereBetween('week', [range.from, range.to]),
)
const MARKET_WEEKS = statement((from, given: WeekRange & { market: number }) =>
  from(SMART_STANCES)
    .select('week', 'members', 'yes_value as yesValue', 'value', 'price')
    .where('condition_id', given.market)
    .where('cohort', given.cohort)
    .whereBetween('week', [given.from, given.to])
    .where('snapshot_id', 0)
    .orderBy('week'),
)

const DIVERGENCES = statement((from, { upTo }: { upTo: Day }) =>
  from(as(SMART_STANCES, 's'))
    .join(as(CONDITIONS, 'c'), 'c.id', 's.condition_id')
    .select('s.condition_id as market', 's.price', 's.divergence', 'c.payouts', 'c.resolved_time')
    .where('s.snapshot_id', 0)
    .where('s.cohort', SKILLED_COHORT.id)
    .where('s.week', '<=', upTo)
    .orderBy('s.week')
    .orderBy('c.condition'),
)

/** The written weeks of a range, oldest first. */
export async function readWeeks(sql: Sql, range: WeekRange): Promise<{ week: Day; members: number }[]> {
  return WEEKS.all(sql, range)
}

/**
 * The stances of each week with a divergence at least this far from 0, with resolutions as they are or as of a version. One statement,
 * at a version up to three.
 */
export async function readWideStances(
  sql: Sql,
  range: WeekRange & { least: number },
  at: number | null = null,
): Promise<WeekDivergence[]> {
  return withResolutions(sql, await WIDE_STANCES.all(sql, range), marketOf, at)
}

/** A cohort's stances in one market at the starts of weeks, oldest first. */
export function readMarketWeeks(sql: Sql, range: WeekRange, market: number): Promise<MarketWeek[]> {
  return MARKET_WEEKS.all(sql, { ...range, market })
}

/**
 * The record of markets where skilled money differed from the rest (divergences.ts) up to a time, with results as they are or as of a version. One
 * statement, at a version up to three.
 */
export async function divergenceRecord(sql: Sql, upTo: Seconds, at: number | null): Promise<Performance> {
  const rows = await withResolutions(sql, await DIVERGENCES.all(sql, { upTo: dayOf(upTo) }), marketOf, at)
  return performanceOf(
    rows.map((row) => gradedSignal({ ...row, side: row.divergence > 0 ? 'YES' : 'NO' }, upTo)),
  )
}
