import type { GraphQLResolveInfo } from 'graphql'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { AlertView } from '../../whales/alerts/alert-view.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { textCost } from '../kit/query-cost.ts'
import type { TierRule } from '../kit/tier-rule.ts'
import { noteWithheld } from '../kit/withheld.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { TraderType } from '../traders/trader.ts'
import { AlertMarketType } from './alert-market.ts'
import { TradeDirectionEnum } from './trade-direction.ts'

/** What a time is floored to. */
const TimePrecisionEnum = builder.enumType('TimePrecision', {
  description: 'What a time is floored to.',
  values: {
    SECOND: { description: 'Nothing: it is exact.' },
    HOUR: { description: 'The start of the hour.' },
    DAY: { description: 'The start of the UTC day.' },
    WEEK: { description: 'Monday of the week, 00:00 UTC.' },
  } as const,
})

/** On which side of the book the owner of a fill stood. */
const FillRoleEnum = builder.enumType('FillRole', {
  description: "On which side of the book a fill's owner stood.",
  values: {
    MAKER: { description: 'Its order lay in the book.' },
    TAKER: { description: 'Its order crossed the book.' },
  } as const,
})

/** What leads to the fill, or to who made it. */
const PRO: TierRule<AlertView> = { requires: 'PRO', otherwise: 'NULL' }

/**
 * A large fill of a trader who stood high on a board. Which view of it a caller is handed is decided before it comes
 * here (alert-desk.ts); the rules on its fields say the same again, and withhold what a view should not have held.
 */
export const WhaleAlertType = builder.node(builder.objectRef<AlertView>('WhaleAlert'), {
  description:
    "A fill of at least $10,000 (or what the service is set to) by a trader who stood in the top 100 of a board of the radar when the fill's week began. Pro callers see all of it, at once; everybody else sees it an hour (or as the service is set) after the end of what is shown as its time, coarsened until alerts of at least 5 wallets look the same.",
  id: { description: 'Its id: 22 characters. `whaleAlert` and `node` take it.', resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { whales, caller }) =>
    Promise.all(ids.map((id) => whales.one(caller.tier, id))),
  fields: (t) => ({
    label: t.exposeString('label', {
      nullable: true,
      description:
        'What stands in for the trader: `Trader #` and a number that changes daily. Alerts of one trader and day share it only where that tells nobody. Null where the identity is told.',
    }),
    address: t.string({
      nullable: true,
      tier: PRO,
      description: "The trader's address: 0x and 40 lower-case hex digits. Null without Pro.",
      resolve: ({ identity }) => identity?.trader.address ?? null,
    }),
    username: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      tier: PRO,
      description: "The trader's public name. Null without Pro, and when it has none or none is known.",
      resolve: ({ identity }) => identity?.trader.username ?? null,
    }),
    profileImage: t.string({
      complexity: textCost(TEXT_BOUNDS.picture),
      nullable: true,
      tier: PRO,
      description: "The address of the trader's public picture. Null without Pro, and when none is known.",
      resolve: ({ identity }) => identity?.trader.profileImage ?? null,
    }),
    xUsername: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      tier: PRO,
      description: 'The account on X that the trader names. Null without Pro, and when none is known.',
      resolve: ({ identity }) => identity?.trader.xUsername ?? null,
    }),
    verifiedBadge: t.boolean({
      nullable: true,
      tier: PRO,
      description: 'True when the source of the public name marks it as verified. Null without Pro.',
      resolve: ({ identity }) => identity?.trader.verified ?? null,
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      tier: PRO,
      description:
        'The trader with all its numbers. Null without Pro, and until a snapshot counts an event of the trader.',
      resolve: async ({ identity }, _args, { loaders, snapshot }) =>
        identity && loaders(await snapshot()).profiles.load(identity.trader.id),
    }),
    direction: t.field({
      type: TradeDirectionEnum,
      description: 'Which way the fill went.',
      resolve: ({ direction }) => direction,
    }),
    outcome: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      description: "The outcome's name. Null where the market is not told, or the name is not known.",
      resolve: (alert, _args, context, info) => noted(alert, alert.outcome, context, info),
    }),
    market: t.field({
      type: AlertMarketType,
      nullable: true,
      description:
        'The market. Null where it is not told because too few wallets trade it like that, or while it is not known.',
      resolve: (alert, _args, context, info) => noted(alert, alert.market, context, info),
    }),
    category: t.field({
      type: MarketCategoryEnum,
      nullable: true,
      description: "The market's category. Null where it is not told, or has none.",
      resolve: (alert, _args, context, info) => noted(alert, alert.category, context, info),
    }),
    usd: t.exposeFloat('usd', {
      description: 'What the fill moved, in USD: to the micro for Pro, else floored to 2 digits or to 1.',
    }),
    price: t.float({
      nullable: true,
      description:
        'USD a share: exact for Pro, else rounded to the cent or to ten cents. Null where it is not told.',
      resolve: (alert, _args, context, info) => noted(alert, alert.price, context, info),
    }),
    time: t.field({
      type: 'DateTime',
      description: 'When: to the second for Pro, else floored to what `timePrecision` says.',
      resolve: ({ time }) => time,
    }),
    timePrecision: t.field({
      type: TimePrecisionEnum,
      description: 'What `time` is floored to.',
      resolve: ({ timePrecision }) => timePrecision,
    }),
    qualifying: t.field({
      type: [QualifyingBoardEnum],
      complexity: { field: 1, multiplier: 1 },
      nullable: true,
      tier: PRO,
      description:
        "The radar's boards in whose top 100 the trader stood when the week began. Null without Pro: few stood there.",
      resolve: ({ qualifying }) => qualifying && [...qualifying],
    }),
    shares: t.float({
      nullable: true,
      tier: PRO,
      description: 'Shares of the fill. Null without Pro.',
      resolve: ({ identity }) => identity?.shares ?? null,
    }),
    token: t.string({
      nullable: true,
      tier: PRO,
      description: "The outcome's token: a decimal number of up to 78 digits. Null without Pro.",
      resolve: ({ identity }) => identity?.token ?? null,
    }),
    role: t.field({
      type: FillRoleEnum,
      nullable: true,
      tier: PRO,
      description:
        'On which side of the book the trader stood. Null without Pro, and where the source does not tell.',
      resolve: ({ identity }) => identity?.role ?? null,
    }),
    tx: t.string({
      nullable: true,
      tier: PRO,
      description:
        'The transaction: 0x and 64 hex digits. Null without Pro, and where the source does not tell.',
      resolve: ({ identity }) => identity?.tx ?? null,
    }),
    orderHash: t.string({
      nullable: true,
      tier: PRO,
      description:
        "The order's hash: 0x and 64 hex digits. Null without Pro, and where the source does not tell.",
      resolve: ({ identity }) => identity?.orderHash ?? null,
    }),
    markAfterHour: t.float({
      nullable: true,
      tier: PRO,
      description:
        'What a share was worth an hour after the fill, in USD from 0 to 1. Null without Pro, and until then.',
      resolve: ({ identity }) => identity?.marks.afterHour ?? null,
    }),
    markAfterDay: t.float({
      nullable: true,
      tier: PRO,
      description:
        'What a share was worth a day after the fill, in USD from 0 to 1. Null without Pro, and until then.',
      resolve: ({ identity }) => identity?.marks.afterDay ?? null,
    }),
    payout: t.float({
      nullable: true,
      tier: PRO,
      description: 'What a share paid, in USD from 0 to 1. Null without Pro, and until the market resolves.',
      resolve: ({ identity }) => identity?.marks.payout ?? null,
    }),
  }),
})

const OF_PRO = [{ requires: 'PRO' }] as const

/** What a view tells of an alert; where it does not, the answer says that Pro callers see more. */
function noted<Value>(
  { identity }: AlertView,
  value: Value | null,
  context: RequestContext,
  info: GraphQLResolveInfo,
): Value | null {
  if (value === null && identity === null) noteWithheld(context, info, OF_PRO)
  return value
}
