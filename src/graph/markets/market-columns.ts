import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import type { Column } from '../kit/question.ts'

/*
 * The numbers of markets by which lists filter and sort: the inputs of GraphQL, the parameters of REST and the options of the command
 * follow this list. Each is a field of a market, or of the numbers of its first outcome.
 */

export const MARKET_STATUSES = ['OPEN', 'ENDED', 'RESOLVED', 'UNKNOWN'] as const

/** The days of `volume7d`, the cutoff's day included. */
export const VOLUME_DAYS_COUNTED = 7

/** Said of the open interest of a market. */
export const OPEN_INTEREST =
  'Value of all shares held by traders, at their marks, in USD. Null if an outcome has no mark.'

const NUMBER = {
  kind: 'NUMBER',
  direction: 'HIGHER_IS_BETTER',
  labels: [],
  isMicro: false,
  isGated: false,
} as const
const USD = { ...NUMBER, isMicro: true } as const
const DAY = { ...NUMBER, kind: 'DAY' } as const
const LABEL = { ...NUMBER, kind: 'LABEL', direction: 'NEUTRAL' } as const

function weightOf(span: string): string {
  return `Weight of the move of the last ${span}: the size of the change of the first outcome's price, times the root of the volume. Null without a \`move\`. As the first order it lists only markets that have one.`
}

export const MARKET_COLUMNS = [
  {
    id: 'volume',
    ...USD,
    title: 'Volume',
    description: 'Traded volume in USD, as `Market.volume`. Null if only some roles are known.',
  },
  {
    id: 'volume7d',
    ...USD,
    title: 'Volume of 7 days',
    description: `Traded volume in USD of the ${VOLUME_DAYS_COUNTED} UTC days that end with the cutoff's. Null if only some roles are known.`,
  },
  {
    id: 'openInterest',
    ...USD,
    title: 'Open interest',
    description: OPEN_INTEREST,
  },
  {
    id: 'price',
    ...USD,
    title: 'Price',
    description:
      'The mark of the first outcome in USD, from 0 to 1; its payout once final. Null if it has none.',
  },
  {
    id: 'priceChange',
    ...USD,
    title: 'Price change of a day',
    description:
      'The mark of the first outcome less that of 24 hours before, in USD, from -1 to 1. Null without one of them.',
  },
  {
    id: 'marketHours',
    ...NUMBER,
    title: 'Scheduled life',
    description: 'Hours from its listing to its scheduled end. Null while one of them is unknown.',
  },
  { id: 'move1h', ...NUMBER, title: 'Move of an hour', description: weightOf('hour') },
  { id: 'move24h', ...NUMBER, title: 'Move of 24 hours', description: weightOf('24 hours') },
  { id: 'move7d', ...NUMBER, title: 'Move of 7 days', description: weightOf('7 days') },
  {
    id: 'activeWeek',
    ...USD,
    title: 'Volume of an active week',
    description:
      'Volume in USD of the `move` of 7 days, if at least $1,000 were traded on each of the last 7 whole UTC days; else null. As the first order it lists only markets that have one.',
  },
  {
    id: 'createdAt',
    ...DAY,
    title: 'Listed',
    description: 'UTC day on which the venue listed it. Null if no source says.',
  },
  {
    id: 'endsAt',
    ...DAY,
    direction: 'LOWER_IS_BETTER',
    title: 'Scheduled end',
    description: 'UTC day of the scheduled end. Null while unknown.',
  },
  {
    id: 'resolvedAt',
    ...DAY,
    title: 'Resolution',
    description: 'UTC day on which its payouts became final. Null until then.',
  },
  {
    id: 'category',
    ...LABEL,
    labels: MARKET_CATEGORIES.map((name) => name as string),
    title: 'Category',
    description: 'Category: one of these.',
  },
  {
    id: 'status',
    ...LABEL,
    labels: MARKET_STATUSES,
    title: 'Status',
    description: 'Status: one of these.',
  },
] as const satisfies readonly Column[]

export type MarketColumnId = (typeof MARKET_COLUMNS)[number]['id']

/** The place of a market in the ledger, which only orders: newest first. */
const NEWEST = {
  id: 'newest',
  ...NUMBER,
  title: 'newest in the ledger first',
  description: '',
} as const satisfies Column

/** The numbers of moves by which lists sort, each of a window. */
export const MOVES = {
  move1h: { window: 'HOUR_1', number: 'WEIGHT' },
  move24h: { window: 'HOURS_24', number: 'WEIGHT' },
  move7d: { window: 'DAYS_7', number: 'WEIGHT' },
  activeWeek: { window: 'DAYS_7', number: 'ACTIVE' },
  change1h: { window: 'HOUR_1', number: 'CHANGE' },
  change24h: { window: 'HOURS_24', number: 'CHANGE' },
  change7d: { window: 'DAYS_7', number: 'CHANGE' },
  traded1h: { window: 'HOUR_1', number: 'VOLUME' },
  traded24h: { window: 'HOURS_24', number: 'VOLUME' },
  traded7d: { window: 'DAYS_7', number: 'VOLUME' },
} as const

const ofMoves = <Id extends keyof typeof MOVES>(id: Id, title: string) => ({
  id,
  ...NUMBER,
  title: `${title}; as the first order, of markets with a move alone`,
  description: '',
})

/** The columns that lists sort by and do not compare. */
export const ORDER_COLUMNS = [
  NEWEST,
  ofMoves('change1h', "Change of the first outcome's price in an hour"),
  ofMoves('change24h', "Change of the first outcome's price in 24 hours"),
  ofMoves('change7d', "Change of the first outcome's price in 7 days"),
  ofMoves('traded1h', 'Volume of an hour'),
  ofMoves('traded24h', 'Volume of 24 hours'),
  ofMoves('traded7d', 'Volume of the last 7 × 24 hours'),
] as const satisfies readonly Column[]
