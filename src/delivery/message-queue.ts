import type { SecretBox } from '../accounts/secret-box.ts'
import { insert, type Sql } from '../store/engine/database.ts'
import { allOf, as, type From, statement, statementBy } from '../store/engine/statement.ts'
import { openChannel, type StoredChannel } from './channels.ts'
import { ALERT_CHANNELS, ALERT_MESSAGES, ALERT_OUTBOX } from './delivery-tables.ts'
import type { MessageKind } from './message.ts'

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
  createdMs: number
  lease: string | null
}

/** Writes messages, due immediately; existing ones stay. */
export async function addMessages(tx: Sql, messages: readonly NewMessage[], nowMs: number): Promise<void> {
  const due = { state: 'PENDING', attempts: 0, createdMs: nowMs, dueMs: nowMs }
  await insert(
    tx,
    ALERT_MESSAGES,
    messages.map((message) => ({ ...message, ...due })),
  )
}

const COUNT_ASKED = statement((from, { accountId, sinceMs }: { accountId: number; sinceMs: number }) =>
  from(ALERT_MESSAGES)
    .count('* as asked')
    .where('account_id', accountId)
    .whereIn('kind', ['VERIFY', 'TEST'])
    .where('created_ms', '>=', sinceMs),
)

/** Counts the proofs and tests that an account requested since a time, removed channels included. */
export async function countAsked(sql: Sql, accountId: number, sinceMs: number): Promise<number> {
  const row = await COUNT_ASKED.get(sql, { accountId, sinceMs })
  return row?.asked ?? 0
}

/** Channels and lanes with all of their slots in use. */
export interface Occupied {
  channels: readonly string[]
  lanes: readonly string[]
}

/**
 * The due time of a channel's oldest sendable message; an unconfirmed channel sends only its proof. One step into the
 * index alert_messages_by_channel_id_state_due_ms, regardless of the number of waiting messages.
 */
const oldestDue = (from: From) =>
  from(as(ALERT_MESSAGES, 'm'))
    .select(from.raw('MIN(m.due_ms)'))
    .whereColumn('m.channel_id', 'c.id')
    .where('m.state', 'PENDING')
    .where((group) => group.where(from.raw("c.state = 'ACTIVE'")).orWhere('m.kind', 'VERIFY'))

interface Turn extends Occupied {
  nowMs: number
  /** The channel that last had a turn. */
  after: string
  limit: number
}

const CHANNELS_DUE = statementBy((from, { isWrapped }: { isWrapped: boolean }, given: Turn) =>
  from(as(ALERT_CHANNELS, 'c'))
    .select(...allOf(ALERT_CHANNELS, 'c'))
    .where('c.id', isWrapped ? '<=' : '>', given.after)
    .whereIn('c.state', ['ACTIVE', 'PENDING'])
    .where('c.resume_ms', '<=', given.nowMs)
    .whereNot((group) => group.whereAnyOf('c.id', 'text', given.channels))
    .whereNot((group) => group.whereAnyOf('c.lane', 'text', given.lanes))
    .where(from.raw('? <= ?', [oldestDue(from), given.nowMs]))
    .orderBy('c.id')
    .limit(given.limit),
)
const ANY_DUE = statement((from, { nowMs }: { nowMs: number }) =>
  from(ALERT_MESSAGES).select('id').where('state', 'PENDING').where('due_ms', '<=', nowMs).limit(1),
)

/**
 * Channels with a due message, in turn: by id after the one that last had a turn, then from the first. A scan ends once
 * enough are found, and each channel comes before any comes again. With nothing due it is one seek.
 */
export async function channelsDue(sql: Sql, box: SecretBox, turn: Turn): Promise<StoredChannel[]> {
  if ((await ANY_DUE.get(sql, turn)) === undefined) return []
  const rows = await CHANNELS_DUE({ isWrapped: false }).all(sql, turn)
  const limit = turn.limit - rows.length
  if (limit > 0) rows.push(...(await CHANNELS_DUE({ isWrapped: true }).all(sql, { ...turn, limit })))
  return rows.map((row) => openChannel(box, row))
}

export interface Lease {
  name: string
  nowMs: number
  untilMs: number
  limit: number
}

const CLAIM = statementBy(
  (from, { isActive }: { isActive: boolean }, given: Lease & { channelId: string }) => {
    const due = from(ALERT_MESSAGES)
      .select('id')
      .where('channel_id', given.channelId)
      .where('state', 'PENDING')
      .where('due_ms', '<=', given.nowMs)
    const first = (isActive ? due : due.where('kind', 'VERIFY')).orderBy('due_ms').limit(given.limit)
    return from(ALERT_MESSAGES)
      .whereIn('id', from.dialect === 'postgres' ? first.forUpdate().skipLocked() : first)
      .update({ due_ms: given.untilMs, lease: given.name })
      .returning(['id', 'kind', 'body', 'attempts', 'created_ms', 'lease'])
  },
)

/** Leases a channel's due messages, oldest first; skips those that another process is leasing. */
export function claimMessages(
  tx: Sql,
  channel: Pick<StoredChannel, 'id' | 'state'>,
  lease: Lease,
): Promise<ClaimedMessage[]> {
  return CLAIM({ isActive: channel.state === 'ACTIVE' }).all(tx, { ...lease, channelId: channel.id })
}

const OLDEST = statement((from, { channelId, nowMs }: { channelId: string; nowMs: number }) =>
  from(ALERT_MESSAGES)
    .select('id')
    .where('channel_id', channelId)
    .where('state', 'PENDING')
    .where('due_ms', '<=', nowMs)
    .orderBy('due_ms')
    .limit(1),
)
const CLAIM_THESE = statement((from, given: Omit<Lease, 'limit'> & { ids: readonly string[] }) =>
  from(ALERT_MESSAGES)
    .whereAnyOf('id', 'text', given.ids)
    .where('state', 'PENDING')
    .where('due_ms', '<=', given.nowMs)
    .update({ due_ms: given.untilMs, lease: given.name })
    .returning(['id', 'channel_id', 'kind', 'body', 'attempts', 'created_ms', 'lease']),
)

/** Leases the oldest due message of each of many active channels, in two statements, regardless of their number. */
export async function claimOldest(
  tx: Sql,
  channels: readonly string[],
  { name, nowMs, untilMs }: Omit<Lease, 'limit'>,
): Promise<(ClaimedMessage & { channelId: string })[]> {
  const keys = { channelId: channels, nowMs: channels.map(() => nowMs) }
  const found = await OLDEST.each(tx, { channelId: 'text', nowMs: 'int' }, keys, channels.length)
  return CLAIM_THESE.all(tx, { name, nowMs, untilMs, ids: found.flatMap((row) => row?.id ?? []) })
}

/** A message and its lease, which only a waiting one has: updates from a process whose lease ended do nothing. */
type Leased = Pick<ClaimedMessage, 'id' | 'lease'>

const NOTE_SENT = statement(
  (from, given: { ids: readonly string[]; leases: readonly string[]; nowMs: number }) =>
    from(ALERT_MESSAGES)
      .whereAnyOf('id', 'text', given.ids)
      .whereAnyOf('lease', 'text', given.leases)
      .update({ state: 'SENT', reason: null, lease: null, done_ms: given.nowMs }),
)
const NOTE_FAILED = statement((from, given: Leased & { reason: string; dueMs: number }) =>
  from(ALERT_MESSAGES)
    .where('id', given.id)
    .where('lease', given.lease)
    .update({ attempts: from.raw('attempts + 1'), reason: given.reason, lease: null, due_ms: given.dueMs }),
)
const GIVE_UP = statement((from, given: Leased & { reason: string; nowMs: number }) =>
  from(ALERT_MESSAGES)
    .where('id', given.id)
    .where('lease', given.lease)
    .update({
      state: 'GIVEN_UP',
      attempts: from.raw('attempts + 1'),
      reason: given.reason,
      lease: null,
      done_ms: given.nowMs,
    }),
)

/** Gives up messages that have waited since before a time, such as those of paused channels. */
export const GIVE_UP_OLDER = statement((from, given: { createdBeforeMs: number; nowMs: number }) =>
  from(ALERT_MESSAGES)
    .where('state', 'PENDING')
    .where('created_ms', '<', given.createdBeforeMs)
    .where('due_ms', '<=', given.nowMs)
    .update({
      state: 'GIVEN_UP',
      done_ms: given.nowMs,
      reason: from.raw("COALESCE(reason, 'The channel accepted no messages for a day.')"),
    }),
)
const doneBefore = (from: From, beforeMs: number) =>
  from(ALERT_MESSAGES).select('id').whereIn('state', ['SENT', 'GIVEN_UP']).where('done_ms', '<', beforeMs)
const FORGET_ALERTS = statement((from, { beforeMs }: { beforeMs: number }) =>
  from(ALERT_OUTBOX).whereIn('message_id', doneBefore(from, beforeMs)).delete(),
)
const FORGET_MESSAGES = statement((from, { beforeMs }: { beforeMs: number }) =>
  from(ALERT_MESSAGES).whereIn('id', doneBefore(from, beforeMs)).delete(),
)

/** Resets a channel's failures after it accepted a message. */
export const NOTE_WELL = statement((from, { channelId }: { channelId: string }) =>
  from(ALERT_CHANNELS).where('id', channelId).update({ failures: 0, reason: null, resume_ms: 0 }),
)
const NOTE_CHANNEL_FAILED = statement((from, given: ChannelFailure) =>
  from(ALERT_CHANNELS)
    .where('id', given.channelId)
    .where('resume_ms', '<=', given.startedMs)
    .update({
      failures: from.raw('failures + 1'),
      resume_ms: given.resumeMs,
      reason: given.reason,
      state: from.raw("CASE WHEN state = 'ACTIVE' AND failures + 1 >= ? THEN 'PAUSED' ELSE state END", [
        given.pauseAt,
      ]),
    })
    .returning(['state']),
)
const CONFIRM = statement((from, given: { channelId: string; challenge: string; now: number }) =>
  from(ALERT_CHANNELS)
    .where('id', given.channelId)
    .where('challenge', given.challenge)
    .where('challenge_until', '>', given.now)
    .where('state', 'PENDING')
    .update({
      state: 'ACTIVE',
      reason: null,
      failures: 0,
      resume_ms: 0,
      confirmed_at: given.now,
      challenge: null,
      challenge_until: null,
      challenge_tries: null,
    }),
)

/** Marks messages as accepted. */
export async function recordSent(sql: Sql, messages: readonly Leased[], nowMs: number): Promise<void> {
  const ids = messages.map(({ id }) => id)
  await NOTE_SENT.run(sql, { nowMs, ids, leases: [...new Set(messages.flatMap(({ lease }) => lease ?? []))] })
}

/** Records a failed attempt and the time of the next one. */
export async function recordFailed(sql: Sql, message: Leased, reason: string, dueMs: number): Promise<void> {
  const { id, lease } = message
  await NOTE_FAILED.run(sql, { id, lease, reason, dueMs })
}

export async function giveUp(sql: Sql, message: Leased, reason: string, nowMs: number): Promise<void> {
  const { id, lease } = message
  await GIVE_UP.run(sql, { id, lease, reason, nowMs })
}

/** Deletes messages that were finished before a time, with their alerts. */
export async function forgetDone(sql: Sql, beforeMs: number): Promise<void> {
  await FORGET_ALERTS.run(sql, { beforeMs })
  await FORGET_MESSAGES.run(sql, { beforeMs })
}

/** A failure of a channel: it gets nothing before `resumeMs`, and nothing at all while paused. */
export interface ChannelFailure {
  channelId: string
  reason: string
  /** The start of the attempt: several attempts that fail together count as one failure. */
  startedMs: number
  resumeMs: number
  /** Pause after this number of consecutive failures. */
  pauseAt: number
}

/**
 * Records a channel's failure; pauses it at the last one allowed. A channel that is not active only waits. Returns
 * whether it is paused now.
 */
export async function recordChannelFailure(tx: Sql, failure: ChannelFailure): Promise<boolean> {
  const failed = await NOTE_CHANNEL_FAILED.get(tx, failure)
  return failed?.state === 'PAUSED'
}

/** Activates a channel by the answer to its challenge, if that challenge is still open. */
export async function confirmChannel(
  sql: Sql,
  channelId: string,
  challenge: string,
  nowSeconds: number,
): Promise<boolean> {
  return (await CONFIRM.run(sql, { channelId, challenge, now: nowSeconds })) > 0
}
