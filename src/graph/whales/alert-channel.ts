import type { AlertChannel, ChannelKind, ChannelState } from '../../delivery/channel.ts'
import { CLOCK, shownPace } from '../../delivery/channel-pace.ts'
import { builder } from '../kit/builder.ts'

export const AlertChannelKindEnum = builder.enumType('AlertChannelKind', {
  description: 'The kinds of destination of messages.',
  values: {
    WEBHOOK: { description: 'A POST to an https URL, signed according to Standard Webhooks.' },
    TELEGRAM: { description: 'A message from the service’s Telegram bot to a chat or channel.' },
    DISCORD: { description: 'An embed in a Discord channel, by its incoming webhook.' },
    SLACK: { description: 'A message in a Slack channel, by its incoming webhook.' },
    EMAIL: { description: 'An e-mail to one address.' },
    PUSH: { description: 'A notification of a browser that subscribed, by Web Push.' },
    OUTBOX: {
      description:
        'The outbox of the account on this service, which gets what no other channel takes. It cannot be added.',
    },
  } satisfies Record<ChannelKind, object>,
})

export const CHANNEL_KIND = { type: AlertChannelKindEnum, description: 'The kind of channel.' } as const

const AlertChannelStateEnum = builder.enumType('AlertChannelState', {
  description: 'Whether alerts are sent to a channel.',
  values: {
    PENDING: { description: 'Not yet confirmed by its owner; only the confirmation request is sent.' },
    ACTIVE: { description: 'Confirmed; alerts are sent.' },
    PAUSED: {
      description: 'Failed too often, or answered 410 Gone; nothing is sent until it is resumed.',
    },
  } satisfies Record<ChannelState, object>,
})

/** A channel as its owner sees it; secrets are not in it. */
export const AlertChannelType = builder.objectRef<AlertChannel>('AlertChannel').implement({
  description:
    'A destination of whale alerts: a webhook, a Telegram chat, a Discord or Slack channel, or an e-mail address.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: "The channel's id for the mutations; stable as long as the config keeps its target.",
    }),
    kind: t.expose('kind', CHANNEL_KIND),
    target: t.text(
      'target',
      'The URL of the webhook (also of Discord or Slack), the Telegram chat, the e-mail address, or a browser’s push subscription.',
    ),
    state: t.of(AlertChannelStateEnum, 'state', 'Whether alerts are sent to it.'),
    reason: t.text('reason', {
      nullable: true,
      description: 'The reason for its pause, or for the last failed attempt. Null if neither.',
    }),
    failures: t.count('failures', 'Consecutive failed attempts, {limits}; reset to 0 by a success.'),
    confirmedAt: t.when('confirmedAt', {
      nullable: true,
      description: 'When its owner confirmed it. Null until then.',
    }),
    quietFrom: t.text((channel) => shownPace(channel).quietFrom, {
      nullable: true,
      limits: CLOCK,
      description: 'Start of its quiet hours, {limits}. Null without any.',
    }),
    quietTo: t.text((channel) => shownPace(channel).quietTo, {
      nullable: true,
      limits: CLOCK,
      description:
        'End of its quiet hours, {limits}: messages held during them are sent then, as one digest. Null without any.',
    }),
    timeZone: t.text((channel) => shownPace(channel).timeZone, {
      nullable: true,
      description: 'Time zone of its quiet hours, such as Europe/Berlin. Null without any.',
    }),
    dailyLimit: t.int({
      nullable: true,
      description:
        'The most messages that it gets within any 24 hours, codes and tests aside; the rest becomes one digest once it may get one more. Null: any number.',
      resolve: (channel) => shownPace(channel).dailyLimit,
    }),
  }),
})
