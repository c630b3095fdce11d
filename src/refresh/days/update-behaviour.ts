import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { LEDGER_CHANGES } from '../../store/engine/tables.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { updateTraderDays } from './update-trader-days.ts'

/**
 * Brings the days of behaviour up to the ledger's newest event, also for a snapshot as of an earlier day: their rows are
 * the same whatever came after them.
 */
export async function updateBehaviour(tx: Sql, cutoff: Cutoff): Promise<void> {
  const changed = await tx.get<{ since: Day | null; version: number | null }>(
    'SELECT MIN(since) AS since, MAX(version) AS version FROM ledger_changes',
  )
  const { since = null, version = null } = changed ?? {}
  // What the last refresh made holds still.
  if (cutoff.asOf !== null && since === null) return
  await updateTraderDays(tx, { cutoff: { day: cutoff.lastDay, firstDay: cutoff.firstDay } })
  // The head's own refresh must hear of the changes, too.
  if (cutoff.asOf !== null) await tx.upsert(LEDGER_CHANGES, { version: [version], since: [since] }, 1)
}
