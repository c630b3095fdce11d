import type { DeliverableAlert } from '../../delivery/notices.ts'
import { addToOutbox } from '../../delivery/outbox.ts'
import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { hashText } from '../../store/ledger/place.ts'
import type { AlertIds } from '../alerts/alert-reader.ts'
import type { AlertRow } from '../alerts/alert-row.ts'
import { sideOf } from '../alerts/alert-view.ts'
import type { AlertFilter } from '../config/alert-config.ts'
import { readSubscribers } from '../config/alert-configs.ts'

/**
 * Puts new alerts into the outbox of subscribers, in the transaction that writes them.
 * @param now decides which alerts are too old to deliver, in seconds since 1970
 */
export async function enqueueRows(
  tx: Sql,
  rows: readonly AlertRow[],
  ids: AlertIds,
  now: Seconds,
): Promise<void> {
  await enqueueAlerts(
    tx,
    rows.map((row) => deliverable(row, ids)),
    { newerThan: now - DAY_SECONDS },
  )
}

function deliverable(row: AlertRow, ids: AlertIds): DeliverableAlert {
  return {
    id: ids.of(row.seq),
    time: row.time,
    trader: { address: row.address, name: row.username },
    side: sideOf(row),
    condition: row.condition,
    outcome: row.outcomeName,
    question: row.question,
    category: row.category,
    price: Math.round((row.usd / row.shares) * 1_000_000),
    usd: row.usd,
    shares: row.shares,
    tx: hashText(row.tx),
    qualifying: row.boards.split(' '),
  }
}

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
  return addToOutbox(
    tx,
    entries.map((entry) => ({ ...entry, group: entry.alert.trader.address, readyMs: now + gatherMs })),
  )
}

/** Whether an alert passes a filter. An alert without a category passes only a filter without categories. */
export function matches(filter: AlertFilter, alert: DeliverableAlert): boolean {
  return (
    alert.usd >= filter.minUsd &&
    (filter.side === null || filter.side === alert.side) &&
    anyOf(filter.categories, alert.category === null ? [] : [alert.category]) &&
    anyOf(filter.qualifying, alert.qualifying) &&
    anyOf(filter.traders, [alert.trader.address])
  )
}

function anyOf(wanted: readonly string[], has: readonly string[]): boolean {
  return wanted.length === 0 || has.some((one) => wanted.includes(one))
}
