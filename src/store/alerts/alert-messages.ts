import type { MessageKind } from '../../whales/delivery/message.ts'
import type { SecretBox } from '../accounts/secret-box.ts'
import type { Sql } from '../engine/database.ts'
import { openChannel, type StoredChannel } from './alert-channels.ts'
import { ALERT_MESSAGES } from './alert-delivery-tables.ts'

/** A message that is to be sent. */
export interface NewMessage {
  id: string
  accountId: number
  channelId: string
  kind: MessageKind
  body: string
}

/** A message that this process has leased. */
export interface ClaimedMessage {
  id: string
  kind: MessageKind
  body: string
  /** Attempts that failed before. */
  attempts: number
  created_ms: number
  lease: string
}

/** Writes messages, due at once; one that is there stays as it is. */
export async function addMessages(tx: Sql, messages: readonly NewMessage[], nowMs: number): Promise<void> {
  const columns = {
    id: messages.map(({ id }) => id),
    account_id: messages.map(({ accountId }) => accountId),
    channel_id: messages.map(({ channelId }) => channelId),
    kind: messages.map(({ kind }) => kind),
    body: messages.map(({ body }) => body),
    state: messages.map(() => 'PENDING'),
    attempts: messages.map(() => 0),
    created_ms: messages.map(() => nowMs),
    due_ms: messages.map(() => nowMs),
  }
  await tx.insertNew(ALERT_MESSAGES, columns, messages.length)
}

/** How many proofs and tests an account asked for since a time; those of channels that are gone count too. */
export async function countAsked(sql: Sql, accountId: number, sinceMs: number): Promise<number> {
  const row = await sql.get<{ asked: number }>(
    'SELECT CAST(COUNT(*) AS INTEGER) AS asked FROM alert_messages ' +
      "WHERE account_id = ? AND kind IN ('VERIFY', 'TEST') AND created_ms >= ?",
    [accountId, sinceMs],
  )
  return row?.asked ?? 0
}

/** Channels and lanes that have as much on the way as they may. */
export interface Occupied {
  channels: readonly string[]
  lanes: readonly string[]
}

/**
 * When a channel's oldest message is due, of those that may go: before the channel is its owner's, only the one that
 * asks for proof. One step into the index alert_messages_by_channel_id_state_due_ms, however much waits.
 */
const OLDEST_DUE =
  'SELECT MIN(m.due_ms) FROM alert_messages m ' +
  "WHERE m.channel_id = c.id AND m.state = 'PENDING' AND (c.state = 'ACTIVE' OR m.kind = 'VERIFY')"

/** Channels for which a message is due, the one that waits longest first. */
export async function channelsDue(
  sql: Sql,
  box: SecretBox,
  nowMs: number,
  occupied: Occupied,
  limit: number,
): Promise<StoredChannel[]> {
  const rows = await sql.all<StoredChannel>(
    `SELECT * FROM (SELECT c.*, (${OLDEST_DUE}) AS oldest FROM alert_channels c ` +
      "WHERE c.state IN ('ACTIVE', 'PENDING') AND c.resume_ms <= ? " +
      `AND NOT ${sql.isIn('c.id', 'text')} AND NOT ${sql.isIn('c.lane', 'text')}) d ` +
      'WHERE oldest <= ? ORDER BY oldest LIMIT ?',
    [nowMs, sql.list(occupied.channels), sql.list(occupied.lanes), nowMs, limit],
  )
  return rows.map((row) => openChannel(box, row))
}

/** What is leased of a channel's messages, and until when nobody else sends them. */
export interface Lease {
  name: string
  nowMs: number
  untilMs: number
  limit: number
}

/** Leases a channel's due messages, oldest first; those that another process is leasing are passed over. */
export function claimMessages(
  tx: Sql,
  channel: Pick<StoredChannel, 'id' | 'state'>,
  lease: Lease,
): Promise<ClaimedMessage[]> {
  const skip = tx.dialect === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  const only = channel.state === 'ACTIVE' ? '' : " AND kind = 'VERIFY'"
  return tx.all<ClaimedMessage>(
    'UPDATE alert_messages SET due_ms = ?, lease = ? WHERE id IN (SELECT id FROM alert_messages ' +
      `WHERE channel_id = ? AND state = 'PENDING' AND due_ms <= ?${only} ORDER BY due_ms LIMIT ?${skip}) ` +
      'RETURNING id, kind, body, attempts, created_ms, lease',
    [lease.untilMs, lease.name, channel.id, lease.nowMs, lease.limit],
  )
}

/** Which message, by whose lease, which only what waits has: what a process does after its lease ended, and another one took over, counts no more. */
type Leased = Pick<ClaimedMessage, 'id' | 'lease'>

/** Notes that messages were taken. */
export async function noteSent(sql: Sql, messages: readonly Leased[], nowMs: number): Promise<void> {
  await sql.run(
    "UPDATE alert_messages SET state = 'SENT', reason = NULL, lease = NULL, done_ms = ? " +
      `WHERE ${sql.isIn('id', 'text')} AND ${sql.isIn('lease', 'text')}`,
    [nowMs, sql.list(messages.map(({ id }) => id)), sql.list([...new Set(messages.map((m) => m.lease))])],
  )
}

/** Notes that an attempt failed, and when the next one is. */
export async function noteFailed(sql: Sql, message: Leased, reason: string, dueMs: number): Promise<void> {
  await sql.run(
    'UPDATE alert_messages SET attempts = attempts + 1, reason = ?, lease = NULL, due_ms = ? ' +
      'WHERE id = ? AND lease = ?',
    [reason, dueMs, message.id, message.lease],
  )
}

/** Gives a message up. */
export async function giveUp(sql: Sql, message: Leased, reason: string, nowMs: number): Promise<void> {
  await sql.run(
    "UPDATE alert_messages SET state = 'GIVEN_UP', attempts = attempts + 1, reason = ?, lease = NULL, " +
      'done_ms = ? WHERE id = ? AND lease = ?',
    [reason, nowMs, message.id, message.lease],
  )
}

/** Gives up what waits since before a time, such as messages of paused channels. */
export async function giveUpOlder(sql: Sql, createdBeforeMs: number, nowMs: number): Promise<number> {
  return sql.run(
    "UPDATE alert_messages SET state = 'GIVEN_UP', done_ms = ?, " +
      "reason = COALESCE(reason, 'The channel took no messages for a day.') " +
      "WHERE state = 'PENDING' AND created_ms < ? AND due_ms <= ?",
    [nowMs, createdBeforeMs, nowMs],
  )
}

/** Forgets messages that were done with before a time, and the alerts in them. */
export async function forgetDone(sql: Sql, beforeMs: number): Promise<void> {
  const done = "SELECT id FROM alert_messages WHERE state IN ('SENT', 'GIVEN_UP') AND done_ms < ?"
  await sql.run(`DELETE FROM alert_outbox WHERE message_id IN (${done})`, [beforeMs])
  await sql.run(`DELETE FROM alert_messages WHERE id IN (${done})`, [beforeMs])
}

/** Notes that a channel took a message after it had failed. */
export async function noteChannelWell(sql: Sql, channelId: string): Promise<void> {
  await sql.run('UPDATE alert_channels SET failures = 0, reason = NULL, resume_ms = 0 WHERE id = ?', [
    channelId,
  ])
}

/** A failure of a channel: nothing goes to it before `resumeMs`, and nothing at all once it is paused. */
export interface ChannelFailure {
  channelId: string
  reason: string
  /** When the attempt began: several that failed at once count as one failure. */
  startedMs: number
  resumeMs: number
  /** Pause at so many failures one after the other. */
  pauseAt: number
}

/** Notes that a channel failed; pauses it at the last failure that it is granted. A channel that is not active waits only. Answers whether it is paused now. */
export async function noteChannelFailed(tx: Sql, failure: ChannelFailure): Promise<boolean> {
  const { channelId, reason, startedMs, resumeMs, pauseAt } = failure
  const failed = await tx.get<{ state: string }>(
    'UPDATE alert_channels SET failures = failures + 1, resume_ms = ?, reason = ?, ' +
      "state = CASE WHEN state = 'ACTIVE' AND failures + 1 >= ? THEN 'PAUSED' ELSE state END " +
      'WHERE id = ? AND resume_ms <= ? RETURNING state',
    [resumeMs, reason, pauseAt, channelId, startedMs],
  )
  return failed?.state === 'PAUSED'
}

/** Activates the channel of whose challenge the answer came, if that is the challenge that it still waits for. */
export async function confirmChannel(
  sql: Sql,
  channelId: string,
  challenge: string,
  nowSeconds: number,
): Promise<boolean> {
  const changed = await sql.run(
    "UPDATE alert_channels SET state = 'ACTIVE', reason = NULL, failures = 0, resume_ms = 0, confirmed_at = ?, " +
      'challenge = NULL, challenge_until = NULL, challenge_tries = NULL ' +
      "WHERE id = ? AND challenge = ? AND challenge_until > ? AND state = 'PENDING'",
    [nowSeconds, channelId, challenge, nowSeconds],
  )
  return changed > 0
}
