import { CATEGORY_TAGS, MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { wireEnum } from '../kit/wire-enum.ts'

export const MarketCategoryEnum = wireEnum('MarketCategory', {
  description: "Subject of a market: the first of its event's tags that names a category.",
  wires: MARKET_CATEGORIES,
  says: (category) => `By the tags ${CATEGORY_TAGS[category].map((tag) => `\`${tag}\``).join(', ')}.`,
})

export const ONE_CATEGORY = 'Counts only activity in events of this category. Default: all activity.'
