import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import { addToOutbox, readSubscribers, WAITING } from '../../store/alerts/alert-outbox.ts'
import type { Sql } from '../../store/engine/database.ts'
import { matches } from '../config/matches.ts'
import type { DeliverableAlert } from './deliverable-alert.ts'

export interface EnqueueOptions {
  /** Milliseconds since 1970. @default Date.now() */
  now?: number
  /** Milliseconds that an alert waits for others of its trader, to join them in one message. @default 1000 */
  gatherMs?: number
  /** Older alerts, as from an import of history, are not delivered. @default a day ago */
  newerThan?: Seconds
}

/**
 * Puts new alerts into the outbox, once for each channel with a matching config, in the transaction that writes them,
 * so that no alert lacks its deliveries. One query, and none without alerts. Idempotent.
 * @returns the number of new deliveries
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
