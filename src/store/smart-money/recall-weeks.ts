import { type Day, dayOf, type Seconds, weekStart } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { COHORT_MEMBERS, COHORT_WEEKS } from './cohort-tables.ts'
import { lockCohorts } from './cohorts.ts'
import { appendSignals, lockSignalChain, type NewRecord } from './signal-chain.ts'
import { SMART_STANCES, SMART_VIEWS } from './smart-money-tables.ts'

/** Events that the chain took back. */
export interface UndoneSpan {
  /** The time of the earliest of them, and of the ledger's newest event before they went. */
  earliest: Seconds
  latest: Seconds
  /** The first block that was taken back. */
  block: number
}

/**
 * Recalls every week that counted an event which the chain took back, in the transaction that takes it out of the ledger:
 * members are no longer fixed, stances are dropped, and a record in the chain of signals says so of each week that had
 * been written. What the chain said before stays; the week is written again behind it when smart money is next updated.
 * Where no week began between the events, which is nearly always, nothing is locked.
 */
export async function recallWeeks(tx: Sql, { earliest, latest, block }: UndoneSpan): Promise<void> {
  // A Monday at the very time of an event does not count it.
  const from = dayOf(earliest) + 1
  // A ledger that was taken back before may end before a week that is fixed.
  if (weekStart(dayOf(latest)) < from && !(await isFixedFrom(tx, from))) return
  await lockCohorts(tx)
  await lockSignalChain(tx)
  const written = await tx.all<{ cohort: string; week: Day; members: number }>(
    'SELECT cohort, week, members FROM smart_views WHERE snapshot_id = 0 AND week >= ? ORDER BY week, cohort',
    [from],
  )
  const records = written.map((week): NewRecord => ({ ...week, kind: 'RECALL', detail: String(block) }))
  if (records.length > 0) await appendSignals(tx, records)
  for (const { name } of [SMART_VIEWS, SMART_STANCES])
    await tx.run(`DELETE FROM ${name} WHERE snapshot_id = 0 AND week >= ?`, [from])
  for (const { name } of [COHORT_WEEKS, COHORT_MEMBERS])
    await tx.run(`DELETE FROM ${name} WHERE week >= ?`, [from])
}

async function isFixedFrom(tx: Sql, week: Day): Promise<boolean> {
  return (await tx.get('SELECT week FROM cohort_weeks WHERE week >= ? LIMIT 1', [week])) !== undefined
}
