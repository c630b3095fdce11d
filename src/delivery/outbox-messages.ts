import { addressOf, type Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { hiddenAmong } from '../store/opted-out.ts'
import type { ChannelKind } from './channel.ts'
import { ALERT_CHANNELS, ALERT_MESSAGES, ALERT_OUTBOX } from './delivery-tables.ts'
import { type Message, readMessage } from './message.ts'

/** The newest messages that an account's outbox shows. */
export const MOST_MESSAGES = 200

/** PENDING: it waits for an attempt. SENT: the channel accepted it. GIVEN_UP: no attempt succeeded. */
export type MessageState = 'PENDING' | 'SENT' | 'GIVEN_UP'

/** A message to one of an account's channels, as it was written. */
export interface OutboxMessage {
  id: string
  channel: ChannelKind
  state: MessageState
  /** The reason of the last failed attempt, in one sentence; null without one. */
  reason: string | null
  /** The time that the message names: its newest event's, or when it was requested. */
  time: Seconds
  message: Message
}

const MESSAGES = statement((from, { accountId }: { accountId: number }) =>
  from(as(ALERT_MESSAGES, 'm'))
    .join(as(ALERT_CHANNELS, 'c'), 'c.id', 'm.channel_id')
    .select('m.id', 'c.kind as channel', 'm.state', 'm.reason', 'm.body')
    .where('m.account_id', accountId)
    .orderBy('m.created_ms', 'desc')
    .orderBy('m.id', 'desc')
    .limit(MOST_MESSAGES),
)

/**
 * The newest messages to an account's channels, the newest first, without those that name a trader who has opted out since. Messages
 * are kept for a week. By the index on (account, time).
 */
export async function outboxMessages(sql: Sql, accountId: number): Promise<OutboxMessage[]> {
  const rows = await MESSAGES.all(sql, { accountId })
  const named = rows.map(({ body }) => tradersIn(body))
  const hidden = await hiddenAmong(sql, [...new Set(named.flat())])
  return rows
    .filter((_, i) => !named[i]?.some((address) => hidden.has(address)))
    .map(({ body, state, ...row }) => {
      const message = readMessage(body)
      const time = Math.floor(Date.parse(message.timestamp) / 1_000)
      return { ...row, state: state as MessageState, time, message }
    })
}

const DROP_QUEUED = statement((from) => from(ALERT_OUTBOX).delete())
const DROP_MESSAGES = statement((from) => from(ALERT_MESSAGES).where('kind', '<>', 'VERIFY').delete())

/** Deletes all messages and what waits to become one, except requests to confirm a channel. */
export async function dropMessages(tx: Sql): Promise<void> {
  await DROP_QUEUED.run(tx)
  await DROP_MESSAGES.run(tx)
}

/** Every address in a body; transactions and conditions are longer. */
function tradersIn(body: string) {
  return (body.match(/\b0x[0-9a-f]{40}\b/g) ?? []).flatMap((text) => addressOf(text) ?? [])
}
