import { FILL_USD, MAX_OUTCOMES, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { MARKET_CATEGORIES, type MarketCategory } from '../../ledger/market-category.ts'
import { type Address, MICRO, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import { POSITION_CHANGES, type PositionChange } from '../../store/ingest/whole-trade-rows.ts'
import { LARGE_FILL } from '../../store/tables.ts'
import type { TradeFilter } from '../../store/trades/trade-filter.ts'
import { TRADE_HINDSIGHTS, type TradeHindsight } from '../../tape/signs/hindsight.ts'
import { TRADE_SIGNS, type TradeSign } from '../../tape/signs/sign.ts'
import { builder } from '../kit/builder.ts'
import { SLICE } from '../kit/cost/query-cost.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { argumentError, givenFields } from '../kit/errors.ts'
import { GIVEN_ADDRESS, GIVEN_CONDITION, GIVEN_TAG } from '../kit/limits/known-limits.ts'
import { EVENT_ID, eventOf } from '../kit/node-id.ts'
import { BoardWhereInput, type GivenBoard, OWN_SCREEN } from '../kit/where-inputs.ts'
import { TradeHindsightEnum, TradeSignEnum } from '../tape/trade-signs.ts'
import { FillRoleEnum, TradeSideEnum } from '../traders/trades/trade-filters.ts'
import { TRADE_FIELDS, type TradeDoor, type TradeField, type TradeFieldKind } from './trade-fields.ts'

interface Values extends Record<TradeFieldKind, unknown> {
  USD: number
  PRICE: number
  SIDE: 'BUY' | 'SELL'
  ROLE: 'MAKER' | 'TAKER'
  OUTCOME: number
  CHANGES: PositionChange[]
  MARKETS: (string | number)[]
  EVENTS: (string | number)[]
  CATEGORIES: MarketCategory[]
  TAGS: string[]
  HOURS: number
  TRADERS: Address[]
  BOARD: GivenBoard
  SCREEN: string
  MEMBERS: 'NOW' | 'AT_TRADE'
  SIGNS: TradeSign[]
  HINDSIGHT: TradeHindsight[]
  TIME: Seconds
  FILTERS: TradeWhere[]
}

/** A filter of trades as a caller writes it; an omitted or null field does not filter. */
export type TradeWhere = {
  [Name in keyof typeof TRADE_FIELDS]?: Values[(typeof TRADE_FIELDS)[Name]['kind']] | null | undefined
}

/** A filter of trades as read: conditions on fills, and those that only whole trades meet. */
export interface ReadTradeWhere extends Omit<TradeFilter, 'any' | 'traders'> {
  traders?: readonly Address[]
  minImpact?: MicroPrice
  board?: GivenBoard
  screen?: string
  members?: 'NOW' | 'AT_TRADE'
  signs?: readonly TradeSign[]
  without?: readonly TradeSign[]
  hindsight?: readonly TradeHindsight[]
  any?: readonly ReadTradeWhere[]
}

/** Names in a list of a filter at most. */
export const MOST_NAMES = 200
/** Filters within filters at most. */
const DEPTH = 3
/** Conditions of a filter at most, those within others included. */
const MOST_CONDITIONS = 40
/** Dollars of a listed whole trade: smaller ones are not recorded. */
export const LISTED_USD = { ...FILL_USD, minimum: LARGE_FILL / MICRO } as const
/** A price in dollars per share. */
const SHARE_PRICE = { minimum: 0, maximum: 1 } as const
export const GIVEN_EVENT = { minLength: 1, maxLength: TEXT_BOUNDS.slug + EVENT_ID.length } as const
/** Hours of the longest scheduled life that a filter may ask for: ten years. */
const MOST_HOURS = 87_600
const HOUR_SECONDS = 3_600

export const PositionChangeEnum = builder.enumType('PositionChange', {
  description: 'The effect of a trade on the position of its trader in the outcome.',
  values: {
    OPENED: { description: 'A purchase by a trader who held no share of the outcome.' },
    ADDED: { description: 'A purchase by a trader who held some.' },
    REDUCED: { description: 'A sale that left shares.' },
    CLOSED: { description: 'A sale that left none.' },
  } as const,
})

/** Days that a list of trades by the members at each trade covers at most: the members of each close are computed. */
export const MOST_CLOSES = 7

const MembershipEnum = builder.enumType('Membership', {
  description: 'The day of the members of a leaderboard or a screen by which trades are filtered.',
  values: {
    NOW: {
      description:
        'Members by the newest snapshot. It looks back: some of them may have become members by the trades listed.',
    },
    AT_TRADE: {
      description: `Members at the last close before each trade. The list covers at most ${MOST_CLOSES} days, by default the last ${MOST_CLOSES}.`,
    },
  } as const,
})

export const TradeWhereInput = builder.inputRef<TradeWhere>('TradeWhere')
TradeWhereInput.implement({
  description: `A filter of trades: all of its fields must match. Amounts are in USD, prices in USD per share, both before fees. A list matches any one of its values, and an unknown value matches none. The list of trades and follows compare whole trades, streams and exports compare fills; each refuses fields that it cannot answer. At most ${MOST_CONDITIONS} conditions, ${DEPTH} levels deep, and ${MOST_NAMES} names in a list.`,
  fields: (t) => {
    const fieldOf = (kind: TradeFieldKind, says: string) => {
      const description = `${says}.`
      const ranged = `${says}, from {limits}.`
      switch (kind) {
        case 'USD':
          return t.float({ limits: FILL_USD, description })
        case 'PRICE':
          return t.float({ limits: SHARE_PRICE, description: ranged })
        case 'HOURS':
          return t.float({ limits: { minimum: 0, maximum: MOST_HOURS }, description: ranged })
        case 'OUTCOME':
          return t.int({ limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 }, description: ranged })
        case 'SIDE':
          return t.field({ type: TradeSideEnum, description })
        case 'ROLE':
          return t.field({ type: FillRoleEnum, description })
        case 'TIME':
          return t.field({ type: 'DateTime', description })
        case 'BOARD':
          return t.field({ type: BoardWhereInput, description })
        case 'SCREEN':
          return t.id({ ...OWN_SCREEN, description })
        case 'MEMBERS':
          return t.field({ type: MembershipEnum, weight: MOST_CLOSES * SLICE, description })
        case 'MARKETS':
          return t.idList({ limits: { maxItems: MOST_NAMES, items: GIVEN_CONDITION }, description })
        case 'EVENTS':
          return t.idList({ limits: { maxItems: MOST_NAMES, items: GIVEN_EVENT }, description })
        case 'TAGS':
          return t.stringList({ limits: { maxItems: MOST_NAMES, items: GIVEN_TAG }, description })
        case 'TRADERS':
          return t.field({
            type: ['Address'],
            limits: { maxItems: MOST_NAMES, items: GIVEN_ADDRESS },
            description,
          })
        case 'CATEGORIES':
          return t.field({
            type: [MarketCategoryEnum],
            limits: { maxItems: MARKET_CATEGORIES.length },
            description,
          })
        case 'CHANGES':
          return t.field({
            type: [PositionChangeEnum],
            limits: { maxItems: POSITION_CHANGES.length },
            description,
          })
        case 'SIGNS':
          return t.field({ type: [TradeSignEnum], limits: { maxItems: TRADE_SIGNS.length }, description })
        case 'HINDSIGHT':
          return t.field({
            type: [TradeHindsightEnum],
            limits: { maxItems: TRADE_HINDSIGHTS.length },
            description,
          })
        case 'FILTERS':
          return t.field({
            type: [TradeWhereInput],
            limits: { maxItems: MOST_CONDITIONS },
            description,
          })
      }
    }
    return Object.fromEntries(
      Object.entries(TRADE_FIELDS).map(([name, { kind, says }]) => [name, fieldOf(kind, says)]),
    )
  },
})

/** The doors in the words of a refusal. */
const DOORS: Readonly<Record<TradeDoor, string>> = {
  LIST: 'the list of trades',
  FOLLOW: 'a follow of trades',
  STREAM: 'a stream of trades',
  EXPORT: 'an export of trades',
}

/**
 * Reads a filter that a door was given.
 * @throws PequodError BAD_USER_INPUT for too many conditions, and for a field that the door cannot answer
 */
export function readTradeWhere(where: TradeWhere | null | undefined, door: TradeDoor): ReadTradeWhere {
  if (countConditions(where ?? {}, DEPTH) > MOST_CONDITIONS)
    throw wrong('where', `must have at most ${MOST_CONDITIONS} conditions, ${DEPTH} levels deep`)
  return filterOf(where ?? {}, door, 'where')
}

function filterOf(where: TradeWhere, door: TradeDoor, path: string): ReadTradeWhere {
  const given = givenFields(where) as TradeWhere
  for (const name of Object.keys(given)) {
    const { doors }: TradeField = TRADE_FIELDS[name as keyof typeof TRADE_FIELDS]
    if (!doors.includes(door)) throw wrong(`${path}.${name}`, `is not answered by ${DOORS[door]}`)
    if ((name === 'screen' || name === 'members') && path !== 'where')
      throw wrong(`${path}.${name}`, 'must be named outside any')
  }
  for (const name of ['signs', 'without'] as const)
    if (door === 'STREAM' && given[name]?.includes('FIRST_IN_CATEGORY'))
      throw wrong(
        `${path}.${name}`,
        `cannot have FIRST_IN_CATEGORY in ${DOORS.STREAM}: it follows the markets as they are described later`,
      )
  for (const name of ['minUsd', 'maxUsd'] as const)
    if (isOfWholes(door) && (given[name] ?? LISTED_USD.minimum) < LISTED_USD.minimum)
      throw wrong(
        `${path}.${name}`,
        `must be at least ${LISTED_USD.minimum} in ${DOORS[door]}, which has no smaller ones: list them by market or trader`,
      )
  const { change, market, event, category, tag, trader, minMarketHours: hours, any, ...rest } = given
  const { minUsd, maxUsd, minPrice, maxPrice, minImpact, ...same } = rest
  return {
    ...(same as Omit<typeof rest, 'minUsd' | 'maxUsd' | 'minPrice' | 'maxPrice' | 'minImpact'> &
      ReadTradeWhere),
    ...microsOf({ minUsd, minPrice, minImpact }, Math.ceil),
    ...microsOf({ maxUsd, maxPrice }, Math.floor),
    ...(change && { changes: change }),
    ...(typeof hours === 'number' && { minMarketSeconds: hours * HOUR_SECONDS }),
    ...(market && { markets: market.map((one) => String(one).toLowerCase()) }),
    ...(event && { events: event.map((one) => eventOf(String(one))) }),
    ...(category && { categories: category }),
    ...(tag && { tags: tag }),
    ...(trader && { traders: trader }),
    ...(any && { any: any.map((one) => filterOf(one, door, `${path}.any`)) }),
  }
}

/** True for a door that compares whole trades: only large ones are recorded. */
function isOfWholes(door: TradeDoor): boolean {
  return door === 'LIST' || door === 'FOLLOW'
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
): Partial<Pick<ReadTradeWhere, 'minUsd' | 'maxUsd' | 'minPrice' | 'maxPrice' | 'minImpact'>> {
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([name, amount]) =>
      typeof amount === 'number' ? [[name, round(Number((amount * MICRO).toPrecision(15)))]] : [],
    ),
  )
}

function wrong(name: string, message: string) {
  return argumentError({ issues: [{ code: 'custom', path: name.split('.'), message, input: undefined }] })
}
