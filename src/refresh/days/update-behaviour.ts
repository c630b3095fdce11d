import { dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { newestHead } from '../../store/snapshot/stored-snapshots.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { changedSince, dropLease, takeLease } from './publisher-lease.ts'
import { updateTraderDays } from './update-trader-days.ts'

/** Whether the days of behaviour may not yet include the day as of which they are read. */
export async function isBehind(sql: Sql, { day }: Cutoff): Promise<boolean> {
  const head = await newestHead(sql)
  return day > dayOf(head?.cutoff_time ?? -1) || (await changedSince(sql)) <= day
}

/**
 * Updates the days of behaviour to the ledger's newest event, in the transaction that reads them as of an earlier day, if
 * they may not include it yet. Their rows do not depend on later events.
 */
export async function updateBehaviour(tx: Sql, cutoff: Cutoff): Promise<void> {
  if (!(await isBehind(tx, cutoff))) return
  const lease = await takeLease(tx)
  await updateTraderDays(tx, { cutoff, lease, write: (work) => work(tx) })
  // The next publication must see the changes, too.
  await dropLease(tx, lease)
}
