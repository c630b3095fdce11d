import type { z } from 'zod'
import { MAX_CHANNELS } from '../../delivery/channel-input.ts'
import { FILL_USD } from '../../ledger/bounds.ts'
import { limitWords } from '../../value-limits.ts'
import { type AlertConfigInput, MAX_TRADERS } from '../../whales/config/alert-config-input.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { argumentError, givenFields } from '../kit/errors.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { TradeSideEnum } from '../traders/trades/trade-terms.ts'
import { CHANNEL_KIND } from './alert-channel.ts'
import { RULES } from './alert-config.ts'

const AlertChannelInput = builder.inputType('AlertChannelInput', {
  description: 'A destination of whale alerts and other notifications.',
  fields: (t) => ({
    kind: t.field({ ...CHANNEL_KIND, required: true }),
    target: t.string({
      required: true,
      description:
        'For a webhook, an https URL on a public host; for Telegram, a chat’s number or a channel’s name such as `@pequod_alerts`; for e-mail, one plain address.',
    }),
  }),
})

type InputFields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]>['fields']>[0]

function channelsField(t: InputFields) {
  return t.field({
    type: [AlertChannelInput],
    required: true,
    description: `The channels to send alerts to, up to ${MAX_CHANNELS}, each once.`,
  })
}

/** Channels alone as their owner writes them. */
export const UpdateAlertChannelsInput = builder.inputType('UpdateAlertChannelsInput', {
  description: "An account's channels, all of them.",
  fields: (t) => ({ channels: channelsField(t) }),
})

/** A notification config as its owner writes it. `src/whales/config` has its limits. */
export const WhaleAlertConfigInput = builder.inputType('WhaleAlertConfigInput', {
  description: 'A notification config to write. An omitted list means any.',
  fields: (t) => ({
    minUsd: t.float({
      description: `${RULES.minUsd}, from ${limitWords(FILL_USD)}. Default: 0.`,
    }),
    side: t.field({
      type: TradeSideEnum,
      description: `${RULES.side} Default: both.`,
    }),
    categories: t.field({ type: [MarketCategoryEnum], description: RULES.categories }),
    qualifying: t.field({
      type: [QualifyingBoardEnum],
      description: RULES.qualifying,
    }),
    traders: t.stringList({
      description: `Addresses of the traders, up to ${MAX_TRADERS}, in any case: they narrow whale alerts to these traders. For notifications about every decision of a trader, use \`follow\`.`,
    }),
    channels: channelsField(t),
  }),
})

/**
 * Returns the config to store for the argument `input`; null counts as omitted.
 * @throws PequodError BAD_USER_INPUT that names each wrong field
 */
export function checkedConfig(
  given: typeof WhaleAlertConfigInput.$inferInput,
  { notifications }: Pick<RequestContext, 'notifications'>,
): AlertConfigInput {
  return checked(notifications.input.safeParse(givenFields(given)))
}

/**
 * Channels that were given as the argument `input`, as they are to be stored.
 * @throws PequodError BAD_USER_INPUT that names each field that is wrong
 */
export function checkedChannels(
  given: typeof UpdateAlertChannelsInput.$inferInput,
  { notifications }: Pick<RequestContext, 'notifications'>,
) {
  return checked(notifications.channelsInput.safeParse(given))
}

function checked<Data>(parsed: z.ZodSafeParseResult<Data>): Data {
  if (parsed.success) return parsed.data
  throw argumentError({
    issues: parsed.error.issues.map((issue) => ({ ...issue, path: [['input', ...issue.path].join('.')] })),
  })
}
