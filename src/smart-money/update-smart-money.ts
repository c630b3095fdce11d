import { COHORTS, type CohortDefinition } from '../cohorts/cohorts.ts'
import { type EnsureCohortsOptions, ensureCohorts } from '../cohorts/ensure-cohorts.ts'
import { dayOf, weekStart } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import { studyLargeBuys } from './large-buys.ts'
import { SMART_COHORTS } from './smart-cohorts.ts'
import { weeksWithoutView } from './views.ts'
import { writeHeadViews } from './write-head-views.ts'
import { writeWeek } from './write-week.ts'

export interface UpdateOptions {
  /** @default COHORTS; of these, the smart-money cohorts with a computed leaderboard */
  cohorts?: readonly CohortDefinition[]
  /** Called while cohorts are fixed, as `ensureCohorts` calls it. */
  onWeek?: NonNullable<EnsureCohortsOptions['onWeek']>
}

export interface UpdateReport {
  /** Each week counts once, with one cohort or more. */
  weeks: number
  signals: number
}

/**
 * Fixes the cohorts of every week that the ledger has begun, writes their stances at its start and appends their
 * signals to the chain, oldest week first; written weeks do not change. Each week is a transaction of its own, so an
 * interrupted run resumes there. Then snapshots that were published before their week's cohorts were fixed get their
 * views, and the last closed days their studies of large buys.
 * @throws PequodError as `refresh` does
 */
export async function updateSmartMoney(db: Database, options: UpdateOptions = {}): Promise<UpdateReport> {
  const report: UpdateReport = { weeks: 0, signals: 0 }
  const { lastTime } = await readLedgerState(db)
  if (lastTime === null) return report
  await ensureCohorts(db, weekStart(dayOf(lastTime)), options)
  const names: string[] = SMART_COHORTS.map(({ wire }) => wire)
  const known = (options.cohorts ?? COHORTS).map(({ id }) => id)
  const cohorts = names.filter((name) => known.includes(name))
  const lacking = await weeksWithoutView(db, cohorts)
  for (const week of new Set(lacking.map((view) => view.week))) {
    report.signals += await db.transaction((tx) => writeWeek(tx, cohorts, week))
    report.weeks += 1
  }
  await writeHeadViews(db)
  await studyLargeBuys(db)
  return report
}
