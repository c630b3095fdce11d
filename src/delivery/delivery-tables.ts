import { type Table, text } from '../store/engine/table.ts'
import type { ChannelKind, ChannelState } from './channel.ts'
import type { MessageKind } from './message.ts'

/**
 * An account's channels. `lane` names the host, Bot API or mail server that it shares with other channels; its owner
 * must return `challenge` before `challenge_until`; nothing is sent before `resume_ms`. Signing needs the secrets
 * themselves, so they are not hashed. `quiet_hours` is JSON, and `daily_limit` a number of messages; null: none.
 */
export const ALERT_CHANNELS = {
  name: 'alert_channels',
  key: ['id'],
  notNull: ['account_id', 'place', 'kind', 'target', 'lane', 'state', 'failures', 'resume_ms'],
  unique: [['account_id', 'kind', 'target']],
  columns: {
    id: 'text',
    account_id: 'int',
    place: 'int',
    kind: text<ChannelKind>(),
    target: 'text',
    lane: 'text',
    state: text<ChannelState>(),
    reason: 'text',
    secret: 'text',
    old_secret: 'text',
    old_secret_until: 'int',
    challenge: 'text',
    challenge_until: 'int',
    challenge_tries: 'int',
    confirmed_at: 'int',
    failures: 'int',
    resume_ms: 'int',
    quiet_hours: 'text',
    daily_limit: 'int',
  },
} as const satisfies Table

/**
 * The outbox: alerts as they were written, for each channel that wants them. `market` is null but for decisions of a wallet.
 * `message_id` is null until they join a message.
 */
export const ALERT_OUTBOX = {
  name: 'alert_outbox',
  key: ['channel_id', 'alert_id'],
  notNull: ['trader', 'time', 'payload', 'ready_ms', 'waiting'],
  indexes: [
    ['channel_id', 'trader', 'time'],
    ['message_id'],
    ['waiting', 'ready_ms', 'channel_id', 'trader'],
  ],
  columns: {
    channel_id: 'text',
    alert_id: 'text',
    trader: 'text',
    market: 'text',
    time: 'int',
    payload: 'text',
    ready_ms: 'int',
    waiting: 'int',
    message_id: 'text',
  },
} as const satisfies Table

/** Messages, each frozen when it is made. The sending process moves `due_ms` to the end of its lease. */
export const ALERT_MESSAGES = {
  name: 'alert_messages',
  key: ['id'],
  notNull: ['account_id', 'channel_id', 'kind', 'body', 'state', 'attempts', 'created_ms', 'due_ms'],
  indexes: [
    ['account_id', 'kind', 'created_ms'],
    ['account_id', 'created_ms', 'id'],
    ['channel_id', 'state', 'due_ms'],
    ['state', 'done_ms'],
    ['state', 'due_ms', 'channel_id'],
  ],
  columns: {
    id: 'text',
    account_id: 'int',
    channel_id: 'text',
    kind: text<MessageKind>(),
    body: 'text',
    state: 'text',
    reason: 'text',
    attempts: 'int',
    created_ms: 'int',
    due_ms: 'int',
    lease: 'text',
    done_ms: 'int',
  },
} as const satisfies Table
