import type { Sql } from '../store/engine/database.ts'
import { insert, upsert } from '../store/engine/rows.ts'
import { as, statement } from '../store/engine/statement.ts'
import { ALERT_CHANNELS, ALERT_OUTBOX } from './delivery-tables.ts'

/**
 * The state of a row of the outbox: in a message already, or waiting for its first message, for a summary, or for the
 * end of quiet hours.
 */
export const WAITING = { no: 0, fresh: 1, held: 2, digest: 3 } as const

/** The fields of a whale alert or a follow's notice that the outbox needs. */
export interface Queued {
  /** Unique and never changed. */
  id: string
  time: number
}

/** An alert waiting to join a message to a channel. */
export interface WaitingAlert<Alert extends Queued = Queued> {
  accountId: number
  channelId: string
  /** The trader; alerts of one trader can become one message. */
  trader: string
  time: number
  alert: Alert
}

export interface OutboxEntry {
  channelId: string
  /** Entries of the same group can become one message. */
  group: string
  alert: Queued
  /** The earliest time for its message, in milliseconds since 1970. */
  readyMs: number
  waiting: (typeof WAITING)['fresh' | 'digest']
}

/**
 * Adds alerts to the outbox; an alert that is already there for the same channel stays. Returns the number of new
 * entries.
 */
export async function addToOutbox(tx: Sql, entries: readonly OutboxEntry[]): Promise<number> {
  if (entries.length === 0) return 0
  // One alert may have thousands of entries.
  const known = new Map<Queued, string>()
  const textOf = (alert: Queued) => {
    const text = known.get(alert) ?? JSON.stringify(alert)
    known.set(alert, text)
    return text
  }
  const rows = entries.map(({ channelId, group, alert, readyMs, waiting }) => ({
    channelId,
    alertId: alert.id,
    trader: group,
    time: alert.time,
    payload: textOf(alert),
    readyMs,
    waiting,
  }))
  const fresh = await insert(tx, ALERT_OUTBOX, rows)
  return fresh.reduce((sum, one) => sum + one, 0)
}

const READY = statement((from, given: { waiting: number; now: number; limit: number }) =>
  from(as(ALERT_OUTBOX, 'o'))
    .join(as(ALERT_CHANNELS, 'c'), 'c.id', 'o.channel_id')
    .select('c.account_id', 'o.channel_id', 'o.trader', 'o.time', 'o.payload')
    .where('o.waiting', given.waiting)
    .where('o.ready_ms', '<=', given.now)
    .orderBy('o.ready_ms')
    .orderBy('o.channel_id')
    .orderBy('o.trader')
    .limit(given.limit),
)

/**
 * Up to `limit` ready alerts in a waiting state, by channel, trader and time. The index
 * alert_outbox_by_waiting_ready_ms_channel_id_trader gives the order.
 */
export async function readWaiting<Alert extends Queued>(
  tx: Sql,
  waiting: number,
  now: number,
  limit: number,
): Promise<WaitingAlert<Alert>[]> {
  const rows = await READY.all(tx, { waiting, now, limit })
  return rows.map(({ payload, ...row }) => ({ ...row, alert: JSON.parse(payload) }))
}

const WITHIN = { channel_id: 'text', trader: 'text', low: 'int', high: 'int' } as const
const SENT = statement((from, given: { channel_id: string; trader: string; low: number; high: number }) =>
  from(ALERT_OUTBOX)
    .count('* as sent')
    .where('channel_id', given.channel_id)
    .where('trader', given.trader)
    .where('time', '>', given.low)
    .where('time', '<', given.high)
    .where('waiting', WAITING.no),
)

/**
 * For each alert, the number of its trader's other alerts within a number of seconds that its channel was already sent.
 */
export async function countSent(
  tx: Sql,
  alerts: readonly WaitingAlert[],
  seconds: number,
): Promise<number[]> {
  const keys = {
    channel_id: alerts.map(({ channelId }) => channelId),
    trader: alerts.map(({ trader }) => trader),
    low: alerts.map(({ time }) => time - seconds),
    high: alerts.map(({ time }) => time + seconds),
  }
  const rows = await SENT.each(tx, WITHIN, keys, alerts.length)
  return Array.from(rows, (row) => row?.sent ?? 0)
}

const HELD = statement((from, given: { channel_id: string; trader: string }) =>
  from(ALERT_OUTBOX)
    .min('ready_ms as until')
    .where('channel_id', given.channel_id)
    .where('trader', given.trader)
    .where('waiting', WAITING.held),
)

/** For each alert, the time until which its trader's earlier ones for its channel are held, or null. */
export async function heldUntil(tx: Sql, alerts: readonly WaitingAlert[]): Promise<(number | null)[]> {
  const keys = {
    channel_id: alerts.map(({ channelId }) => channelId),
    trader: alerts.map(({ trader }) => trader),
  }
  const rows = await HELD.each(tx, { channel_id: 'text', trader: 'text' }, keys, alerts.length)
  return Array.from(rows, (row) => row?.until ?? null)
}

const DROP = statement((from, { channelId, id }: { channelId: string; id: string }) =>
  from(ALERT_OUTBOX).where('channel_id', channelId).where('alert_id', id).where('waiting', '<>', 0).delete(),
)
const REWRITE = statement((from, given: { channelId: string; id: string; payload: string }) =>
  from(ALERT_OUTBOX)
    .where('channel_id', given.channelId)
    .where('alert_id', given.id)
    .where('waiting', '<>', 0)
    .update({ payload: given.payload }),
)

/** Deletes a waiting alert from the outbox. */
export async function dropWaiting(tx: Sql, channelId: string, id: string): Promise<void> {
  await DROP.run(tx, { channelId, id })
}

/** Rewrites a waiting alert after parts of it were removed. */
export async function rewriteWaiting(tx: Sql, channelId: string, alert: Queued): Promise<void> {
  await REWRITE.run(tx, { channelId, id: alert.id, payload: JSON.stringify(alert) })
}

/** The new state of a waiting alert: in a message, or held. */
export interface Placement {
  entry: WaitingAlert
  readyMs: number
  /** Null for a held one. */
  messageId: string | null
}

/** Records the new states of waiting alerts. */
export async function placeAlerts(tx: Sql, placements: readonly Placement[]): Promise<void> {
  const rows = placements.map(({ entry, readyMs, messageId }) => ({
    channelId: entry.channelId,
    alertId: entry.alert.id,
    trader: entry.trader,
    time: entry.time,
    payload: JSON.stringify(entry.alert),
    readyMs,
    waiting: messageId === null ? WAITING.held : WAITING.no,
    messageId,
  }))
  await upsert(tx, ALERT_OUTBOX, rows)
}
