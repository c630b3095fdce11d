import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { type AlertView, shownPrice, shownTime, shownUsd } from '../../whales/alerts/alert-view.ts'
import { builder } from '../kit/builder.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { ALERT_CUTOFF, CutoffType } from '../kit/cutoff.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { ADDRESS, HASH, TOKEN, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import { loadMarket, MarketRef } from '../kit/market-page.ts'
import type { TierRule } from '../kit/tier-rule.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'
import { TraderType } from '../traders/trader.ts'
import { identityFields, VERIFIED } from '../traders/trader-fields.ts'
import { FillRoleEnum, TradeSideEnum } from '../traders/trades/trade-filters.ts'

const TimePrecisionEnum = builder.enumType('TimePrecision', {
  description: 'How precisely an alert shows its time.',
  values: {
    SECOND: { description: 'Exact, to the second.' },
    MINUTE: { description: 'Rounded down to the minute.' },
  } as const,
})

/** Fields that name the trader or the fill. */
const PRO: TierRule<AlertView> = { requires: 'PRO', otherwise: 'NULL' }

/** Values that are rounded without Pro. */
const roundedBy = (round: (value: number) => number): TierRule<AlertView> => ({
  requires: 'PRO',
  otherwise: 'ROUNDED',
  round,
})

/**
 * A large fill by a trader at the top of a board. The desk (alert-desk.ts) decides what a caller's tier shows; the fields' rules
 * repeat it for the schema and `extensions.withheld`.
 */
export const WhaleAlertType = builder.node(builder.objectRef<AlertView>('WhaleAlert'), {
  description:
    "A whale alert: a fill of at least $10,000 (configurable) by a trader in the top 100 of a qualifying leaderboard when the fill's week began. Pro callers see it immediately and in full. Everyone else sees it one hour (configurable) after the fill, without the trader and with rounded amounts.",
  id: {
    limits: { minLength: 22, maxLength: 22 },
    description: "The alert's id: {limits}. Argument of `whaleAlert` and `node`.",
    resolve: ({ id }) => id,
  },
  loadManyWithoutCache: (ids, { whales, caller }) =>
    Promise.all(ids.map((id) => whales.one(caller.tier, id))),
  fields: (t) => ({
    label: t.text('label', {
      nullable: true,
      description:
        'A placeholder for the trader, `Trader #` and a number: the traders of a UTC day are numbered by their first alert. Null where the identity is shown.',
    }),
    address: t.text(({ identity }) => identity?.trader.address ?? null, {
      nullable: true,
      limits: ADDRESS,
      tier: PRO,
      description: WALLET_ADDRESS,
    }),
    ...identityFields(t, ({ identity }) => identity?.trader ?? null, { tier: PRO }),
    verifiedBadge: t.flag(({ identity }) => identity?.trader.verified ?? null, {
      nullable: true,
      tier: PRO,
      description: VERIFIED,
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      tier: PRO,
      description: "The trader's full profile. Null until a snapshot includes the trader.",
      resolve: async ({ identity }, _args, { loaders, snapshot }) =>
        identity && loaders(await snapshot()).profiles.load(identity.trader.id),
    }),
    side: t.of(TradeSideEnum, 'side', 'Side of the fill.'),
    outcome: t.text('outcome', {
      nullable: true,
      complexity: textCost(TEXT_BOUNDS.name),
      description: "The outcome's name. Null if unknown.",
    }),
    market: t.of(MarketRef, ({ market }, _args, context) => market && loadMarket(market.condition, context), {
      nullable: true,
      description: 'The market. Null while unknown.',
    }),
    category: t.of(MarketCategoryEnum, 'category', {
      nullable: true,
      description: "The market's category. Null if it has none.",
    }),
    usd: t.number('usd', {
      tier: roundedBy(shownUsd),
      description:
        'Size of the fill in USD: exact for Pro; without Pro, rounded down to 2 significant digits.',
    }),
    price: t.number('price', {
      tier: roundedBy(shownPrice),
      description: 'Price in USD per share: exact for Pro; without Pro, rounded to the cent.',
    }),
    time: t.when('time', {
      tier: roundedBy(shownTime),
      description: 'Time of the fill: to the second for Pro; without Pro, rounded down to the minute.',
    }),
    timePrecision: t.of(TimePrecisionEnum, 'timePrecision', 'The precision of `time`.'),
    qualifying: t.of([QualifyingBoardEnum], 'qualifying', {
      rows: 1,
      description: 'The qualifying leaderboards whose top 100 the trader was in when the week began.',
    }),
    shares: t.number(({ identity }) => identity?.shares ?? null, {
      nullable: true,
      tier: PRO,
      description: 'Number of shares.',
    }),
    token: t.text(({ identity }) => identity?.token ?? null, {
      nullable: true,
      limits: TOKEN,
      tier: PRO,
      description: "The outcome's token id: {limits}.",
    }),
    role: t.of(FillRoleEnum, ({ identity }) => identity?.role ?? null, {
      nullable: true,
      tier: PRO,
      description: "The trader's role. Null if the source does not record it.",
    }),
    tx: t.text(({ identity }) => identity?.tx ?? null, {
      nullable: true,
      limits: HASH,
      tier: PRO,
      description: 'The transaction hash: {limits}. Null if the source does not record it.',
    }),
    orderHash: t.text(({ identity }) => identity?.orderHash ?? null, {
      nullable: true,
      limits: HASH,
      tier: PRO,
      description: 'The order hash: {limits}. Null if the source does not record it.',
    }),
    markAfterHour: t.fraction(({ identity }) => identity?.marks.afterHour ?? null, {
      nullable: true,
      tier: PRO,
      description: 'The mark one hour after the fill, in USD from {limits}. Null until then.',
    }),
    markAfterDay: t.fraction(({ identity }) => identity?.marks.afterDay ?? null, {
      nullable: true,
      tier: PRO,
      description: 'The mark one day after the fill, in USD from {limits}. Null until then.',
    }),
    payout: t.fraction(({ identity }) => identity?.marks.payout ?? null, {
      nullable: true,
      tier: PRO,
      description: 'The payout per share, in USD from {limits}. Null until the market resolves.',
    }),
    cutoff: t.of(CutoffType, (_alert, _args, { whales, caller }) => whales.cutoff(caller.tier), {
      nullable: true,
      description: ALERT_CUTOFF,
    }),
  }),
})
