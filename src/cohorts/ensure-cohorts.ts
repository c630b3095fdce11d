import { type Day, dayOf, weekStart } from '../ledger/quantities.ts'
import { leaderboardById } from '../metrics/leaderboards.ts'
import { publishAsOf } from '../refresh/publish-as-of.ts'
import { fixedWeeks, fixWeek, weekKey } from '../store/cohorts.ts'
import type { Database, Sql } from '../store/database.ts'
import { readLedgerState } from '../store/ingest/ledger-state.ts'
import { COHORT_SIZE, COHORTS, type CohortDefinition } from './cohorts.ts'

/** Which cohorts are fixed, and who is told. */
export interface EnsureCohortsOptions {
  /** @default all of COHORTS; those whose board no refresh computes are left for later */
  cohorts?: readonly CohortDefinition[]
  /** Told before each week that is computed: its Monday, and how many weeks there are to compute. @default nobody */
  onWeek?: (week: Day, weeks: number) => void
}

/**
 * Fixes the members of every cohort for every ISO week up to `uptoWeek` (a Monday), oldest first, from the ledger's
 * second week on: nobody stood anywhere before the first. A week is computed once, as of the Sunday before it, and
 * never again: events that come later for an earlier day do not change it. Each week is kept as soon as it is
 * computed, so that what was stopped goes on there.
 * @returns how many weeks were computed
 * @throws PequodError as `refresh` does
 */
export async function ensureCohorts(
  db: Database,
  uptoWeek: Day,
  options: EnsureCohortsOptions = {},
): Promise<number> {
  const cohorts = (options.cohorts ?? COHORTS).filter(({ board }) => leaderboardById(board) !== undefined)
  const missing = await missingWeeks(db, uptoWeek, cohorts)
  for (const [week, lacking] of missing) {
    options.onWeek?.(week, missing.size)
    await computeWeek(db, week, lacking)
  }
  return missing.size
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

/** One computation serves every cohort of the week. */
async function computeWeek(db: Database, week: Day, cohorts: readonly CohortDefinition[]): Promise<void> {
  const sunday = week - 1
  // Snapshots as of a day that somebody asked for stay, but for one: a backfill must not leave a hundred of them.
  const kept = await db.get<{ n: number }>('SELECT COUNT(*) AS n FROM snapshots WHERE as_of IS NOT NULL')
  await publishAsOf(db, sunday, Math.max(1, kept?.n ?? 0))
  await db.transaction(async (tx) => {
    for (const { id, board } of cohorts)
      await fixWeek(tx, { cohort: id, week }, await headOf(tx, sunday, board))
  })
}

/** The first of a board as of a day. */
async function headOf(tx: Sql, day: Day, board: string): Promise<number[]> {
  const row = await tx.get<{ traders: Uint8Array }>(
    'SELECT b.traders FROM snapshots s JOIN boards b ON b.snapshot_id = s.id ' +
      'WHERE s.as_of = ? AND b.board = ? ORDER BY s.id LIMIT 1',
    [day, board],
  )
  if (!row) throw new Error(`the snapshot as of day ${day} has no board ${board}`)
  // Copied: a driver's buffer need not be aligned.
  return [...new Int32Array(Uint8Array.from(row.traders).buffer).subarray(0, COHORT_SIZE)]
}
