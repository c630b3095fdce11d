import type { AlertChannel, ChannelKind, ChannelState } from '../../whales/config/alert-config.ts'
import { builder } from '../kit/builder.ts'

const KIND_TEXTS = {
  WEBHOOK: 'A POST to an https address, signed as Standard Webhooks has it.',
  TELEGRAM: 'A message of the service’s bot to a chat or channel.',
  EMAIL: 'A mail to one address.',
} satisfies Record<ChannelKind, string>

const STATE_TEXTS = {
  PENDING: 'Its owner has not shown yet that it is theirs; nothing but the request for that is sent.',
  ACTIVE: 'Alerts go out.',
  PAUSED: 'It failed too often, or said that it is gone: nothing is sent until it is resumed.',
} satisfies Record<ChannelState, string>

/** How a subscriber is reached. */
export const AlertChannelKindEnum = builder.enumType('AlertChannelKind', {
  description: 'How whale alerts reach a subscriber.',
  values: {
    WEBHOOK: { description: KIND_TEXTS.WEBHOOK },
    TELEGRAM: { description: KIND_TEXTS.TELEGRAM },
    EMAIL: { description: KIND_TEXTS.EMAIL },
  },
})

const AlertChannelStateEnum = builder.enumType('AlertChannelState', {
  description: 'Whether a channel is used.',
  values: {
    PENDING: { description: STATE_TEXTS.PENDING },
    ACTIVE: { description: STATE_TEXTS.ACTIVE },
    PAUSED: { description: STATE_TEXTS.PAUSED },
  },
})

/** A channel as its owner sees it; secrets are not in it. */
export const AlertChannelType = builder.objectRef<AlertChannel>('AlertChannel').implement({
  description: 'Where whale alerts are delivered to.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'What names it to the mutations; the same for as long as the config keeps its target.',
    }),
    kind: t.expose('kind', { type: AlertChannelKindEnum, description: 'How it is reached.' }),
    target: t.exposeString('target', {
      description: 'A webhook’s https address, a Telegram chat, or a mail address.',
    }),
    state: t.expose('state', { type: AlertChannelStateEnum, description: 'Whether it is used.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it is paused, or why the last attempt failed. Null while all is well.',
    }),
    failures: t.exposeInt('failures', {
      description: 'Attempts that failed one after the other until now, 0 or more; 0 after a success.',
    }),
    confirmedAt: t.expose('confirmedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its owner showed that it is theirs. Null: not yet.',
    }),
  }),
})
