import { meets } from '../../access/tier.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { AlertConfig } from '../../whales/config/alert-config.ts'
import { accountOf } from '../accounts/own-account.ts'
import { builder } from '../kit/builder.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { TradeSideEnum } from '../traders/trades/trade-terms.ts'
import { AlertChannelType } from './alert-channel.ts'

/** Said of each rule of a config, when it is read and when it is written. */
export const RULES = {
  minUsd: 'Minimum fill size in USD',
  side: 'Side of the fill.',
  categories: 'Categories of the markets.',
  qualifying: 'Qualifying leaderboards; at least one must apply.',
} as const

export const WhaleAlertConfigType = builder.objectRef<AlertConfig>('WhaleAlertConfig').implement({
  description:
    'A notification config: the whale alerts delivered to an account, and their channels. An empty list means any.',
  fields: (t) => ({
    minUsd: t.float({
      limits: { minimum: 0 },
      description: `${RULES.minUsd}, {limits}.`,
      resolve: ({ minUsd }) => minUsd / MICRO,
    }),
    side: t.expose('side', {
      type: TradeSideEnum,
      nullable: true,
      description: `${RULES.side} Null means both.`,
    }),
    categories: t.field({
      type: [MarketCategoryEnum],
      complexity: { field: 1, multiplier: 1 },
      description: RULES.categories,
      resolve: ({ categories }) => [...categories],
    }),
    qualifying: t.field({
      type: [QualifyingBoardEnum],
      complexity: { field: 1, multiplier: 1 },
      description: RULES.qualifying,
      resolve: ({ qualifying }) => [...qualifying],
    }),
    traders: t.stringList({
      description:
        'Addresses of the traders to which alerts are narrowed, in lower case. A wallet that is not on a qualifying leaderboard has no whale alerts: `follow` covers all its decisions.',
      resolve: ({ traders }) => [...traders],
    }),
    channels: t.field({
      type: [AlertChannelType],
      complexity: { field: 1, multiplier: 1 },
      description: 'The channels that alerts are sent to, in the order given.',
      resolve: ({ channels }) => [...channels],
    }),
    delivers: t.boolean({
      description:
        'Whether alerts are delivered, which requires Pro on the account itself; with only a Pro token you can write the config but not receive alerts.',
      resolve: async (_config, _args, context) => {
        const account = await accountOf(context)
        return account !== null && meets(account.tier, 'PRO')
      },
    }),
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
