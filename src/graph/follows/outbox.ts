import { type MessageState, MOST_MESSAGES, type OutboxMessage } from '../../delivery/outbox-messages.ts'
import { renderMessage } from '../../delivery/senders/render-message.ts'
import { discordBody, slackBody } from '../../delivery/senders/send-chat-webhook.ts'
import { accountOf } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder } from '../kit/builder.ts'
import {
  certainTotal,
  openPageArguments,
  openPagePrice,
  type PlacedList,
  pageSlice,
} from '../kit/paging/page-slice.ts'
import { CHANNEL_KIND } from '../whales/alert-channel.ts'

const ROWS = 25

const MessageStateEnum = builder.enumType('MessageState', {
  description: 'Whether a message has reached its channel.',
  values: {
    PENDING: { description: 'It waits for an attempt, or for the next one.' },
    SENT: { description: 'The channel accepted it.' },
    GIVEN_UP: { description: 'No attempt succeeded, or the channel refused it.' },
  } satisfies Record<MessageState, object>,
})

const OutboxMessageType = builder.objectRef<OutboxMessage>('OutboxMessage').implement({
  description: "A message to one of the caller's channels, as each kind of channel shows it.",
  fields: (t) => ({
    id: t.exposeID('id', {
      description: "The message's id, which a webhook gets in its `webhook-id` header.",
    }),
    channel: t.expose('channel', CHANNEL_KIND),
    state: t.of(MessageStateEnum, 'state', 'Whether it has reached the channel.'),
    reason: t.text('reason', {
      nullable: true,
      description: 'The reason for the last failed attempt. Null if none failed.',
    }),
    time: t.when('time', 'Time of its newest event, or of the request for it.'),
    subject: t.text(({ message }, _args, { links }) => renderMessage(message, links.publicUrl).subject, {
      description: 'One line: the subject of an e-mail.',
    }),
    text: t.text(({ message }, _args, { links }) => renderMessage(message, links.publicUrl).text, {
      description: 'The text of an e-mail or a Telegram message.',
    }),
    discord: t.text(
      ({ message }, _args, { links }) => JSON.stringify(discordBody(message, links.publicUrl)),
      'The body for Discord, an embed as JSON.',
    ),
    slack: t.text(({ message }, _args, { links }) => JSON.stringify(slackBody(message, links.publicUrl)), {
      description: 'The body for Slack, blocks as JSON.',
    }),
    webhook: t.text(({ message }) => JSON.stringify(message), 'The body for a webhook, as JSON.'),
  }),
})

const OutboxConnectionType = builder.connectionObject(
  {
    type: OutboxMessageType,
    name: 'OutboxConnection',
    description: 'A page of messages.',
    fields: (t) => ({
      totalCount: t.int({
        limits: { minimum: 0, maximum: MOST_MESSAGES },
        description: 'Messages in the list, {limits}.',
        resolve: certainTotal,
      }),
    }),
  },
  { name: 'OutboxEdge', description: 'A row of a page of messages.' },
)

builder.objectField(ViewerType, 'outbox', (t) =>
  t.field({
    type: OutboxConnectionType,
    nullable: true,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    complexity: openPagePrice(ROWS),
    description: `Messages to the caller's channels in the last week, newest first, at most ${MOST_MESSAGES}. An account without a working channel gets its notifications here.`,
    args: openPageArguments(t.arg, ROWS),
    resolve: async ({ tier }, args, context) => {
      if (tier === 'ANONYMOUS') return null
      const account = await accountOf(context)
      const all = account === null ? [] : await context.notifications.configs.readMessages(account.id)
      return {
        ...pageSlice<OutboxMessage>(placedMessages(all), args, { mark: 'outbox', rows: ROWS }),
        total: async () => all.length,
      }
    },
  }),
)

/** Messages in their order; a cursor counts from the oldest, which new ones do not move. */
function placedMessages(messages: readonly OutboxMessage[]): PlacedList<OutboxMessage> {
  const at = (row: number) => {
    const message = messages[row]
    if (message === undefined) throw new RangeError(`there is no message ${row}`)
    return message
  }
  return {
    count: messages.length,
    at,
    placeOf: (message) => [0, messages.indexOf(message) - messages.length + MOST_MESSAGES],
  }
}
