import type { Day, Seconds } from '../../ledger/quantities.ts'
import { readAlertsState } from '../../store/alerts/alerts-state.ts'
import { undecidedAlerts, undecidedWeeks, writeDecisions } from '../../store/alerts/public-alerts.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { decideCrowds } from '../radar/decide-crowds.ts'

/** When alerts become public. */
export interface PublishAlertsOptions {
  /** The wall clock. */
  now: Seconds
  /** How late everybody sees what Pro callers see at once. */
  delayMinutes: number
}

/**
 * Decides, once for each alert, how everybody sees it: alerts become public by the crowd that hides them, all of it in
 * one transaction. Requests only read what is decided. An alert that comes later joins no crowd that is public, because whoever
 * asks all the time would see which it is. What finds no crowd is looked at again until its week is over, and is never
 * shown where it ends so.
 * @returns how many alerts were decided
 */
export async function publishAlerts(
  db: Database,
  { now, delayMinutes }: PublishAlertsOptions,
): Promise<number> {
  const upTo = now - 60 * delayMinutes
  let decided = 0
  for (const week of await undecidedWeeks(db, upTo))
    decided += await db.transaction((tx) => decideWeek(tx, week, upTo))
  return decided
}

async function decideWeek(tx: Sql, week: Day, upTo: Seconds): Promise<number> {
  await readAlertsState(tx, true)
  const decisions = decideCrowds(await undecidedAlerts(tx, week, upTo), upTo)
  await writeDecisions(tx, decisions)
  return decisions.length
}
