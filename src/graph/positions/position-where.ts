import { wrongArgument } from '../../errors.ts'
import { MARKET_CATEGORIES, type MarketCategory } from '../../ledger/market-category.ts'
import { type Address, leastMicro, mostMicro } from '../../ledger/quantities.ts'
import type { PositionResult } from '../../store/snapshot/trader-record.ts'
import { DayWindowInput, type GivenDays } from '../kit/board-access.ts'
import { builder } from '../kit/builder.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { GIVEN_ADDRESS, GIVEN_CONDITION } from '../kit/limits/known-limits.ts'
import type { FoundPosition } from '../kit/market-positions.ts'
import { eventOf } from '../kit/node-id.ts'
import {
  BoardWhereInput,
  type GivenBoard,
  NumberRangeInput,
  OWN_SCREEN,
  type Range,
} from '../kit/where-inputs.ts'
import { PositionResultEnum, PositionStatusEnum } from '../traders/positions/position.ts'
import { GIVEN_EVENT, MOST_NAMES } from '../trades/trade-where.ts'
import { POSITION_FIELDS, type PositionFieldKind } from './position-fields.ts'

interface Values extends Record<PositionFieldKind, unknown> {
  MARKETS: (string | number)[]
  EVENTS: (string | number)[]
  CATEGORIES: MarketCategory[]
  TRADERS: Address[]
  BOARD: GivenBoard
  SCREEN: string | number
  STATUS: 'OPEN' | 'CLOSED'
  RESULT: PositionResult
  AMOUNT: Range
  PRICE: Range
  DAYS: GivenDays
}

/** A filter of positions as a caller writes it; an omitted or null field does not filter. */
export type PositionWhere = {
  [Name in keyof typeof POSITION_FIELDS]?: Values[(typeof POSITION_FIELDS)[Name]['kind']] | null | undefined
}

export const PositionWhereInput = builder.inputRef<PositionWhere>('PositionWhere')
PositionWhereInput.implement({
  description: `A filter of positions: all of its fields must match. It must name a market, an event, a trader, a leaderboard or a screen, or a minimum \`value\`; with that alone it lists open positions. A list matches any one of its values, at most ${MOST_NAMES}; an unknown value matches none.`,
  fields: (t) => {
    const fieldOf = (kind: PositionFieldKind, says: string) => {
      const description = `${says}.`
      switch (kind) {
        case 'MARKETS':
          return t.idList({ limits: { maxItems: MOST_NAMES, items: GIVEN_CONDITION }, description })
        case 'EVENTS':
          return t.idList({ limits: { maxItems: MOST_NAMES, items: GIVEN_EVENT }, description })
        case 'CATEGORIES':
          return t.field({
            type: [MarketCategoryEnum],
            limits: { maxItems: MARKET_CATEGORIES.length },
            description,
          })
        case 'TRADERS':
          return t.field({
            type: ['Address'],
            limits: { maxItems: MOST_NAMES, items: GIVEN_ADDRESS },
            description,
          })
        case 'BOARD':
          return t.field({ type: BoardWhereInput, description })
        case 'SCREEN':
          return t.id({ ...OWN_SCREEN, description })
        case 'STATUS':
          return t.field({ type: PositionStatusEnum, description })
        case 'RESULT':
          return t.field({ type: PositionResultEnum, description })
        case 'AMOUNT':
        case 'PRICE':
          return t.field({ type: NumberRangeInput, description })
        case 'DAYS':
          return t.field({ type: DayWindowInput, description })
      }
    }
    return Object.fromEntries(
      Object.entries(POSITION_FIELDS).map(([name, { kind, says }]) => [name, fieldOf(kind, says)]),
    )
  },
})

/** The place in which positions are looked for: it bounds how many are read. */
export interface PositionScope {
  markets?: readonly string[]
  events?: readonly string[]
  traders?: readonly Address[]
  board?: GivenBoard
  screen?: string
}

export interface ReadPositionWhere {
  scope: PositionScope
  /** The least value, which is a scope where there is no other; null: any. */
  least: number | null
  categories: ReadonlySet<string> | null
  /** Whether a position meets all conditions except those of scope and category. */
  matches(position: FoundPosition): boolean
}

/**
 * Reads a filter.
 * @throws PequodError BAD_USER_INPUT for one that would read all positions
 */
export function readPositionWhere(where: PositionWhere): ReadPositionWhere {
  const { market, event, trader, board, screen, category, status, result } = where
  const scope: PositionScope = {
    ...(market && { markets: market.map((one) => String(one).toLowerCase()) }),
    ...(event && { events: event.map((one) => eventOf(String(one))) }),
    ...(trader && { traders: trader }),
    ...(board && { board }),
    ...(screen && { screen: String(screen) }),
  }
  const value = rangeOf(where.value, true)
  const isNamed = Object.keys(scope).length > 0
  if (!isNamed && !(value.min > 0))
    throw wrongArgument(
      'where',
      'must name a market, an event, a trader, a leaderboard or a screen, or have a minimum value above 0: without one every position would be read',
    )
  if (!isNamed && (status === 'CLOSED' || result))
    throw wrongArgument(
      'where',
      'must name a market, an event, a trader, a leaderboard or a screen for closed positions: a minimum value alone finds open ones',
    )
  const [cost, pnl] = [rangeOf(where.cost, true), rangeOf(where.pnl, true)]
  const price = rangeOf(where.averagePrice, false)
  const opened = { from: where.opened?.from ?? 0, to: where.opened?.to ?? Number.POSITIVE_INFINITY }
  return {
    scope,
    least: value.min > 0 ? value.min : null,
    categories: category ? new Set<string>(category) : null,
    matches: (position) =>
      (!status || position.isOpen === (status === 'OPEN')) &&
      (!result || position.result === result) &&
      isIn(value, position.value) &&
      isIn(cost, position.cost) &&
      isIn(pnl, position.realized + position.unrealized) &&
      isIn(price, position.shares === 0 ? null : position.cost / position.shares) &&
      position.openedOn >= opened.from &&
      position.openedOn <= opened.to,
  }
}

interface ReadRange {
  min: number
  max: number
  /** Null: either. */
  isKnown: boolean | null
}

function rangeOf(range: Range | null | undefined, isMicro: boolean): ReadRange {
  const { min, max, known } = range ?? {}
  return {
    min: typeof min !== 'number' ? Number.NEGATIVE_INFINITY : isMicro ? leastMicro(min) : min,
    max: typeof max !== 'number' ? Number.POSITIVE_INFINITY : isMicro ? mostMicro(max) : max,
    isKnown: known ?? null,
  }
}

function isIn({ min, max, isKnown }: ReadRange, value: number | null): boolean {
  if (isKnown !== null && isKnown !== (value !== null)) return false
  if (value === null) return min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY
  return value >= min && value <= max
}
