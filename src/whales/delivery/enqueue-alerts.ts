import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import { addToOutbox, readSubscribers, WAITING } from '../../store/alerts/alert-outbox.ts'
import type { Sql } from '../../store/engine/database.ts'
import { matches } from '../config/matches.ts'
import type { DeliverableAlert } from './deliverable-alert.ts'

/** When alerts go out. */
export interface EnqueueOptions {
  /** Milliseconds since 1970. @default Date.now() */
  now?: number
  /** Milliseconds that an alert waits for others of its trader, so that they can become one message. @default 1000 */
  gatherMs?: number
  /** Alerts before this time are not delivered, as when history is read. @default a day ago */
  newerThan?: Seconds
}

/**
 * Puts alerts that were just written into the outbox, once for each channel whose config asks for them; in the
 * transaction that writes them, so that no alert is without its deliveries. Costs one query, and nothing without
 * alerts. Twice the same alert changes nothing.
 * @returns how many deliveries are new
 */
export async function enqueueAlerts(
  tx: Sql,
  alerts: readonly DeliverableAlert[],
  { now = Date.now(), gatherMs = 1_000, newerThan = now / 1_000 - DAY_SECONDS }: EnqueueOptions = {},
): Promise<number> {
  const fresh = alerts.filter(({ time }) => time >= newerThan)
  if (fresh.length === 0) return 0
  const subscribers = await readSubscribers(tx)
  const entries = subscribers.flatMap(({ channelId, filter }) =>
    fresh.filter((alert) => matches(filter, alert)).map((alert) => ({ channelId, alert })),
  )
  if (entries.length === 0) return 0
  const [readyMs, waiting] = [now + gatherMs, WAITING.fresh]
  return addToOutbox(
    tx,
    entries.map((entry) => ({ ...entry, group: entry.alert.trader.address, readyMs, waiting })),
  )
}
