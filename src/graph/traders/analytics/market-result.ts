import { TEXT_BOUNDS } from '../../../ledger/bounds.ts'
import type { NamedResult } from '../../../refresh/analytics/read-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { decimalOf } from '../../kit/decimal.ts'
import { textCost } from '../../kit/query-cost.ts'

/** What a decided condition brought. */
export const MarketResultType = builder.objectRef<NamedResult>('MarketResult').implement({
  description: 'What a market brought that is decided for the trader.',
  fields: (t) => ({
    condition: t.string({
      nullable: true,
      description:
        "The market's condition: 0x and 64 lower-case hex digits. Null when it is not known which one the token belongs to.",
      resolve: ({ market }) => market?.condition ?? null,
    }),
    question: t.string({
      complexity: textCost(TEXT_BOUNDS.question),
      nullable: true,
      description: "The market's question. Null when it is not known.",
      resolve: ({ market }) => market?.question ?? null,
    }),
    slug: t.string({
      complexity: textCost(TEXT_BOUNDS.slug),
      nullable: true,
      description: "The market's name in addresses of web pages. Null when it is not known.",
      resolve: ({ market }) => market?.slug ?? null,
    }),
    pnl: t.float({
      description: 'Realized profit of its whole life. Unit: USD, any amount but 0.',
      resolve: ({ pnl }) => decimalOf(pnl),
    }),
  }),
})
