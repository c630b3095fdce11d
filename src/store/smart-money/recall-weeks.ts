import { DAY_SECONDS, type Day, type Seconds } from '../../ledger/quantities.ts'
import { COHORT_MEMBERS, COHORT_WEEKS } from '../cohort-tables.ts'
import type { Sql } from '../database.ts'
import { appendSignals, lockSignalChain, type NewRecord } from './signal-chain.ts'
import { SMART_STANCES, SMART_VIEWS } from './smart-money-tables.ts'

/**
 * Recalls every week that counted an event which the chain took back, in the transaction that takes it out of the ledger:
 * members are no longer fixed, stances are dropped, and a record in the chain of signals says so of each week that had
 * been written. What the chain said before stays; the week is written again behind it when smart money is next updated.
 * @param earliest the time of the earliest event that was taken back
 * @param block the first block that was taken back
 */
export async function recallWeeks(tx: Sql, earliest: Seconds, block: number): Promise<void> {
  await lockSignalChain(tx)
  // A Monday at the very time of an event does not count it.
  const from = Math.floor(earliest / DAY_SECONDS) + 1
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
