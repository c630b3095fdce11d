import { COHORT_WEEKS } from '../cohorts/cohort-weeks.ts'
import type { Day } from '../ledger/quantities.ts'
import { insert, type Sql } from '../store/engine/database.ts'
import { as, type From, statement } from '../store/engine/statement.ts'
import { CONDITIONS } from '../store/tables.ts'
import { SMART_STANCES, SMART_VIEWS } from './smart-money-tables.ts'
import type { Stance } from './stance.ts'

/** A cohort's week, at its start (`snapshot` 0) or at a snapshot's cutoff. */
export interface ViewKey {
  snapshot: number
  cohort: string
  week: Day
}

/** A view's row, without its stances. */
export interface View extends ViewKey {
  members: number
  events: number
}

const stancesOf = (from: From, { snapshot, cohort, week }: ViewKey) =>
  from(as(SMART_STANCES, 's'))
    .join(as(CONDITIONS, 'c'), 'c.id', 's.condition_id')
    .select(
      's.condition_id as market',
      'c.condition',
      's.category',
      's.members',
      's.yes_value as yesValue',
      's.value',
      's.price',
    )
    .where('s.snapshot_id', snapshot)
    .where('s.cohort', cohort)
    .where('s.week', week)
const STANCES = statement((from, view: ViewKey) => stancesOf(from, view).orderBy('c.condition'))
const STANCES_IN = statement((from, given: ViewKey & { markets: readonly number[] }) =>
  stancesOf(from, given).whereAnyOf('s.condition_id', 'int', given.markets),
)
const NEWEST_VIEW = statement((from, { snapshot, cohort }: { snapshot: number; cohort: string }) =>
  from(SMART_VIEWS)
    .select('snapshot_id as snapshot', 'cohort', 'week', 'members', 'events')
    .where('snapshot_id', snapshot)
    .where('cohort', cohort)
    .orderBy('week', 'desc')
    .limit(1),
)
const DROP = [SMART_VIEWS, SMART_STANCES].map((table) =>
  statement((from, { snapshots }: { snapshots: readonly number[] }) =>
    from(table).whereAnyOf('snapshot_id', 'int', snapshots).delete(),
  ),
)
const WITHOUT_VIEW = statement((from, { cohorts }: { cohorts: readonly string[] }) =>
  from(as(COHORT_WEEKS, 'f'))
    .select('f.cohort', 'f.week')
    .whereAnyOf('f.cohort', 'text', cohorts)
    .whereNotExists(
      from(as(SMART_VIEWS, 'v'))
        .select(from.raw('1'))
        .where('v.snapshot_id', 0)
        .whereColumn('v.cohort', 'f.cohort')
        .whereColumn('v.week', 'f.week'),
    )
    .orderBy('f.week')
    .orderBy('f.cohort'),
)

/** Writes views with their stances; existing ones stay. `divergenceOf` fills the column that SQL filters by. */
export async function writeView(
  tx: Sql,
  view: View,
  stances: readonly Stance[],
  divergenceOf: (stance: Stance) => number,
): Promise<void> {
  const { snapshot, cohort, week, members, events } = view
  const key = { snapshotId: snapshot, cohort, week }
  const [fresh] = await insert(tx, SMART_VIEWS, [{ ...key, members, events }])
  if (fresh !== 1) return
  const rows = stances.map((stance) => ({
    ...key,
    conditionId: stance.market,
    category: stance.category,
    members: stance.members,
    yesValue: stance.yesValue,
    value: stance.value,
    price: stance.price,
    divergence: divergenceOf(stance),
  }))
  await insert(tx, SMART_STANCES, rows)
}

/** Drops the views of snapshots that are dropped. */
export async function dropViews(tx: Sql, snapshots: readonly number[]): Promise<void> {
  for (const drop of DROP) await drop.run(tx, { snapshots })
}

/** A cohort's view of a snapshot, or its newest week's where `snapshot` is 0; null for none. */
export async function readView(sql: Sql, cohort: string, snapshot: number): Promise<View | null> {
  return (await NEWEST_VIEW.get(sql, { snapshot, cohort })) ?? null
}

/** A view's stances, in the order of the conditions. Relies on the primary key. */
export function readStances(sql: Sql, view: ViewKey): Promise<Stance[]> {
  return STANCES.all(sql, view)
}

/** The weeks of these cohorts with fixed members and no view, oldest first. */
export async function weeksWithoutView(
  sql: Sql,
  cohorts: readonly string[],
): Promise<{ cohort: string; week: Day }[]> {
  return WITHOUT_VIEW.all(sql, { cohorts })
}

/** A view's stances in only these markets. */
export function readStancesIn(sql: Sql, view: ViewKey, markets: readonly number[]): Promise<Stance[]> {
  return STANCES_IN.all(sql, { ...view, markets })
}
