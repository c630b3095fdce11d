import { meets } from '../../access/tier.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { AlertConfig } from '../../whales/config/alert-config.ts'
import { accountOf } from '../accounts/own-account.ts'
import { builder } from '../kit/builder.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { AlertChannelType } from './alert-channel.ts'
import { TradeDirectionEnum } from './trade-direction.ts'

/** Which alerts an account is told of, and where. */
export const WhaleAlertConfigType = builder.objectRef<AlertConfig>('WhaleAlertConfig').implement({
  description: 'Which whale alerts are delivered to an account, and where to. An empty list: any will do.',
  fields: (t) => ({
    minUsd: t.float({
      description: 'The smallest fill, in dollars, 0 or more.',
      resolve: ({ minUsd }) => minUsd / MICRO,
    }),
    direction: t.expose('direction', {
      type: TradeDirectionEnum,
      nullable: true,
      description: 'The side of the fill. Null: both.',
    }),
    categories: t.field({
      type: [MarketCategoryEnum],
      complexity: { field: 1, multiplier: 1 },
      description: "The markets' categories.",
      resolve: ({ categories }) => [...categories],
    }),
    qualifying: t.field({
      type: [QualifyingBoardEnum],
      complexity: { field: 1, multiplier: 1 },
      description: 'Boards, one of which must have made the fill an alert.',
      resolve: ({ qualifying }) => [...qualifying],
    }),
    wallets: t.stringList({
      description: "The traders' addresses, in lower case.",
      resolve: ({ wallets }) => [...wallets],
    }),
    channels: t.field({
      type: [AlertChannelType],
      complexity: { field: 1, multiplier: 1 },
      description: 'Where alerts go, in the order in which they were given.',
      resolve: ({ channels }) => [...channels],
    }),
    delivers: t.boolean({
      description:
        'Whether alerts go out at all: the account itself has Pro. A token that states Pro opens this door, but is not there when an alert comes.',
      resolve: async (_config, _args, context) => {
        const account = await accountOf(context)
        return account !== null && meets(account.tier, 'PRO')
      },
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last written.' }),
  }),
})

builder.queryField('whaleAlertConfig', (t) =>
  t.field({
    type: WhaleAlertConfigType,
    nullable: true,
    tier: { requires: 'PRO', otherwise: 'ERROR' },
    description:
      "The caller's notification config: which whale alerts are delivered, and where to. Null if there is none.",
    resolve: async (_root, _args, context) => {
      const account = await accountOf(context)
      return account && context.notifications.configs.readConfig(account.id)
    },
  }),
)
