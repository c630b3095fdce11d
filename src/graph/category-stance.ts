import { MICRO } from '../ledger/quantities.ts'
import type { CategoryStance } from '../smart-money/category-stances.ts'
import { builder } from './builder.ts'
import { decimalOf } from './decimal.ts'

/** How a cohort stands in a category. */
export const CategoryStanceType = builder.objectRef<CategoryStance>('CategoryStance').implement({
  description: "How a cohort stands in a category's markets.",
  fields: (t) => ({
    category: t.exposeString('category', {
      nullable: true,
      description: 'Null for the markets without one.',
    }),
    markets: t.exposeInt('markets', { description: 'Markets that count, 1 or more.' }),
    value: t.float({
      description: "The marked value of the cohort's shares, in USD.",
      resolve: ({ value }) => decimalOf(value),
    }),
    yesShare: t.float({
      description: "The YES shares' part of that value, a fraction.",
      resolve: ({ yesShare }) => yesShare / MICRO,
    }),
    divergence: t.float({
      description: "The mean of the markets' divergences, each counting alike, from −1 to 1.",
      resolve: ({ divergence }) => divergence / MICRO,
    }),
  }),
})
