import type { MessageKind } from '../../whales/delivery/message.ts'
import type { SecretBox } from '../accounts/secret-box.ts'
import type { Sql } from '../engine/database.ts'
import { insert } from '../engine/rows.ts'
import { allOf, as, type From, statement, statementBy } from '../engine/statement.ts'
import { openChannel, type StoredChannel } from './alert-channels.ts'
import { ALERT_CHANNELS, ALERT_MESSAGES, ALERT_OUTBOX } from './alert-delivery-tables.ts'

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
  createdMs: number
  lease: string | null
}

/** Writes messages, due immediately; one that is there stays as it is. */
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

/** How many proofs and tests an account asked for since a time; those of channels that are gone count too. */
export async function countAsked(sql: Sql, accountId: number, sinceMs: number): Promise<number> {
  const row = await COUNT_ASKED.get(sql, { accountId, sinceMs })
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
const oldestDue = (from: From) =>
  from(as(ALERT_MESSAGES, 'm'))
    .select(from.raw('MIN(m.due_ms)'))
    .whereColumn('m.channel_id', 'c.id')
    .where('m.state', 'PENDING')
    .where((group) => group.where(from.raw("c.state = 'ACTIVE'")).orWhere('m.kind', 'VERIFY'))

/** Which channels are looked for. */
interface Turn extends Occupied {
  nowMs: number
  /** The channel that had the last turn. */
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
 * Channels for which a message is due, in turn: by id behind the one that had the last turn, and on from the first. So a
 * look ends where enough are found, and each channel comes before any comes again. While nothing is due it is one seek.
 */
export async function channelsDue(sql: Sql, box: SecretBox, turn: Turn): Promise<StoredChannel[]> {
  if ((await ANY_DUE.get(sql, turn)) === undefined) return []
  const rows = await CHANNELS_DUE({ isWrapped: false }).all(sql, turn)
  const limit = turn.limit - rows.length
  if (limit > 0) rows.push(...(await CHANNELS_DUE({ isWrapped: true }).all(sql, { ...turn, limit })))
  return rows.map((row) => openChannel(box, row))
}

/** What is leased of a channel's messages, and until when nobody else sends them. */
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

/** Leases a channel's due messages, oldest first; those that another process is leasing are passed over. */
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

/** Leases the oldest due message of each of many active channels, in two statements however many they are. */
export async function claimOldest(
  tx: Sql,
  channels: readonly string[],
  { name, nowMs, untilMs }: Omit<Lease, 'limit'>,
): Promise<(ClaimedMessage & { channelId: string })[]> {
  const keys = { channelId: channels, nowMs: channels.map(() => nowMs) }
  const found = await OLDEST.each(tx, { channelId: 'text', nowMs: 'int' }, keys, channels.length)
  return CLAIM_THESE.all(tx, { name, nowMs, untilMs, ids: found.flatMap((row) => row?.id ?? []) })
}

/** Which message, by whose lease, which only what waits has: what a process does after its lease ended, and another one took over, counts no more. */
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
const GIVE_UP_OLDER = statement((from, given: { createdBeforeMs: number; nowMs: number }) =>
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
const NOTE_WELL = statement((from, { channelId }: { channelId: string }) =>
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

/** Notes that messages were taken. */
export async function recordSent(sql: Sql, messages: readonly Leased[], nowMs: number): Promise<void> {
  const ids = messages.map(({ id }) => id)
  await NOTE_SENT.run(sql, { nowMs, ids, leases: [...new Set(messages.flatMap(({ lease }) => lease ?? []))] })
}

/** Notes that an attempt failed, and when the next one is. */
export async function recordFailed(sql: Sql, message: Leased, reason: string, dueMs: number): Promise<void> {
  const { id, lease } = message
  await NOTE_FAILED.run(sql, { id, lease, reason, dueMs })
}

/** Gives a message up. */
export async function giveUp(sql: Sql, message: Leased, reason: string, nowMs: number): Promise<void> {
  const { id, lease } = message
  await GIVE_UP.run(sql, { id, lease, reason, nowMs })
}

/** Gives up what waits since before a time, such as messages of paused channels. */
export async function giveUpOlder(sql: Sql, createdBeforeMs: number, nowMs: number): Promise<number> {
  return GIVE_UP_OLDER.run(sql, { createdBeforeMs, nowMs })
}

/** Forgets messages that were done with before a time, and the alerts in them. */
export async function forgetDone(sql: Sql, beforeMs: number): Promise<void> {
  await FORGET_ALERTS.run(sql, { beforeMs })
  await FORGET_MESSAGES.run(sql, { beforeMs })
}

/** Notes that a channel took a message after it had failed. */
export async function recordChannelSuccess(sql: Sql, channelId: string): Promise<void> {
  await NOTE_WELL.run(sql, { channelId })
}

/** A failure of a channel: nothing goes to it before `resumeMs`, and nothing at all once it is paused. */
export interface ChannelFailure {
  channelId: string
  reason: string
  /** When the attempt began: several that failed together count as one failure. */
  startedMs: number
  resumeMs: number
  /** Pause at so many failures one after the other. */
  pauseAt: number
}

/** Notes that a channel failed; pauses it at the last failure that it is granted. A channel that is not active waits only. Answers whether it is paused now. */
export async function recordChannelFailure(tx: Sql, failure: ChannelFailure): Promise<boolean> {
  const failed = await NOTE_CHANNEL_FAILED.get(tx, failure)
  return failed?.state === 'PAUSED'
}

/** Activates the channel of whose challenge the answer came, if that is the challenge that it still waits for. */
export async function confirmChannel(
  sql: Sql,
  channelId: string,
  challenge: string,
  nowSeconds: number,
): Promise<boolean> {
  return (await CONFIRM.run(sql, { channelId, challenge, now: nowSeconds })) > 0
}
