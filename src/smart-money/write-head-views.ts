import { newestFixedWeeks, readWeekMembers } from '../cohorts/cohort-weeks.ts'
import { type Day, dayOf, type Seconds, weekStart } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { isReadable } from '../store/ledger/versions.ts'
import { headSnapshots, type StoredSnapshot, snapshotById } from '../store/snapshot/stored-snapshots.ts'
import { cohortStances } from './cohort-stances.ts'
import type { MarketsMoment } from './open-markets.ts'
import { createSmartMoneyStore } from './smart-money-store.ts'
import { divergenceOf, SMART_COHORTS, type Stance } from './stance.ts'
import { readView, writeView } from './views.ts'

/** The stances of a cohort's newest fixed week at a snapshot's cutoff. */
export interface HeadView {
  cohort: string
  week: Day
  members: number
  stances: readonly Stance[]
}

/** A week of a cohort whose members are fixed. */
interface FixedWeek {
  cohort: string
  week: Day
}

/**
 * Writes the views that head snapshots lack, as of each one's version of the ledger: events may have arrived and snapshots
 * been published while a week was being fixed. The newest gets the newest week; an older one, which may be public, gets
 * views only of cohorts without any.
 */
export async function writeHeadViews(db: Database): Promise<void> {
  for (const [place, head] of (await headSnapshots(db)).entries()) {
    const views = await db.view((sql) => lackingViews(sql, head, place === 0))
    if (views.length === 0) continue
    await db.transaction(async (tx) => {
      if ((await snapshotById(tx, head.id)) !== undefined) await writeViews(tx, head.id, views)
    })
  }
}

async function lackingViews(
  sql: Sql,
  { id, cutoffTime: at, ledgerVersion: version }: StoredSnapshot,
  isNewest: boolean,
): Promise<HeadView[]> {
  const lacking: FixedWeek[] = []
  for (const fixed of await weeksAt(sql, at)) {
    const view = await readView(sql, fixed.cohort, id)
    if (view === null || (isNewest && view.week < fixed.week)) lacking.push(fixed)
  }
  if (lacking.length === 0 || !(await isReadable(sql, version))) return []
  return viewsOf(sql, lacking, { day: dayOf(at), at, version })
}

/** The views of a head snapshot, from a ledger at the snapshot's version. */
export async function viewsAt(sql: Sql, cutoff: Seconds): Promise<HeadView[]> {
  return viewsOf(sql, await weeksAt(sql, cutoff), { day: dayOf(cutoff), at: cutoff })
}

function weeksAt(sql: Sql, cutoff: Seconds): Promise<FixedWeek[]> {
  const names = SMART_COHORTS.map(({ wire }) => wire)
  return newestFixedWeeks(sql, names, weekStart(dayOf(cutoff)))
}

async function viewsOf(sql: Sql, weeks: readonly FixedWeek[], moment: MarketsMoment): Promise<HeadView[]> {
  const views: HeadView[] = []
  for (const [week, cohorts] of Map.groupBy(weeks, (one) => one.week)) {
    const own = cohorts.map(({ cohort }) => cohort)
    const members = Map.groupBy(await readWeekMembers(sql, own, week), ({ cohort }) => cohort)
    const traders = new Map(
      own.map((cohort) => [cohort, (members.get(cohort) ?? []).map(({ trader }) => trader)]),
    )
    const found = await cohortStances(createSmartMoneyStore(sql, true), traders, moment)
    for (const [cohort, { stances }] of found)
      views.push({ cohort, week, members: traders.get(cohort)?.length ?? 0, stances })
  }
  return views
}

/** Writes the views of a head snapshot; existing views stay. */
export async function writeViews(tx: Sql, snapshot: number, views: readonly HeadView[]): Promise<void> {
  for (const { stances, ...view } of views)
    await writeView(tx, { snapshot, ...view, events: 0 }, stances, divergenceOf)
}
