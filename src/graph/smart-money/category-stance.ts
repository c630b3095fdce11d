import { categoryNamed } from '../../ledger/market-category.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { CategoryStance } from '../../smart-money/category-stances.ts'
import { builder } from '../kit/builder.ts'
import { decimalOf } from '../kit/decimal.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'

/** How a cohort stands in a category. */
export const CategoryStanceType = builder.objectRef<CategoryStance>('CategoryStance').implement({
  description: "A cohort's position in the markets of one category.",
  fields: (t) => ({
    category: t.field({
      type: MarketCategoryEnum,
      nullable: true,
      description: 'The category. Null for markets without one.',
      resolve: ({ category }) => categoryNamed(category),
    }),
    markets: t.exposeInt('markets', { limits: { minimum: 1 }, description: 'Markets counted, {limits}.' }),
    value: t.float({
      description: "Marked value of the cohort's shares, in USD.",
      resolve: ({ value }) => decimalOf(value),
    }),
    yesShare: t.float({
      limits: { minimum: 0, maximum: 1 },
      description: 'YES share of that value, from {limits}.',
      resolve: ({ yesShare }) => yesShare / MICRO,
    }),
    divergence: t.float({
      limits: { minimum: -1, maximum: 1 },
      description: "Unweighted mean of the markets' divergences, from {limits}.",
      resolve: ({ divergence }) => divergence / MICRO,
    }),
  }),
})
