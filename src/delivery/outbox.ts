import type { AccountTier } from '../accounts/account-store.ts'
import { ACCOUNTS } from '../accounts/account-tables.ts'
import { insert, type Sql, upsert } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { ALERT_CHANNELS, ALERT_OUTBOX } from './delivery-tables.ts'

/**
 * The state of a row of the outbox: in a message already, or waiting for its first message, for a summary, for its
 * channel to take messages again, or for others of its market.
 */
export const WAITING = { no: 0, fresh: 1, held: 2, digest: 3, merging: 4 } as const

/** Decisions of one trader in one market within these seconds are one message after the first. */
export const MERGE_SECONDS = 600

/** The fields of a whale alert or a follow's notice that the outbox needs. */
export interface Queued {
  /** Unique and never changed. */
  id: string
  time: number
}

export interface WaitingAlert<Alert extends Queued = Queued> {
  accountId: number
  tier: AccountTier
  channelId: string
  /** The trader; alerts of one trader can become one message. */
  trader: string
  /** The market of a wallet's decision; null for any other alert. */
  market: string | null
  time: number
  alert: Alert
}

export interface OutboxEntry {
  channelId: string
  /** Entries of the same group can become one message. */
  group: string
  /** The market of a wallet's decision, whose others soon after it become one message. @default null */
  market?: string | null
  alert: Queued
  /** The earliest time for its message, in milliseconds since 1970. */
  readyMs: number
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
  const rows = entries.map(({ channelId, group, market = null, alert, readyMs }) => ({
    channelId,
    alertId: alert.id,
    trader: group,
    market,
    time: alert.time,
    payload: textOf(alert),
    readyMs,
    waiting: WAITING.fresh,
  }))
  const fresh = await insert(tx, ALERT_OUTBOX, rows)
  return fresh.reduce((sum, one) => sum + one, 0)
}

const READY = statement((from, given: { waiting: number; now: number; limit: number }) =>
  from(as(ALERT_OUTBOX, 'o'))
    .join(as(ALERT_CHANNELS, 'c'), 'c.id', 'o.channel_id')
    .join(as(ACCOUNTS, 'a'), 'a.id', 'c.account_id')
    .select('c.account_id', 'a.tier', 'o.channel_id', 'o.trader', 'o.market', 'o.time', 'o.payload')
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

const NEWEST_SENT = statement((from, given: { account_id: number; trader: string }) =>
  from(as(ALERT_OUTBOX, 'o'))
    .join(as(ALERT_CHANNELS, 'c'), 'c.id', 'o.channel_id')
    .max('o.time as time')
    .where('c.account_id', given.account_id)
    .where('o.trader', given.trader)
    .where('o.waiting', WAITING.no),
)

/** For each group of an account, the time of its newest alert that has become part of a message, or null. */
export async function newestSent(
  sql: Sql,
  accountId: number,
  groups: readonly string[],
): Promise<(number | null)[]> {
  const keys = { account_id: groups.map(() => accountId), trader: groups }
  const rows = await NEWEST_SENT.each(sql, { account_id: 'int', trader: 'text' }, keys, groups.length)
  return Array.from(rows, (row) => row?.time ?? null)
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

const MARKET_KEYS = { channel_id: 'text', trader: 'text', market: 'text', low: 'int', high: 'int' } as const
interface MarketKey {
  channel_id: string
  trader: string
  market: string
  low: number
  high: number
}
const MERGED_AT = statement((from, given: MarketKey) =>
  from(ALERT_OUTBOX)
    .select(
      from.raw<{ until: number | null }>(
        'MIN(CASE WHEN waiting = ? THEN ready_ms + ? ELSE ready_ms END) AS until',
        [WAITING.no, MERGE_SECONDS * 1_000],
      ),
    )
    .where('channel_id', given.channel_id)
    .where('trader', given.trader)
    .where('market', given.market)
    .where('time', '>', given.low)
    .where('time', '<', given.high)
    .whereIn('waiting', [WAITING.no, WAITING.merging]),
)

/**
 * For each alert with a market, the time at which those of its trader and market are sent together, because one was sent
 * within {@link MERGE_SECONDS}; null if none was.
 */
export async function mergedAt(tx: Sql, alerts: readonly WaitingAlert[]): Promise<(number | null)[]> {
  const keys = {
    channel_id: alerts.map(({ channelId }) => channelId),
    trader: alerts.map(({ trader }) => trader),
    market: alerts.map(({ market }) => market ?? ''),
    low: alerts.map(({ time }) => time - MERGE_SECONDS),
    high: alerts.map(({ time }) => time + MERGE_SECONDS),
  }
  const rows = await MERGED_AT.each(tx, MARKET_KEYS, keys, alerts.length)
  return Array.from(rows, (row) => row?.until ?? null)
}

/** Deletes a waiting alert from the outbox. */
export const DROP_WAITING = statement((from, { channelId, id }: { channelId: string; id: string }) =>
  from(ALERT_OUTBOX).where('channel_id', channelId).where('alert_id', id).where('waiting', '<>', 0).delete(),
)

/** Rewrites a waiting alert after parts of it were removed. */
export const REWRITE_WAITING = statement((from, given: { channelId: string; id: string; payload: string }) =>
  from(ALERT_OUTBOX)
    .where('channel_id', given.channelId)
    .where('alert_id', given.id)
    .where('waiting', '<>', 0)
    .update({ payload: given.payload }),
)

/** The new state of a waiting alert: in a message, or held. */
export interface Placement {
  entry: WaitingAlert
  readyMs: number
  waiting: (typeof WAITING)['no' | 'held' | 'digest' | 'merging']
  /** Null for one that waits. */
  messageId: string | null
}

/** Records the new states of waiting alerts. */
export async function placeAlerts(tx: Sql, placements: readonly Placement[]): Promise<void> {
  const rows = placements.map(({ entry, readyMs, waiting, messageId }) => ({
    channelId: entry.channelId,
    alertId: entry.alert.id,
    trader: entry.trader,
    market: entry.market,
    time: entry.time,
    payload: JSON.stringify(entry.alert),
    readyMs,
    waiting,
    messageId,
  }))
  await upsert(tx, ALERT_OUTBOX, rows)
}

/** Has a channel's pace looked at again for what the channel holds back. */
export const WAKE_CHANNEL = statement((from, given: { channelId: string; nowMs: number }) =>
  from(ALERT_OUTBOX)
    .where('channel_id', given.channelId)
    .where('waiting', WAITING.digest)
    .update({ ready_ms: given.nowMs }),
)
