import type { GraphQLResolveInfo } from 'graphql'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { AlertView } from '../../whales/alerts/alert-view.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { ADDRESS, HASH, TOKEN } from '../kit/limits/forms.ts'
import type { TierRule } from '../kit/tier-rule.ts'
import { recordWithheld } from '../kit/withheld.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { loadMarket, MarketRef } from '../markets/market-page.ts'
import { TraderType } from '../traders/trader.ts'
import { FillRoleEnum, TradeDirectionEnum } from '../traders/trades/trade-terms.ts'

/** What a time is floored to. */
const TimePrecisionEnum = builder.enumType('TimePrecision', {
  description: 'How precisely an alert shows its time.',
  values: {
    SECOND: { description: 'Exact, to the second.' },
    HOUR: { description: 'Floored to the hour.' },
    DAY: { description: 'Floored to the UTC day.' },
    WEEK: { description: 'Floored to the week: Monday, 00:00 UTC.' },
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
    "A whale alert: a fill of at least $10,000 (configurable) by a trader in the top 100 of a qualifying leaderboard when the fill's week began. Pro callers see it immediately and in full. Everyone else sees it one hour (configurable) after the end of the time shown, coarsened until alerts of at least 5 wallets look the same.",
  id: {
    limits: { minLength: 22, maxLength: 22 },
    description: "The alert's id: {limits}. Argument of `whaleAlert` and `node`.",
    resolve: ({ id }) => id,
  },
  loadManyWithoutCache: (ids, { whales, caller }) =>
    Promise.all(ids.map((id) => whales.one(caller.tier, id))),
  fields: (t) => ({
    label: t.exposeString('label', {
      nullable: true,
      description:
        'A placeholder for the trader, `Trader #` and a number that changes daily. Alerts of one trader and day share it only where that reveals no identity. Null where the identity is shown.',
    }),
    address: t.string({
      nullable: true,
      tier: PRO,
      limits: ADDRESS,
      description: "The trader's address: {limits}. Null without Pro.",
      resolve: ({ identity }) => identity?.trader.address ?? null,
    }),
    username: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      tier: PRO,
      description: "The trader's public name. Null without Pro, or if unknown.",
      resolve: ({ identity }) => identity?.trader.username ?? null,
    }),
    profileImage: t.string({
      complexity: textCost(TEXT_BOUNDS.picture),
      nullable: true,
      tier: PRO,
      description: "URL of the trader's public profile picture. Null without Pro, or if unknown.",
      resolve: ({ identity }) => identity?.trader.profileImage ?? null,
    }),
    xUsername: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      tier: PRO,
      description: "The trader's X handle, without the @. Null without Pro, or if unknown.",
      resolve: ({ identity }) => identity?.trader.xUsername ?? null,
    }),
    verifiedBadge: t.boolean({
      nullable: true,
      tier: PRO,
      description: 'True if the source of the public name marks it as verified. Null without Pro.',
      resolve: ({ identity }) => identity?.trader.verified ?? null,
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      tier: PRO,
      description: "The trader's full profile. Null without Pro, and until a snapshot includes the trader.",
      resolve: async ({ identity }, _args, { loaders, snapshot }) =>
        identity && loaders(await snapshot()).profiles.load(identity.trader.id),
    }),
    direction: t.field({
      type: TradeDirectionEnum,
      description: 'Side of the fill.',
      resolve: ({ direction }) => direction,
    }),
    outcome: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      description: "The outcome's name. Null where the market is withheld, or if unknown.",
      resolve: (alert, _args, context, info) => noted(alert, alert.outcome, context, info),
    }),
    market: t.field({
      type: MarketRef,
      nullable: true,
      description:
        'The market. Null where it is withheld because too few wallets trade it in that way, or while unknown.',
      resolve: async (alert, _args, context, info) =>
        noted(alert, alert.market && (await loadMarket(alert.market.condition, context)), context, info),
    }),
    category: t.field({
      type: MarketCategoryEnum,
      nullable: true,
      description: "The market's category. Null where it is withheld, or if it has none.",
      resolve: (alert, _args, context, info) => noted(alert, alert.category, context, info),
    }),
    usd: t.exposeFloat('usd', {
      description: 'Size of the fill in USD: exact for Pro, otherwise floored to 2 digits or 1.',
    }),
    price: t.float({
      nullable: true,
      description:
        'Price in USD per share: exact for Pro, otherwise rounded to the cent or ten cents. Null where it is withheld.',
      resolve: (alert, _args, context, info) => noted(alert, alert.price, context, info),
    }),
    time: t.field({
      type: 'DateTime',
      description: 'Time of the fill: to the second for Pro, otherwise floored to `timePrecision`.',
      resolve: ({ time }) => time,
    }),
    timePrecision: t.field({
      type: TimePrecisionEnum,
      description: 'The precision of `time`.',
      resolve: ({ timePrecision }) => timePrecision,
    }),
    qualifying: t.field({
      type: [QualifyingBoardEnum],
      complexity: { field: 1, multiplier: 1 },
      nullable: true,
      tier: PRO,
      description:
        'The qualifying leaderboards whose top 100 the trader was in when the week began. Null without Pro.',
      resolve: ({ qualifying }) => qualifying && [...qualifying],
    }),
    shares: t.float({
      nullable: true,
      tier: PRO,
      description: 'Number of shares. Null without Pro.',
      resolve: ({ identity }) => identity?.shares ?? null,
    }),
    token: t.string({
      nullable: true,
      tier: PRO,
      limits: TOKEN,
      description: "The outcome's token id: {limits}. Null without Pro.",
      resolve: ({ identity }) => identity?.token ?? null,
    }),
    role: t.field({
      type: FillRoleEnum,
      nullable: true,
      tier: PRO,
      description: "The trader's role. Null without Pro, or if the source does not record it.",
      resolve: ({ identity }) => identity?.role ?? null,
    }),
    tx: t.string({
      nullable: true,
      tier: PRO,
      limits: HASH,
      description: 'The transaction hash: {limits}. Null without Pro, or if the source does not record it.',
      resolve: ({ identity }) => identity?.tx ?? null,
    }),
    orderHash: t.string({
      nullable: true,
      tier: PRO,
      limits: HASH,
      description: 'The order hash: {limits}. Null without Pro, or if the source does not record it.',
      resolve: ({ identity }) => identity?.orderHash ?? null,
    }),
    markAfterHour: t.float({
      nullable: true,
      tier: PRO,
      limits: { minimum: 0, maximum: 1 },
      description:
        'The mark one hour after the fill, in USD from {limits}. Null without Pro, and until then.',
      resolve: ({ identity }) => identity?.marks.afterHour ?? null,
    }),
    markAfterDay: t.float({
      nullable: true,
      tier: PRO,
      limits: { minimum: 0, maximum: 1 },
      description: 'The mark one day after the fill, in USD from {limits}. Null without Pro, and until then.',
      resolve: ({ identity }) => identity?.marks.afterDay ?? null,
    }),
    payout: t.float({
      nullable: true,
      tier: PRO,
      limits: { minimum: 0, maximum: 1 },
      description:
        'The payout per share, in USD from {limits}. Null without Pro, and until the market resolves.',
      resolve: ({ identity }) => identity?.marks.payout ?? null,
    }),
  }),
})

const OF_PRO = [{ requires: 'PRO' }] as const

/** What a view shows of an alert; where it withholds something, the answer says that Pro callers see more. */
function noted<Value>(
  { identity }: AlertView,
  value: Value | null,
  context: RequestContext,
  info: GraphQLResolveInfo,
): Value | null {
  if (value === null && identity === null) recordWithheld(context, info, OF_PRO)
  return value
}
