import type { WrittenConfig } from '../../whales/config/alert-configs.ts'
import { ensureOwnAccount, ownAccountId } from '../accounts/own-account.ts'
import { builder } from '../kit/builder.ts'
import { KEPT_AND_NEW, NEW_CHANNELS, newSecrets } from './alert-channel-mutation.ts'
import { WhaleAlertConfigType } from './alert-config.ts'
import { checkedConfig, WhaleAlertConfigInput } from './alert-config-input.ts'

const PRO = { requires: 'PRO', otherwise: 'ERROR' } as const

const WrittenConfigType = builder.objectRef<WrittenConfig>('WhaleAlertConfigUpdate').implement({
  description: 'The result of `updateWhaleAlertConfig`.',
  fields: (t) => ({
    config: t.expose('config', { type: WhaleAlertConfigType, description: 'The config as stored.' }),
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
      isDeleted: t.exposeBoolean('isDeleted', {
        description: 'Whether there was a config. False if there was none.',
      }),
    }),
  },
)
