import { type Day, dayOf, weekStart } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { readLedgerState } from '../store/ingest/ledger-state.ts'
import { fixedWeeks, fixWeek, lockCohorts, weekKey } from '../store/smart-money/cohorts.ts'
import { cohortTops } from './cohort-tops.ts'
import { COHORTS, type CohortDefinition } from './cohorts.ts'
import { rankingById } from './rankings.ts'

/** Weeks that one pass computes: its memory and its time grow with them. */
const WEEKS_AT_ONCE = 52

/** The cohorts to fix, and a callback. */
export interface EnsureCohortsOptions {
  /** @default all of COHORTS; those whose board no refresh computes are left for later */
  cohorts?: readonly CohortDefinition[]
  /** Called with each week as it is fixed: its Monday, and the number of weeks to fix. */
  onWeek?: (week: Day, weeks: number) => void
}

/**
 * Fixes the members of every cohort for every ISO week up to `uptoWeek` (a Monday), oldest first, from the ledger's
 * second week on: nobody stood anywhere before the first. A week is computed once, as of the Sunday before it, and
 * never again: events that come later for an earlier day do not change it. A year's weeks are computed in one pass over
 * everybody's ledger and kept then, so that what was stopped goes on there.
 * @returns how many weeks were computed
 * @throws PequodError as `refresh` does
 */
export async function ensureCohorts(
  db: Database,
  uptoWeek: Day,
  options: EnsureCohortsOptions = {},
): Promise<number> {
  const cohorts = (options.cohorts ?? COHORTS).filter(({ board }) => rankingById(board) !== undefined)
  const missing = await missingWeeks(db, uptoWeek, cohorts)
  const weeks = [...missing]
  for (let from = 0; from < weeks.length; from += WEEKS_AT_ONCE) {
    const some = new Map(weeks.slice(from, from + WEEKS_AT_ONCE))
    await computeWeeks(db, some, (week) => options.onWeek?.(week, weeks.length))
  }
  return weeks.length
}

/** The cohorts that each week lacks, oldest week first. */
async function missingWeeks(
  db: Database,
  uptoWeek: Day,
  cohorts: readonly CohortDefinition[],
): Promise<Map<Day, CohortDefinition[]>> {
  const missing = new Map<Day, CohortDefinition[]>()
  const { firstTime } = await readLedgerState(db)
  if (firstTime === null) return missing
  const fixed = await fixedWeeks(
    db,
    cohorts.map(({ id }) => id),
  )
  for (let week = weekStart(dayOf(firstTime)) + 7; week <= uptoWeek; week += 7) {
    const lacking = cohorts.filter(({ id }) => !fixed.has(weekKey({ cohort: id, week })))
    if (lacking.length > 0) missing.set(week, lacking)
  }
  return missing
}

/** One pass serves every cohort of some weeks: a backfill of years is kept year by year. */
async function computeWeeks(
  db: Database,
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
  onWeek: (week: Day) => void,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCohorts(tx)
    const tops = await cohortTops(tx, weeks)
    for (const [week, own] of Map.groupBy(tops, (top) => top.week)) {
      onWeek(week)
      for (const { cohort, traders } of own) await fixWeek(tx, { cohort, week }, traders)
    }
  })
}
