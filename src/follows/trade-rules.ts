import { createHash } from 'node:crypto'
import { exactCentsText, exactMoneyText, moneyText } from '../formats.ts'
import { MARKET_CATEGORIES } from '../ledger/market-category.ts'
import { MICRO, type MicroPrice, type MicroUsd } from '../ledger/quantities.ts'
import { LARGE_FILL } from '../store/tables.ts'
import { dollars, type RuleFields, type RuleProblem, type RulesOf } from './rule-fields.ts'

/** A price in dollars per share. */
const PRICE = { minimum: 0, maximum: 1 } as const

/** The rules that select trades besides their size and kind, for each kind of follow that notifies of trades. */
export const TRADE_RULES = {
  categories: {
    type: 'choices',
    values: MARKET_CATEGORIES,
    unset: 'any',
    text: 'Categories of the markets whose trades match.',
  },
  minPrice: dollars(PRICE, {
    default: null,
    unset: 'any',
    text: 'Lowest average price in USD per share, {limits}.',
  }),
  maxPrice: dollars(PRICE, {
    default: null,
    unset: 'any',
    text: 'Highest average price in USD per share, {limits}.',
  }),
  side: {
    type: 'choice',
    values: ['BUY', 'SELL'],
    unset: 'both',
    text: 'BUY for shares received, SELL for shares sold or sent.',
  },
} as const satisfies RuleFields

type TradeRules = RulesOf<typeof TRADE_RULES>

/** A trade, or several on one position, as rules compare it; null where a fact is unknown. */
interface Ruled {
  side: 'BUY' | 'SELL'
  price: MicroPrice | null
  category: string | null
}

/** Returns whether rules match a trade, apart from its size and kind; an unknown fact meets no rule on it. An empty list means any. */
export function meetsRules({ side, categories, minPrice, maxPrice }: TradeRules, trade: Ruled): boolean {
  const { price, category } = trade
  return (
    (side === null || side === trade.side) &&
    (categories.length === 0 || categories.some((one) => one === category)) &&
    (minPrice === null || (price !== null && price >= minPrice)) &&
    (maxPrice === null || (price !== null && price <= maxPrice))
  )
}

/** The problem of a range of prices whose ends are the wrong way round. */
export function priceProblems({
  minPrice,
  maxPrice,
}: Pick<TradeRules, 'minPrice' | 'maxPrice'>): RuleProblem[] {
  return (minPrice ?? 0) > (maxPrice ?? MICRO)
    ? [{ name: 'minPrice', message: 'must be at most maxPrice' }]
    : []
}

/** Rules in words: `purchases of $1,000 or more in sports at prices from 10¢ up to 90¢`. @param changes the effects on a position that count; none: all */
export function tradeWords(
  changes: readonly string[],
  { minUsd, categories, side, minPrice, maxPrice }: TradeRules & { minUsd: MicroUsd },
): string {
  const price = [
    ...(minPrice === null ? [] : [`from ${exactCentsText(minPrice / MICRO)}`]),
    ...(maxPrice === null ? [] : [`up to ${exactCentsText(maxPrice / MICRO)}`]),
  ]
  const effects = changes.map((change) => (change === 'ADDED' ? 'added to' : change.toLowerCase()))
  return [
    side === null ? 'trades' : side === 'BUY' ? 'purchases' : 'sales',
    ...(minUsd === 0 ? [] : [`of ${exactMoneyText(minUsd / MICRO)} or more`]),
    ...(effects.length === 0 ? [] : [`that ${effects.join(' or ')} a position`]),
    ...(categories.length === 0 ? [] : [`in ${categories.join(', ')}`]),
    ...(price.length === 0 ? [] : [`at prices ${price.join(' ')}`]),
  ].join(' ')
}

/** The follow of a filter of whole trades: its key, and the rules that it is stored with. */
export function filterFollow(where: object): { key: string; rules: { minUsd: number; where: object } } {
  // A filter has one key however its names are spelled, and one value is a list of it.
  const alone = (_name: string, value: unknown) =>
    Array.isArray(value) && value.length === 1 ? value[0] : value
  const hash = createHash('sha256').update(JSON.stringify(where, alone).toLowerCase()).digest('base64url')
  return { key: `filter-${hash.slice(0, 22)}`, rules: { minUsd: LARGE_FILL / MICRO, where } }
}

/** A filter in words: `$50,000 and up; category politics or sports`. */
export function filterWords(where: object): string {
  return Object.entries(where)
    .map(([name, value]) => {
      if (name === 'minUsd') return `${moneyText(Number(value))} and up`
      const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      return `${words} ${valueWords(value)}`
    })
    .join('; ')
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(' or ')
  if (typeof value === 'object' && value !== null) return filterWords(value)
  return String(value).replaceAll('_', ' ').toLowerCase()
}
