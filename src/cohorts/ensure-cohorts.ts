import { PequodError } from '../errors.ts'
import { type Day, dayOf, weekStart } from '../ledger/quantities.ts'
import { SKILLED } from '../numbers/boards/tops-as-of.ts'
import { readBeside } from '../numbers/days/read-beside.ts'
import type { TopsBeside } from '../numbers/publish/publisher.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { lockTable } from '../store/engine/locks.ts'
import { readLedgerState, undoneCount } from '../store/ledger/ledger-state.ts'
import { COHORT_WEEKS, fixedWeeks, fixWeek, weekKey } from './cohort-weeks.ts'
import {
  COHORTS,
  type CohortDefinition,
  type CohortHead,
  cohortTops,
  headsOf,
  rankingById,
  topsOfWeeks,
} from './cohorts.ts'

/** Bounds the memory and the time of one pass. */
const WEEKS_AT_ONCE = 52

/** Attempts when reorgs interrupt the pass, before the next run takes over. */
const TRIES = 10
const TAKEN_BACK = 'Reorgs keep interrupting the computation of cohorts; the next run tries again.'

export interface EnsureCohortsOptions {
  /** @default all of COHORTS; cohorts without a computed leaderboard are skipped until they have one */
  cohorts?: readonly CohortDefinition[]
  /**
   * Called with the first week to fix, by its Monday, before it is computed, and with each week once it is fixed; then with the
   * number fixed so far, and the number to fix.
   */
  onWeek?: (week: Day, fixed: number, weeks: number) => void
}

/**
 * Fixes the members of every cohort for every ISO week up to `uptoWeek` (a Monday), oldest first, from the ledger's
 * second week on: no trader has a rank before the first. A week is computed once, as of the Sunday before it, and never
 * again: later events for an earlier day do not change it. One pass over all traders computes a year's weeks and
 * commits them, so an interrupted run resumes there.
 * @returns the number of weeks computed
 * @throws PequodError as `refresh` does
 */
export async function ensureCohorts(
  db: Database,
  uptoWeek: Day,
  options: EnsureCohortsOptions = {},
): Promise<number> {
  const missing = await missingWeeks(db, uptoWeek, options)
  const weeks = [...missing]
  let fixed = 0
  const [first] = missing.keys()
  if (first !== undefined) options.onWeek?.(first, fixed, weeks.length)
  for (let from = 0; from < weeks.length; from += WEEKS_AT_ONCE) {
    const some = new Map(weeks.slice(from, from + WEEKS_AT_ONCE))
    await computeWeeks(db, some, (week) => options.onWeek?.(week, ++fixed, weeks.length))
  }
  return weeks.length
}

/**
 * The weeks that {@link ensureCohorts} would compute first, for a publication that ranks them in its own pass over all
 * traders; null if none is missing. Weeks that the publication does not rank stay missing.
 */
export async function weeksBeside(
  db: Database,
  options: EnsureCohortsOptions = {},
): Promise<TopsBeside | null> {
  const { lastTime } = await readLedgerState(db)
  if (lastTime === null) return null
  const missing = await missingWeeks(db, weekStart(dayOf(lastTime)), options)
  const weeks = new Map([...missing].slice(0, WEEKS_AT_ONCE))
  const [first] = weeks.keys()
  if (first === undefined) return null
  return {
    asked: topsOfWeeks(weeks),
    async take(tops, undone) {
      let fixed = 0
      options.onWeek?.(first, fixed, weeks.size)
      await fixWeeks(db, headsOf(weeks, tops), undone, (week) => options.onWeek?.(week, ++fixed, weeks.size))
    },
  }
}

/** The cohorts that each week lacks, oldest week first. */
async function missingWeeks(
  db: Database,
  uptoWeek: Day,
  options: EnsureCohortsOptions,
): Promise<Map<Day, CohortDefinition[]>> {
  const cohorts = (options.cohorts ?? COHORTS).filter(
    ({ board }) => board === SKILLED || rankingById(board) !== undefined,
  )
  const missing = new Map<Day, CohortDefinition[]>()
  const { firstTime } = await readLedgerState(db)
  if (firstTime === null) return missing
  const fixed = await fixedWeeks(
    db,
    cohorts.map(({ id }) => id),
  )
  for (let week = weekStart(dayOf(firstTime)) + 7; week <= uptoWeek; week += 7) {
    const lacking = cohorts.filter(
      ({ id, weeks }) =>
        !fixed.has(weekKey({ cohort: id, week })) && (weeks === undefined || week > uptoWeek - 7 * weeks),
    )
    if (lacking.length > 0) missing.set(week, lacking)
  }
  return missing
}

/**
 * One pass serves every cohort of up to a year's weeks, so a long backfill commits year by year. The pass reads views,
 * and each week is fixed in a short transaction; after a reorg in between, the remaining weeks are computed again.
 */
async function computeWeeks(
  db: Database,
  weeks: ReadonlyMap<Day, readonly CohortDefinition[]>,
  onWeek: (week: Day) => void,
): Promise<void> {
  const left = new Map(weeks)
  for (let tries = 1; tries <= TRIES; tries++) {
    const lastDay = Math.max(...left.keys()) - 1
    const { undone, heads } = await readBeside(db, lastDay, async (sources) => ({
      undone: await undoneCount(sources.sql),
      heads: await cohortTops(sources, left),
    }))
    const isFixed = await fixWeeks(db, heads, undone, (week) => {
      onWeek(week)
      left.delete(week)
    })
    if (isFixed) return
  }
  throw new PequodError('SERVICE_UNAVAILABLE', TAKEN_BACK)
}

/** Fixes weeks, each in a transaction. @returns false if a reorg came after the pass that counted `undone` of them */
async function fixWeeks(
  db: Database,
  heads: readonly CohortHead[],
  undone: number,
  onWeek: (week: Day) => void,
): Promise<boolean> {
  for (const [week, own] of Map.groupBy(heads, (head) => head.week)) {
    if (!(await db.transaction((tx) => fixHeads(tx, own, undone)))) return false
    onWeek(week)
  }
  return true
}

async function fixHeads(tx: Sql, heads: readonly CohortHead[], undone: number): Promise<boolean> {
  await lockTable(tx, COHORT_WEEKS)
  if ((await undoneCount(tx)) !== undone) return false
  for (const { cohort, week, traders } of heads) await fixWeek(tx, { cohort, week }, traders)
  return true
}
