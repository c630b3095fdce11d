import type { z } from 'zod'
import { meets } from '../../access/tier.ts'
import { MAX_CHANNELS } from '../../delivery/channel-input.ts'
import { FILL_USD } from '../../ledger/bounds.ts'
import { MICRO } from '../../ledger/quantities.ts'
import { limitWords } from '../../value-limits.ts'
import { type AlertConfig, type AlertConfigInput, MAX_TRADERS } from '../../whales/config/alert-config.ts'
import { accountOf } from '../accounts/own-account.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { argumentError, givenFields } from '../kit/errors.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { TradeSideEnum } from '../traders/trades/trade-filters.ts'
import { AlertChannelType, CHANNEL_KIND } from './alert-channel.ts'

/** Said of each rule of a config, when it is read and when it is written. */
const RULES = {
  minUsd: 'Minimum fill size in USD',
  side: 'Side of the fill.',
  categories: 'Categories of the markets.',
  qualifying: 'Qualifying leaderboards; at least one must apply.',
} as const

export const WhaleAlertConfigType = builder.objectRef<AlertConfig>('WhaleAlertConfig').implement({
  description:
    'A notification config: the whale alerts delivered to an account, and their channels. An empty list means any.',
  fields: (t) => ({
    minUsd: t.number(({ minUsd }) => minUsd / MICRO, {
      limits: { minimum: 0 },
      description: `${RULES.minUsd}, {limits}.`,
    }),
    side: t.of(TradeSideEnum, 'side', { nullable: true, description: `${RULES.side} Null means both.` }),
    categories: t.of([MarketCategoryEnum], 'categories', { rows: 1, description: RULES.categories }),
    qualifying: t.of([QualifyingBoardEnum], 'qualifying', { rows: 1, description: RULES.qualifying }),
    traders: t.stringList({
      description:
        'Addresses of the traders to which alerts are narrowed, in lower case. A wallet that is not on a qualifying leaderboard has no whale alerts: `follow` covers all its decisions.',
      resolve: ({ traders }) => [...traders],
    }),
    channels: t.of([AlertChannelType], 'channels', {
      rows: 1,
      description: 'The channels that alerts are sent to, in the order given.',
    }),
    delivers: t.flag(async (_config, _args, context) => {
      const account = await accountOf(context)
      return account !== null && meets(account.tier, 'PRO')
    }, 'Whether alerts are delivered, which requires Pro on the account itself; with only a Pro token you can write the config but not receive alerts.'),
    updatedAt: t.when('updatedAt', 'Time of the last update.'),
  }),
})

builder.queryField('whaleAlertConfig', (t) =>
  t.field({
    type: WhaleAlertConfigType,
    nullable: true,
    tier: { requires: 'PRO', otherwise: 'ERROR' },
    description:
      "The caller's notification config: the whale alerts delivered, and their channels. Null if there is none.",
    resolve: async (_root, _args, context) => {
      const account = await accountOf(context)
      return account && context.notifications.configs.readConfig(account.id)
    },
  }),
)

const AlertChannelInput = builder.inputType('AlertChannelInput', {
  description: 'A destination of whale alerts and other notifications.',
  fields: (t) => ({
    kind: t.field({ ...CHANNEL_KIND, required: true }),
    target: t.string({
      required: true,
      description:
        'For a webhook, an https URL on a public host; for Telegram, a chat’s number or a channel’s name such as `@pequod_alerts`; for e-mail, one plain address; for a browser, its push subscription as JSON.',
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
