import { newestFixedWeeks, readWeekMembers } from '../cohorts/week-members.ts'
import { type Day, dayOf, type Seconds, weekStart } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import { newestHead } from '../store/snapshot/stored-snapshots.ts'
import { cohortStances } from './cohort-stances.ts'
import { SMART_COHORTS } from './smart-cohorts.ts'
import { createSmartMoneyStore } from './smart-money-store.ts'
import { divergenceOf, type Stance } from './stance.ts'
import { writeView } from './views.ts'

/**
 * Writes the stances of each cohort's newest fixed week at the newest snapshot's cutoff, unless they exist. Writes
 * nothing while the ledger is ahead of the snapshot: the next snapshot covers it.
 */
export async function writeHeadViews(tx: Sql): Promise<void> {
  const head = await newestHead(tx)
  const { version } = await readLedgerState(tx)
  if (head?.ledgerVersion !== version) return
  await writeViews(tx, head.id, await viewsAt(tx, head.cutoffTime))
}

/** The stances of a cohort's newest fixed week at a snapshot's cutoff. */
export interface HeadView {
  cohort: string
  week: Day
  members: number
  stances: readonly Stance[]
}

/** The views of a head snapshot, from a ledger at the snapshot's version. */
export async function viewsAt(sql: Sql, cutoff: Seconds): Promise<HeadView[]> {
  const names = SMART_COHORTS.map(({ wire }) => wire)
  const day = dayOf(cutoff)
  const fixed = await newestFixedWeeks(sql, names, weekStart(day))
  const views: HeadView[] = []
  for (const [week, cohorts] of Map.groupBy(fixed, (one) => one.week)) {
    const own = cohorts.map(({ cohort }) => cohort)
    const members = Map.groupBy(await readWeekMembers(sql, own, week), ({ cohort }) => cohort)
    const traders = new Map(
      own.map((cohort) => [cohort, (members.get(cohort) ?? []).map(({ trader }) => trader)]),
    )
    const found = await cohortStances(createSmartMoneyStore(sql), traders, { day, at: cutoff })
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
