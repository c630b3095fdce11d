import { dayText } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { type CohortWeek, weekKey } from '../store/smart-money/cohorts.ts'
import { readView } from '../store/smart-money/views.ts'
import { weeksWithOtherMembers } from './check-members.ts'
import { checkWeek, type WeekCheck } from './check-week.ts'
import { SMART_COHORTS } from './smart-cohorts.ts'

/** Derives the newest week of every cohort again, its members and its signals; a cohort without a week is left out. */
export async function checkNewestWeeks(db: Database): Promise<WeekCheck[]> {
  const weeks: CohortWeek[] = []
  for (const { wire } of SMART_COHORTS) {
    const view = await readView(db, wire, 0)
    if (view) weeks.push({ cohort: wire, week: view.week })
  }
  const checks: WeekCheck[] = []
  for (const { cohort, week } of weeks) checks.push(await checkWeek(db, cohort, week))
  // Where events came later, or the chain does not hold, nothing follows from the members.
  const same = checks.filter(({ state }) => state === 'SAME')
  const other = await weeksWithOtherMembers(db, same)
  return checks.map((check) => (other.has(weekKey(check)) ? differing(check) : check))
}

function differing({ cohort, week }: WeekCheck): WeekCheck {
  const problem = `the ledger has other members of ${cohort} in the week of ${dayText(week)}`
  return { cohort, week, state: 'DIFFERS', problem }
}
