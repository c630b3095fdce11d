import type { Seconds } from '../ledger/quantities.ts'
import { readAlertsState } from '../store/alerts/alerts-state.ts'
import { undecidedAlerts, writeDecisions } from '../store/alerts/public-alerts.ts'
import type { Database, Sql } from '../store/database.ts'
import { decideLevel } from './decide-level.ts'

/** When alerts become public. */
export interface PublishAlertsOptions {
  /** The wall clock. */
  now: Seconds
  /** How late everybody sees what Pro callers see at once. */
  delayMinutes: number
}

const PAGE = 200

/**
 * Decides, once for each alert that has become public, how coarse it is shown. Requests only read what is decided: the
 * fills that an alert fits become more, never fewer, so what hid it then hides it later.
 * @returns how many alerts were decided
 */
export async function publishAlerts(
  db: Database,
  { now, delayMinutes }: PublishAlertsOptions,
): Promise<number> {
  const upTo = now - 60 * delayMinutes
  let decided = 0
  for (;;) {
    const count = await db.transaction((tx) => decidePage(tx, upTo))
    decided += count
    if (count < PAGE) return decided
  }
}

async function decidePage(tx: Sql, upTo: Seconds): Promise<number> {
  await readAlertsState(tx, true)
  const alerts = await undecidedAlerts(tx, upTo, PAGE)
  const decisions = []
  for (const alert of alerts) decisions.push(await decideLevel(tx, alert))
  await writeDecisions(tx, decisions)
  return alerts.length
}
