import { TEXT_BOUNDS } from '../../../ledger/bounds.ts'
import type { NamedResult } from '../../../numbers/analytics/read-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { textCost } from '../../kit/cost/query-cost.ts'
import { HASH } from '../../kit/limits/known-limits.ts'
import { loadMarket, MarketRef } from '../../kit/market-page.ts'

/** A trader's result in a resolved condition. */
export const MarketResultType = builder.objectRef<NamedResult>('MarketResult').implement({
  description: "A trader's result in one market, once decided for that trader.",
  fields: (t) => ({
    condition: t.string({
      nullable: true,
      limits: HASH,
      description: "The condition id: {limits}. Null if the token's market is unknown.",
      resolve: ({ market }) => market?.condition ?? null,
    }),
    market: t.field({
      type: MarketRef,
      nullable: true,
      description: 'The market as of the current snapshot. Null if unknown.',
      resolve: ({ market }, _args, context) => market && loadMarket(market.condition, context),
    }),
    question: t.string({
      complexity: textCost(TEXT_BOUNDS.question),
      nullable: true,
      description: "The market's question. Null if unknown.",
      resolve: ({ market }) => market?.question ?? null,
    }),
    slug: t.string({
      complexity: textCost(TEXT_BOUNDS.slug),
      nullable: true,
      description: "The market's slug, its short name in URLs. Null if unknown.",
      resolve: ({ market }) => market?.slug ?? null,
    }),
    pnl: t.amount('pnl', "Realized profit over the market's whole life. Unit: USD, any amount but 0."),
  }),
})
