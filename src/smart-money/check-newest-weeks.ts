import type { Database } from '../store/database.ts'
import { readView } from '../store/smart-money/views.ts'
import { checkWeek, type WeekCheck } from './check-week.ts'
import { SMART_COHORTS } from './smart-cohorts.ts'

/** Derives the newest week of every cohort again; a cohort without a week is left out. */
export async function checkNewestWeeks(db: Database): Promise<WeekCheck[]> {
  const checks: WeekCheck[] = []
  for (const { wire } of SMART_COHORTS) {
    const view = await readView(db, wire, 0)
    if (view) checks.push(await checkWeek(db, wire, view.week))
  }
  return checks
}
