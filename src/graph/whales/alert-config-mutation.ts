import { requireBearer } from '../../access/identity/require-bearer.ts'
import { PequodError } from '../../errors.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { ValueLimits } from '../../value-limits.ts'
import type { ChannelSecret, WrittenConfig } from '../../whales/config/alert-configs.ts'
import { ensureOwnAccount, ownAccountId } from '../accounts/own-account.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { quoted } from '../kit/quoted.ts'
import { AlertChannelType } from './alert-channel.ts'
import { WhaleAlertConfigType } from './alert-config.ts'
import { checkedConfig, WhaleAlertConfigInput } from './alert-config-input.ts'

/** How long a replaced secret signs as well at most: a week. */
const MAX_OVERLAP = 7 * DAY_SECONDS
/** How long it does unless another time is asked for: a day. */
const DEFAULT_OVERLAP = DAY_SECONDS

const PRO = { requires: 'PRO', otherwise: 'ERROR' } as const
const WHICH = "One of the caller's own channels, by its `id`."

const WebhookSecretType = builder.objectRef<ChannelSecret>('WebhookSecret').implement({
  description: "A webhook's signing secret.",
  fields: (t) => ({
    channelId: t.exposeID('channelId', { description: 'The `id` of the webhook’s AlertChannel.' }),
    secret: t.exposeString('secret', {
      description: 'The secret, `whsec_…` as in Standard Webhooks. Store it now: it is never shown again.',
    }),
  }),
})

const WrittenConfigType = builder.objectRef<WrittenConfig>('WhaleAlertConfigUpdate').implement({
  description: 'The result of `updateWhaleAlertConfig`.',
  fields: (t) => ({
    config: t.expose('config', { type: WhaleAlertConfigType, description: 'The config as stored.' }),
    secrets: t.field({
      type: [WebhookSecretType],
      complexity: { field: 1, multiplier: 1 },
      description: 'Signing secrets of the new webhooks, shown this once.',
      resolve: ({ secrets }) => [...secrets],
    }),
  }),
})

const CHANNEL_ID: ValueLimits = { minLength: 1, maxLength: 64 }
const CODE: ValueLimits = { pattern: String.raw`^\d{8}$`, form: '8 digits' }

builder.mutationFields((t) => ({
  updateWhaleAlertConfig: t.field({
    type: WrittenConfigType,
    tier: PRO,
    description:
      'Creates or replaces the notification config. A channel whose target is unchanged keeps its state and secret. A new webhook must answer a challenge; a new chat or e-mail address must be confirmed with the code sent to it. Error FORBIDDEN above 20 new channels a day.',
    args: {
      input: t.arg({ type: WhaleAlertConfigInput, required: true, description: 'The complete config.' }),
    },
    resolve: async (_root, { input }, context) => {
      requireBearer(context.caller)
      const config = checkedConfig(input, context)
      const { id } = await ensureOwnAccount(context)
      return context.notifications.configs.writeConfig(id, config)
    },
  }),
  deleteWhaleAlertConfig: t.boolean({
    tier: PRO,
    description:
      'Deletes the notification config with its channels and their queued messages. False if there was none.',
    resolve: async (_root, _args, context) => {
      const id = await ownAccountId(context)
      return id !== null && context.notifications.configs.deleteConfig(id)
    },
  }),
  confirmAlertChannel: t.field({
    type: AlertChannelType,
    tier: PRO,
    description: `Activates a chat or e-mail channel with the code sent to it. Error NOT_FOUND if the channel is not the caller's, the code is wrong or an hour old, or five attempts have failed.`,
    args: {
      id: t.arg.id({ required: true, limits: CHANNEL_ID, description: WHICH }),
      code: t.arg.string({
        required: true,
        limits: CODE,
        description: 'The {limits} of the code sent to the channel.',
      }),
    },
    resolve: (_root, { id, code }, context) =>
      ofOwn(context, `You have no channel ${quoted(id)} that waits for this code.`, (account) =>
        context.notifications.configs.confirmChannel(account, id, code),
      ),
  }),
  resumeAlertChannel: t.field({
    type: AlertChannelType,
    tier: PRO,
    description: `Resumes a paused channel: a webhook once it answers a new challenge, others immediately. Error NOT_FOUND if the channel is not the caller's or not paused.`,
    args: {
      id: t.arg.id({ required: true, limits: CHANNEL_ID, description: WHICH }),
    },
    resolve: (_root, { id }, context) =>
      ofOwn(context, `You have no paused channel ${quoted(id)}.`, (account) =>
        context.notifications.configs.resumeChannel(account, id),
      ),
  }),
  testAlertChannel: t.field({
    type: AlertChannelType,
    tier: PRO,
    description: `Sends a test message to an active channel. Error NOT_FOUND if the channel is not the caller's or not active; FORBIDDEN after too many new channels and tests in a day.`,
    args: {
      id: t.arg.id({ required: true, limits: CHANNEL_ID, description: WHICH }),
    },
    resolve: (_root, { id }, context) =>
      ofOwn(context, `You have no active channel ${quoted(id)}.`, (account) =>
        context.notifications.configs.testChannel(account, id),
      ),
  }),
  rotateWebhookSecret: t.field({
    type: WebhookSecretType,
    tier: PRO,
    description: `Issues a new signing secret for a webhook; until the overlap ends, messages carry signatures of both secrets. Error NOT_FOUND if the channel is not the caller's or not a webhook.`,
    args: {
      id: t.arg.id({ required: true, limits: CHANNEL_ID, description: WHICH }),
      overlapSeconds: t.arg.int({
        defaultValue: DEFAULT_OVERLAP,
        limits: { minimum: 0, maximum: MAX_OVERLAP },
        description: `How long messages are also signed with the old secret, in seconds, from {limits} (a week). Default: ${DEFAULT_OVERLAP} (one day).`,
      }),
    },
    resolve: (_root, { id, overlapSeconds }, context) =>
      ofOwn(context, `You have no webhook ${quoted(id)}.`, (account) =>
        context.notifications.configs.rotateSecret(account, id, overlapSeconds ?? DEFAULT_OVERLAP),
      ),
  }),
}))

/** What is done to something of the caller's own; null, and a caller without an account, are NOT_FOUND. */
async function ofOwn<T>(
  context: RequestContext,
  message: string,
  work: (accountId: number) => Promise<T | null>,
): Promise<T> {
  const account = await ownAccountId(context)
  const done = account === null ? null : await work(account)
  if (done === null)
    throw new PequodError('NOT_FOUND', `${message} \`whaleAlertConfig { channels { id } }\` lists yours.`)
  return done
}
