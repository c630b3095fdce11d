import { type CohortHead, cohortTopsAlone } from '../cohorts/cohort-tops.ts'
import { type CohortWeek, cohortMembers, weekKey } from '../cohorts/cohort-weeks.ts'
import { COHORT_SIZE, COHORTS } from '../cohorts/cohorts.ts'
import { type Day, dayText } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { hiddenTraders } from '../store/opted-out.ts'
import { checkWeek, type WeekCheck } from './check-week.ts'
import { SMART_COHORTS } from './smart-cohorts.ts'
import { readView } from './views.ts'

/**
 * Recomputes the members of cohorts' weeks from the ledger, in one pass for all of them; writes nothing. Traders who
 * have opted out since are skipped.
 * @returns the weeks with different fixed members, as {@link weekKey} spells them
 */
export async function weeksWithOtherMembers(
  db: Database,
  weeks: readonly CohortWeek[],
): Promise<Set<string>> {
  const other = new Set<string>()
  if (weeks.length === 0) return other
  const hidden = await hiddenTraders(db)
  for (const head of await derivedHeads(db, weeks)) {
    const fixed = (await cohortMembers(db, head)) ?? []
    const shown = fixed.filter((trader) => !hidden.has(trader))
    // A full cohort has runners-up, who move up when a member is skipped.
    const derived = fixed.length < COHORT_SIZE ? head.traders : head.traders.slice(0, shown.length)
    if (JSON.stringify(shown) !== JSON.stringify(derived)) other.add(weekKey(head))
  }
  return other
}

async function derivedHeads(db: Database, weeks: readonly CohortWeek[]): Promise<CohortHead[]> {
  const asked = new Map<Day, typeof COHORTS>()
  for (const { cohort, week } of weeks.toSorted((a, b) => a.week - b.week))
    asked.set(week, [...(asked.get(week) ?? []), ...COHORTS.filter(({ id }) => id === cohort)])
  let heads: CohortHead[] = []
  try {
    await db.transaction(async (tx) => {
      heads = await cohortTopsAlone(tx, asked)
      throw UNDONE
    })
  } catch (error) {
    if (error !== UNDONE) throw error
  }
  return heads
}

/** Rolls back the days of behavior that the transaction wrote. */
const UNDONE = new Error('rolled back')

/** Recomputes the newest week of every cohort, its members and its signals; cohorts without a week are skipped. */
export async function checkNewestWeeks(db: Database): Promise<WeekCheck[]> {
  const weeks: CohortWeek[] = []
  for (const { wire } of SMART_COHORTS) {
    const view = await readView(db, wire, 0)
    if (view) weeks.push({ cohort: wire, week: view.week })
  }
  const checks: WeekCheck[] = []
  for (const { cohort, week } of weeks) checks.push(await checkWeek(db, cohort, week))
  // After late events or a broken chain, the members prove nothing.
  const same = checks.filter(({ state }) => state === 'SAME')
  const other = await weeksWithOtherMembers(db, same)
  return checks.map((check) => (other.has(weekKey(check)) ? differing(check) : check))
}

function differing({ cohort, week }: WeekCheck): WeekCheck {
  const problem = `the ledger has other members of ${cohort} in the week of ${dayText(week)}`
  return { cohort, week, state: 'DIFFERS', problem }
}
