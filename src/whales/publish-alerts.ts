import { DAY_SECONDS, dayOf, type Seconds, weekStart } from '../ledger/quantities.ts'
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
 * fills that an alert fits become more, never fewer, so what hid it then hides it later. An alert that nothing hides
 * yet is looked at again until its week is over, and is never shown where it ends so.
 * @returns how many alerts were decided
 */
export async function publishAlerts(
  db: Database,
  { now, delayMinutes }: PublishAlertsOptions,
): Promise<number> {
  const upTo = now - 60 * delayMinutes
  let decided = 0
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    const page = await db.transaction((tx) => decidePage(tx, from, upTo))
    decided += page.decided
    after = page.last
  }
  return decided
}

/** @returns how many were decided, and the last number of a full page; null where no other follows */
async function decidePage(
  tx: Sql,
  after: number,
  upTo: Seconds,
): Promise<{ decided: number; last: number | null }> {
  await readAlertsState(tx, true)
  const alerts = await undecidedAlerts(tx, after, upTo, PAGE)
  let decided = 0
  for (const alert of alerts) {
    const decision = await decideLevel(tx, alert)
    if (decision.level === null && weekEnd(alert.time) > upTo) continue
    // At once: the next alert of the same label must hide together with this one.
    await writeDecisions(tx, [decision])
    decided++
  }
  return { decided, last: alerts.length < PAGE ? null : (alerts.at(-1)?.seq ?? null) }
}

/** No level looks beyond the week of a fill. */
function weekEnd(time: Seconds): Seconds {
  return (weekStart(dayOf(time)) + 7) * DAY_SECONDS
}
