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
const CATEGORIES: ReadonlySet<string> = new Set(MARKET_CATEGORIES)

/** Tags that name a category in other words. */
const ALIASES: Readonly<Record<string, string>> = {
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

/**
 * The category of a market: that of the first of its event's tags (slugs, in the event's order) which is a category
 * (politics, sports, crypto, culture, weather, economics, tech, finance) or an alias of one; null where none is.
 */
export function marketCategory(tags: readonly string[]): string | null {
  for (const tag of tags) {
    if (CATEGORIES.has(tag)) return tag
    if (Object.hasOwn(ALIASES, tag)) return ALIASES[tag] ?? null
  }
  return null
}
