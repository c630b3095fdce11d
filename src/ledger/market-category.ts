/** Every category that a market can have. */
export const MARKET_CATEGORIES = [
  'politics',
  'sports',
  'crypto',
  'culture',
  'weather',
  'economics',
  'tech',
  'finance',
] as const

export type MarketCategory = (typeof MARKET_CATEGORIES)[number]

/** Tags that are synonyms of a category. */
const ALIASES: Readonly<Record<string, MarketCategory>> = {
  elections: 'politics',
  geopolitics: 'politics',
  esports: 'sports',
  'crypto-prices': 'crypto',
  'pop-culture': 'culture',
  entertainment: 'culture',
  climate: 'weather',
  economy: 'economics',
  technology: 'tech',
  ai: 'tech',
  business: 'finance',
  stocks: 'finance',
}

/** The tags of each category: its own name, then its aliases. */
export const CATEGORY_TAGS: Readonly<Record<MarketCategory, readonly string[]>> = Object.fromEntries(
  MARKET_CATEGORIES.map((category) => [
    category,
    [category, ...Object.keys(ALIASES).filter((alias) => ALIASES[alias] === category)],
  ]),
) as Record<MarketCategory, string[]>

const BY_TAG: ReadonlyMap<string, MarketCategory> = new Map(
  MARKET_CATEGORIES.flatMap((category) => CATEGORY_TAGS[category].map((tag) => [tag, category] as const)),
)

/**
 * The category of a market: that of the first of its event's tags (slugs, in the event's order) which is a category
 * (politics, sports, crypto, culture, weather, economics, tech, finance) or an alias of one; null without any.
 */
export function marketCategory(tags: readonly string[]): MarketCategory | null {
  for (const tag of tags) {
    const category = BY_TAG.get(tag)
    if (category !== undefined) return category
  }
  return null
}

/**
 * The category that a text names, in any case and with spaces for hyphens: `Pop Culture` is culture. Null for an
 * unknown name and for null.
 */
export function categoryNamed(text: string | null): MarketCategory | null {
  return text === null ? null : marketCategory([text.trim().toLowerCase().replaceAll(' ', '-')])
}
