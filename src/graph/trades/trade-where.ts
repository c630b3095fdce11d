import { FILL_USD, MAX_OUTCOMES, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { MarketCategory } from '../../ledger/market-category.ts'
import { type Address, MICRO, type Seconds } from '../../ledger/quantities.ts'
import type { TradeFilter } from '../../store/trades/trade-filter.ts'
import { builder } from '../kit/builder.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { argumentError, givenFields } from '../kit/errors.ts'
import { GIVEN_CONDITION } from '../kit/limits/known-limits.ts'
import { EVENT_ID } from '../kit/node-id.ts'
import { FillRoleEnum, TradeSideEnum } from '../traders/trades/trade-terms.ts'

/** A filter of fills as a caller writes it; an omitted or null field does not filter. */
export interface TradeWhere {
  minUsd?: number | null | undefined
  maxUsd?: number | null | undefined
  minPrice?: number | null | undefined
  maxPrice?: number | null | undefined
  side?: 'BUY' | 'SELL' | null | undefined
  role?: 'MAKER' | 'TAKER' | null | undefined
  outcome?: number | null | undefined
  market?: (string | number)[] | null | undefined
  event?: (string | number)[] | null | undefined
  category?: MarketCategory[] | null | undefined
  tag?: string[] | null | undefined
  trader?: Address[] | null | undefined
  from?: Seconds | null | undefined
  to?: Seconds | null | undefined
  any?: TradeWhere[] | null | undefined
}

/** Names in a list of a filter at most. */
const NAMES = { maxItems: 200 } as const
/** Filters within filters at most. */
const DEPTH = 3
/** Conditions of a filter at most, those within others included. */
const MOST_CONDITIONS = 40
/** A price in dollars per share. */
const SHARE_PRICE = { minimum: 0, maximum: 1 } as const

export const TradeWhereInput = builder.inputRef<TradeWhere>('TradeWhere').implement({
  description: `A filter of fills: all of its fields must match. A list matches any one of its values, and an unknown value matches none. At most ${MOST_CONDITIONS} conditions, ${DEPTH} levels deep.`,
  fields: (t) => ({
    minUsd: t.float({ limits: FILL_USD, description: 'At least this many USD, from {limits}.' }),
    maxUsd: t.float({ limits: FILL_USD, description: 'At most this many USD, from {limits}.' }),
    minPrice: t.float({
      limits: SHARE_PRICE,
      description: 'Lowest price in USD per share before fees, from {limits}.',
    }),
    maxPrice: t.float({
      limits: SHARE_PRICE,
      description: 'Highest price in USD per share before fees, from {limits}.',
    }),
    side: t.field({ type: TradeSideEnum, description: 'Side of the fill.' }),
    role: t.field({ type: FillRoleEnum, description: "The trader's role." }),
    outcome: t.int({
      limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
      description: 'Position of the outcome in its market, from {limits}.',
    }),
    market: t.idList({ limits: NAMES, description: 'Markets: their conditions, {limits}.' }),
    event: t.idList({
      limits: NAMES,
      description: "Events: their ids, or their source's numbers, {limits}.",
    }),
    category: t.field({ type: [MarketCategoryEnum], limits: NAMES, description: 'Categories, {limits}.' }),
    tag: t.stringList({ limits: NAMES, description: 'Tags of markets, {limits}.' }),
    trader: t.field({
      type: ['Address'],
      limits: NAMES,
      description: "Traders: wallets' addresses, {limits}.",
    }),
    from: t.field({ type: 'DateTime', description: 'At or after this time.' }),
    to: t.field({ type: 'DateTime', description: 'Before this time.' }),
    any: t.field({
      type: [TradeWhereInput],
      limits: { maxItems: MOST_CONDITIONS },
      description: 'At least one of these filters must match, too; {limits}.',
    }),
  }),
})

/** Returns the filter that a caller wrote. @throws PequodError BAD_USER_INPUT for names and depths that are not accepted */
export function tradeWhereOf(where: TradeWhere | null | undefined, name = 'where'): TradeFilter {
  if (countConditions(where ?? {}, DEPTH) > MOST_CONDITIONS)
    throw wrong(name, `must have at most ${MOST_CONDITIONS} conditions, ${DEPTH} levels deep`)
  return filterOf(where ?? {}, name)
}

function filterOf(where: TradeWhere, name: string): TradeFilter {
  const { market, event, category, tag, trader, any, ...rest } = givenFields(where) as TradeWhere
  const { minUsd, maxUsd, minPrice, maxPrice, ...same } = rest
  return {
    ...(same as Pick<TradeFilter, 'side' | 'role' | 'outcome' | 'from' | 'to'>),
    ...microsOf({ minUsd, minPrice }, Math.ceil),
    ...microsOf({ maxUsd, maxPrice }, Math.floor),
    ...(market && { markets: market.map((one) => conditionOf(String(one), `${name}.market`)) }),
    ...(event && { events: event.map((one) => eventOf(String(one), `${name}.event`)) }),
    ...(category && { categories: category }),
    ...(tag && { tags: tag.map((one) => tagOf(one, `${name}.tag`)) }),
    ...(trader && { traders: trader }),
    ...(any && { any: any.map((one) => filterOf(one, `${name}.any`)) }),
  }
}

/** Conditions of a filter; more than any filter may have where it is too deep. */
function countConditions(where: TradeWhere, depth: number): number {
  if (depth === 0) return Number.POSITIVE_INFINITY
  const { any, ...rest } = givenFields(where) as TradeWhere
  const inner = (any ?? []).reduce((sum, one) => sum + countConditions(one, depth - 1), 0)
  return Object.keys(rest).length + inner
}

/** Amounts in micro-units, rounded into the range. */
function microsOf(
  amounts: Readonly<Record<string, number | null | undefined>>,
  round: (micros: number) => number,
): Partial<TradeFilter> {
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([name, amount]) =>
      typeof amount === 'number' ? [[name, round(Number((amount * MICRO).toPrecision(15)))]] : [],
    ),
  )
}

const CONDITION = new RegExp(GIVEN_CONDITION.pattern ?? '')

function conditionOf(text: string, name: string): string {
  if (!CONDITION.test(text)) throw wrong(name, 'must list conditions: 0x and 64 hex digits each')
  return text.toLowerCase()
}

function eventOf(text: string, name: string): string {
  const number = text.startsWith(EVENT_ID) ? text.slice(EVENT_ID.length) : text
  if (number.length === 0 || number.length > TEXT_BOUNDS.slug)
    throw wrong(name, `must list events: ${EVENT_ID} and a number each`)
  return number
}

function tagOf(text: string, name: string): string {
  if (text.length === 0 || text.length > TEXT_BOUNDS.slug)
    throw wrong(name, `must list tags of 1 to ${TEXT_BOUNDS.slug} characters`)
  return text
}

function wrong(name: string, message: string) {
  return argumentError({ issues: [{ code: 'custom', path: name.split('.'), message, input: undefined }] })
}
