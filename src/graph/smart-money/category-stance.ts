import { categoryNamed } from '../../ledger/market-category.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { CategoryStance } from '../../smart-money/category-stances.ts'
import { builder } from '../kit/builder.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { COHORT_VALUE, ROW_CATEGORY } from './smart-cohort.ts'

export const CategoryStanceType = builder.objectRef<CategoryStance>('CategoryStance').implement({
  description: "A cohort's position in the markets of one category.",
  fields: (t) => ({
    category: t.field({
      type: MarketCategoryEnum,
      nullable: true,
      description: ROW_CATEGORY,
      resolve: ({ category }) => categoryNamed(category),
    }),
    markets: t.exposeInt('markets', { limits: { minimum: 1 }, description: 'Markets counted, {limits}.' }),
    value: t.amount('value', COHORT_VALUE),
    yesShare: t.fraction(({ yesShare }) => yesShare / MICRO, 'YES share of that value, from {limits}.'),
    divergence: t.float({
      limits: { minimum: -1, maximum: 1 },
      description: "Unweighted mean of the markets' divergences, from {limits}.",
      resolve: ({ divergence }) => divergence / MICRO,
    }),
  }),
})
