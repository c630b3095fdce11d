import type { AlertConfigInput } from '../../whales/config/alert-config-input.ts'
import { MAX_CHANNELS, MAX_WALLETS } from '../../whales/config/alert-config-input.ts'
import { argumentError } from '../kit/argument-error.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { AlertChannelKindEnum } from './alert-channel.ts'
import { TradeDirectionEnum } from './trade-direction.ts'

const AlertChannelInput = builder.inputType('AlertChannelInput', {
  description: 'Where whale alerts are to go.',
  fields: (t) => ({
    kind: t.field({ type: AlertChannelKindEnum, required: true, description: 'How it is reached.' }),
    target: t.string({
      required: true,
      description:
        'For a webhook an https address at a public host; for Telegram a chat’s number or a channel’s name such as `@pequod_alerts`; for e-mail one plain address.',
    }),
  }),
})

/** A notification config as its owner writes it. Its limits stand in one place, `src/whales/config`. */
export const WhaleAlertConfigInput = builder.inputType('WhaleAlertConfigInput', {
  description: 'Which whale alerts are to be delivered, and where to. A list that is left out: any will do.',
  fields: (t) => ({
    minUsd: t.float({ description: 'The smallest fill, in dollars, 0 or more; 0 if left out or null.' }),
    direction: t.field({
      type: TradeDirectionEnum,
      description: 'The side of the fill; both if left out or null.',
    }),
    categories: t.field({ type: [MarketCategoryEnum], description: "The markets' categories." }),
    qualifying: t.field({
      type: [QualifyingBoardEnum],
      description: 'Boards, one of which must have made the fill an alert.',
    }),
    wallets: t.stringList({
      description: `The traders' addresses, up to ${MAX_WALLETS}; upper and lower case are one.`,
    }),
    channels: t.field({
      type: [AlertChannelInput],
      required: true,
      description: `Where alerts go, up to ${MAX_CHANNELS}, each once.`,
    }),
  }),
})

/**
 * A config that was given as the argument `input`, as it is to be stored; what is null counts as left out.
 * @throws PequodError BAD_USER_INPUT that names each field that is wrong
 */
export function checkedConfig(
  given: typeof WhaleAlertConfigInput.$inferInput,
  { notifications }: Pick<RequestContext, 'notifications'>,
): AlertConfigInput {
  const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const parsed = notifications.input.safeParse(input)
  if (parsed.success) return parsed.data
  throw argumentError({
    issues: parsed.error.issues.map((issue) => ({ ...issue, path: [['input', ...issue.path].join('.')] })),
  })
}
