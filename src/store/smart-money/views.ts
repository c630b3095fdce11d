import type { ConditionId, Day, MicroPrice, MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { SMART_STANCES, SMART_VIEWS } from './smart-money-tables.ts'

/** A cohort's week, at its start (`snapshot` 0) or at a snapshot's cutoff. */
export interface ViewKey {
  snapshot: number
  cohort: string
  week: Day
}

/** What is stored of a view beside its stances. */
export interface View extends ViewKey {
  members: number
  events: number
}

/** A stance as the store keeps it: amounts in millionths. */
export interface StoredStance {
  market: number
  condition: ConditionId
  category: string | null
  members: number
  yesValue: MicroUsd
  value: MicroUsd
  price: MicroPrice
}

const STANCE =
  's.condition_id AS market, c.condition, s.category, s.members, s.yes_value AS "yesValue", s.value, s.price'

/** Writes views with their stances; what is there already stays. `divergenceOf` fills the column that SQL filters by. */
export async function writeView(
  tx: Sql,
  view: View,
  stances: readonly StoredStance[],
  divergenceOf: (stance: StoredStance) => number,
): Promise<void> {
  const { snapshot, cohort, week, members, events } = view
  const row = {
    snapshot_id: [snapshot],
    cohort: [cohort],
    week: [week],
    members: [members],
    events: [events],
  }
  const [fresh] = await tx.insertNew(SMART_VIEWS, row, 1)
  if (fresh !== 1 || stances.length === 0) return
  const columns = {
    snapshot_id: stances.map(() => snapshot),
    cohort: stances.map(() => cohort),
    week: stances.map(() => week),
    condition_id: stances.map(({ market }) => market),
    category: stances.map(({ category }) => category),
    members: stances.map((stance) => stance.members),
    yes_value: stances.map(({ yesValue }) => yesValue),
    value: stances.map(({ value }) => value),
    price: stances.map(({ price }) => price),
    divergence: stances.map(divergenceOf),
  }
  await tx.insertNew(SMART_STANCES, columns, stances.length)
}

/** Drops the views of head snapshots before this one; weeks stay. */
export async function dropViewsBefore(tx: Sql, snapshot: number): Promise<void> {
  for (const { name } of [SMART_VIEWS, SMART_STANCES])
    await tx.run(`DELETE FROM ${name} WHERE snapshot_id > 0 AND snapshot_id < ?`, [snapshot])
}

/** A cohort's view of a snapshot, or its newest week's where `snapshot` is 0; null where there is none. */
export async function readView(sql: Sql, cohort: string, snapshot: number): Promise<View | null> {
  const row = await sql.get<View>(
    'SELECT snapshot_id AS snapshot, cohort, week, members, events FROM smart_views ' +
      'WHERE snapshot_id = ? AND cohort = ? ORDER BY week DESC LIMIT 1',
    [snapshot, cohort],
  )
  return row ?? null
}

/** A view's stances, in the order of the conditions. Relies on the primary key. */
export function readStances(sql: Sql, { snapshot, cohort, week }: ViewKey): Promise<StoredStance[]> {
  return sql.all<StoredStance>(
    `SELECT ${STANCE} FROM smart_stances s JOIN conditions c ON c.id = s.condition_id ` +
      'WHERE s.snapshot_id = ? AND s.cohort = ? AND s.week = ? ORDER BY c.condition',
    [snapshot, cohort, week],
  )
}

/** The weeks of these cohorts whose members are fixed and whose view is not written, oldest first. */
export async function weeksWithoutView(
  sql: Sql,
  cohorts: readonly string[],
): Promise<{ cohort: string; week: Day }[]> {
  return sql.all(
    `SELECT f.cohort, f.week FROM cohort_weeks f WHERE ${sql.isIn('f.cohort', 'text')} AND NOT EXISTS (` +
      'SELECT 1 FROM smart_views v WHERE v.snapshot_id = 0 AND v.cohort = f.cohort AND v.week = f.week) ' +
      'ORDER BY f.week, f.cohort',
    [sql.list(cohorts)],
  )
}

/** A view's stances in these markets alone. */
export function readStancesIn(
  sql: Sql,
  { snapshot, cohort, week }: ViewKey,
  markets: readonly number[],
): Promise<StoredStance[]> {
  return sql.all<StoredStance>(
    `SELECT ${STANCE} FROM smart_stances s JOIN conditions c ON c.id = s.condition_id ` +
      `WHERE s.snapshot_id = ? AND s.cohort = ? AND s.week = ? AND ${sql.isIn('s.condition_id', 'int')}`,
    [snapshot, cohort, week, sql.list(markets)],
  )
}
