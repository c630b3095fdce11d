import { categoryNamed } from '../../ledger/market-category.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { PublicCategory } from '../../smart-money/public-weeks.ts'
import { builder } from '../kit/builder.ts'
import { decimalOf } from '../kit/decimal.ts'
import type { TierRule } from '../kit/tier-rule.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'

/** A category as an answer shows it. */
type ShownCategory = Omit<PublicCategory, 'week'> & Partial<Pick<PublicCategory, 'week'>>

/** Numbers in which a single market could be found are for Pro. */
const NUMBERS: TierRule<ShownCategory> = {
  requires: 'PRO',
  otherwise: 'NULL',
  where: {
    says: 'fewer than five markets of the category are new to callers without Pro, or one exceeds half of their value',
    holds: ({ markets }) => markets === null,
  },
}

const HIDDEN = 'Null where withheld without Pro.'

/** How a cohort stands in a category. */
export const CategoryStanceType = builder.objectRef<ShownCategory>('CategoryStance').implement({
  description:
    "A cohort's position in the markets of one category. Callers without Pro see a week's opening numbers, and only where at least five of the markets are new to them.",
  fields: (t) => ({
    category: t.field({
      type: MarketCategoryEnum,
      nullable: true,
      description: 'The category. Null for markets without one.',
      resolve: ({ category }) => categoryNamed(category),
    }),
    snapshotDate: t.field({
      type: 'Date',
      nullable: true,
      description:
        'The Monday that the numbers are as of, up to three weeks before the week of the answer. Null for Pro, whose numbers are current, and where they are withheld.',
      resolve: ({ week }) => week ?? null,
    }),
    markets: t.exposeInt('markets', {
      nullable: true,
      tier: NUMBERS,
      limits: { minimum: 1 },
      description: `Markets counted, {limits}. ${HIDDEN}`,
    }),
    value: t.float({
      nullable: true,
      tier: NUMBERS,
      description: `Marked value of the cohort's shares, in USD; without Pro floored to one digit. ${HIDDEN}`,
      resolve: ({ value }) => (value === null ? null : decimalOf(value)),
    }),
    yesShare: t.float({
      nullable: true,
      tier: NUMBERS,
      description: `YES share of that value, a fraction; without Pro floored to a tenth, at most 0.9. ${HIDDEN}`,
      resolve: ({ yesShare }) => fractionOf(yesShare),
    }),
    divergence: t.float({
      nullable: true,
      tier: NUMBERS,
      limits: { minimum: -1, maximum: 1 },
      description: `Unweighted mean of the markets' divergences, from {limits}; without Pro floored to a tenth. ${HIDDEN}`,
      resolve: ({ divergence }) => fractionOf(divergence),
    }),
  }),
})

/** Millionths as a fraction; null for null. */
export function fractionOf(millionths: number | null): number | null {
  return millionths === null ? null : millionths / MICRO
}
