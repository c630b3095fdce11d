import type { ObjectFieldBuilder } from '@pothos/core'
import { CLOCK, DAILY_LIMIT, PACE_INPUT, ZONE } from '../../delivery/channel-pace.ts'
import { ASKED_A_DAY, type ChannelSecret, type WrittenChannels } from '../../delivery/own-channels.ts'
import { PequodError } from '../../errors.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { ValueLimits } from '../../value-limits.ts'
import type { WrittenConfig } from '../../whales/config/alert-configs.ts'
import { accountOf, ensureOwnAccount, ownAccountId } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { argumentError, givenFields, quoted } from '../kit/errors.ts'
import { AlertChannelType } from './alert-channel.ts'
import {
  checkedChannels,
  checkedConfig,
  UpdateAlertChannelsInput,
  WhaleAlertConfigInput,
  WhaleAlertConfigType,
} from './alert-config.ts'

/** The longest time for which a replaced secret still signs. */
const MAX_OVERLAP = 7 * DAY_SECONDS
const DEFAULT_OVERLAP = DAY_SECONDS

const FREE = { requires: 'FREE', otherwise: 'ERROR' } as const
/** Said of mutations that write channels. */
export const KEPT_AND_NEW =
  'A channel whose target is unchanged keeps its state and secret. A new webhook must answer a challenge; a new chat or e-mail address must be confirmed with the code sent to it.'
/** The failure of such a mutation. */
export const NEW_CHANNELS = { FORBIDDEN: `above ${ASKED_A_DAY} new channels a day` }
const WHICH = "One of the caller's own channels, by its `id`."

export const WebhookSecretType = builder.objectRef<ChannelSecret>('WebhookSecret').implement({
  description: "A webhook's signing secret.",
  fields: secretFields,
})

function secretFields(t: ObjectFieldBuilder<GraphSchemaTypes, ChannelSecret>) {
  return {
    channelId: t.exposeID('channelId', { description: 'The `id` of the webhook’s AlertChannel.' }),
    secret: t.text('secret', {
      description: 'The secret, `whsec_…` as in Standard Webhooks. Store it now: it is never shown again.',
    }),
  }
}

function channelField(
  t: ObjectFieldBuilder<GraphSchemaTypes, { channel: typeof AlertChannelType.$inferType }>,
) {
  return {
    channel: t.of(AlertChannelType, 'channel', 'The channel as it is now.'),
  }
}

/** The field `secrets` of the result of writing channels. */
export function newSecrets<Row extends { secrets: readonly ChannelSecret[] }>(
  t: ObjectFieldBuilder<GraphSchemaTypes, Row>,
) {
  return t.of([WebhookSecretType], ({ secrets }) => secrets, {
    rows: 1,
    description: 'Signing secrets of the new webhooks, shown this once.',
  })
}

const WrittenChannelsType = builder.objectRef<WrittenChannels>('UpdateAlertChannelsPayload').implement({
  description: 'The result of `updateAlertChannels`.',
  fields: (t) => ({
    channels: t.of([AlertChannelType], 'channels', {
      rows: 1,
      description: 'The channels as stored, in the order given.',
    }),
    secrets: newSecrets(t),
  }),
})

const CHANNEL_ID: ValueLimits = { minLength: 1, maxLength: 64 }
const CODE: ValueLimits = { pattern: String.raw`^\d{8}$`, form: '8 digits' }

builder.objectField(ViewerType, 'alertChannels', (t) =>
  t.field({
    type: [AlertChannelType],
    nullable: true,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    complexity: { field: 1, multiplier: 1 },
    description: "The account's channels: the targets of its notifications and, with Pro, of whale alerts.",
    resolve: async ({ tier }, _args, context) => {
      if (tier === 'ANONYMOUS') return null
      const account = await accountOf(context)
      return account === null ? [] : context.notifications.configs.readChannels(account.id)
    },
  }),
)

builder.mutationFields((t) => ({
  updateAlertChannels: t.field({
    type: WrittenChannelsType,
    tier: FREE,
    description: `Replaces the account's channels, those of its notification config too. ${KEPT_AND_NEW}`,
    throws: NEW_CHANNELS,
    args: {
      input: t.arg({ type: UpdateAlertChannelsInput, required: true, description: 'All channels.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { channels } = checkedChannels(input, context)
      const { id } = await ensureOwnAccount(context)
      return context.notifications.configs.writeChannels(id, channels)
    },
  }),
}))

builder.relayMutationField(
  'confirmAlertChannel',
  {
    description: 'A channel to be activated, with the code sent to it.',
    inputFields: (t) => ({
      id: t.id({ required: true, limits: CHANNEL_ID, description: WHICH }),
      code: t.string({
        required: true,
        limits: CODE,
        description: 'The {limits} of the code sent to the channel.',
      }),
    }),
  },
  {
    tier: FREE,
    description: 'Activates a chat or e-mail channel with the code sent to it.',
    throws: {
      NOT_FOUND:
        "if the channel is not the caller's, the code is wrong or an hour old, or five attempts have failed",
    },
    resolve: async (_root, { input: { id, code } }, context) => ({
      channel: await ofOwn(
        context,
        `You have no channel ${quoted(id)} that is waiting for this code.`,
        (account) => context.notifications.configs.confirmChannel(account, id, code),
      ),
    }),
  },
  { description: 'The result of `confirmAlertChannel`.', outputFields: channelField },
)

builder.relayMutationField(
  'paceAlertChannel',
  {
    description:
      'A channel, and when and how often it gets messages. Fields that are omitted have no effect.',
    inputFields: (t) => ({
      id: t.id({ required: true, limits: CHANNEL_ID, description: WHICH }),
      quietFrom: t.string({
        limits: CLOCK,
        description: 'Start of the quiet hours, {limits}; requires `quietTo` and `timeZone`. Default: none.',
      }),
      quietTo: t.string({
        limits: CLOCK,
        description:
          'End of the quiet hours, {limits}; requires `quietFrom` and `timeZone`. Messages held during them are sent then, as one digest.',
      }),
      timeZone: t.string({
        limits: ZONE,
        description:
          'IANA name of the time zone of the quiet hours, such as Europe/Berlin, {limits}; requires `quietFrom` and `quietTo`.',
      }),
      dailyLimit: t.int({
        limits: DAILY_LIMIT,
        description:
          'The most messages within any 24 hours, codes and tests aside, {limits}. Default: any number.',
      }),
    }),
  },
  {
    tier: FREE,
    description: 'Sets the quiet hours and the daily limit of a channel; held messages wait by the new ones.',
    throws: { NOT_FOUND: "if the channel is not the caller's" },
    resolve: async (_root, { input: { id, ...given } }, context) => {
      const pace = PACE_INPUT.safeParse(givenFields(given))
      if (!pace.success) throw argumentError(pace.error)
      return {
        channel: await ofOwn(context, `You have no channel ${quoted(id)}.`, (account) =>
          context.notifications.configs.setPace(account, id, pace.data),
        ),
      }
    },
  },
  { description: 'The result of `paceAlertChannel`.', outputFields: channelField },
)

builder.relayMutationField(
  'resumeAlertChannel',
  {
    description: 'A channel to be resumed.',
    inputFields: (t) => ({
      id: t.id({ required: true, limits: CHANNEL_ID, description: WHICH }),
    }),
  },
  {
    tier: FREE,
    description: 'Resumes a paused channel: a webhook once it answers a new challenge, others immediately.',
    throws: { NOT_FOUND: "if the channel is not the caller's or not paused" },
    resolve: async (_root, { input: { id } }, context) => ({
      channel: await ofOwn(context, `You have no paused channel ${quoted(id)}.`, (account) =>
        context.notifications.configs.resumeChannel(account, id),
      ),
    }),
  },
  { description: 'The result of `resumeAlertChannel`.', outputFields: channelField },
)

builder.relayMutationField(
  'testAlertChannel',
  {
    description: 'A channel to be tested.',
    inputFields: (t) => ({
      id: t.id({ required: true, limits: CHANNEL_ID, description: WHICH }),
    }),
  },
  {
    tier: FREE,
    description: 'Sends a test message to an active channel.',
    throws: {
      NOT_FOUND: "if the channel is not the caller's or not active",
      FORBIDDEN: 'after too many new channels and tests in a day',
    },
    resolve: async (_root, { input: { id } }, context) => ({
      channel: await ofOwn(context, `You have no active channel ${quoted(id)}.`, (account) =>
        context.notifications.configs.testChannel(account, id),
      ),
    }),
  },
  { description: 'The result of `testAlertChannel`.', outputFields: channelField },
)

builder.relayMutationField(
  'rotateWebhookSecret',
  {
    description: 'A webhook whose signing secret is to be replaced.',
    inputFields: (t) => ({
      id: t.id({ required: true, limits: CHANNEL_ID, description: WHICH }),
      overlapSeconds: t.int({
        defaultValue: DEFAULT_OVERLAP,
        limits: { minimum: 0, maximum: MAX_OVERLAP },
        description: `Time during which messages are also signed with the old secret, in seconds, from {limits} (a week). Default: ${DEFAULT_OVERLAP} (one day).`,
      }),
    }),
  },
  {
    tier: FREE,
    description:
      'Issues a new signing secret for a webhook; until the overlap ends, messages carry signatures of both secrets.',
    throws: { NOT_FOUND: "if the channel is not the caller's or not a webhook" },
    resolve: (_root, { input: { id, overlapSeconds } }, context) =>
      ofOwn(context, `You have no webhook ${quoted(id)}.`, (account) =>
        context.notifications.configs.rotateSecret(account, id, overlapSeconds ?? DEFAULT_OVERLAP),
      ),
  },
  {
    description: "A webhook's new signing secret.",
    outputFields: secretFields,
  },
)

/**
 * Applies a change to an object of the caller's; a null result and a caller without an account are NOT_FOUND.
 */
async function ofOwn<T>(
  context: RequestContext,
  message: string,
  work: (accountId: number) => Promise<T | null>,
): Promise<T> {
  const account = await ownAccountId(context)
  const done = account === null ? null : await work(account)
  if (done === null)
    throw new PequodError('NOT_FOUND', `${message} \`viewer { alertChannels { id } }\` lists yours.`)
  return done
}

const PRO = { requires: 'PRO', otherwise: 'ERROR' } as const

const WrittenConfigType = builder.objectRef<WrittenConfig>('WhaleAlertConfigUpdate').implement({
  description: 'The result of `updateWhaleAlertConfig`.',
  fields: (t) => ({
    config: t.of(WhaleAlertConfigType, 'config', 'The config as stored.'),
    secrets: newSecrets(t),
  }),
})

builder.mutationField('updateWhaleAlertConfig', (t) =>
  t.field({
    type: WrittenConfigType,
    tier: PRO,
    description: `Creates or replaces the notification config. ${KEPT_AND_NEW}`,
    throws: NEW_CHANNELS,
    args: {
      input: t.arg({ type: WhaleAlertConfigInput, required: true, description: 'The complete config.' }),
    },
    resolve: async (_root, { input }, context) => {
      const config = checkedConfig(input, context)
      const { id } = await ensureOwnAccount(context)
      return context.notifications.configs.writeConfig(id, config)
    },
  }),
)

builder.relayMutationField(
  'deleteWhaleAlertConfig',
  null,
  {
    tier: PRO,
    description:
      'Deletes the notification config with its channels and their queued messages. Takes no `input`.',
    resolve: async (_root, _args, context) => {
      const id = await ownAccountId(context)
      return { isDeleted: id !== null && (await context.notifications.configs.deleteConfig(id)) }
    },
  },
  {
    description: 'The result of `deleteWhaleAlertConfig`.',
    outputFields: (t) => ({
      isDeleted: t.flag('isDeleted', 'Whether there was a config. False if there was none.'),
    }),
  },
)
