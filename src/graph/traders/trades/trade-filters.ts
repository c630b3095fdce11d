import type { ArgBuilder } from '@pothos/core'
import { FILL_USD, TEXT_BOUNDS } from '../../../ledger/bounds.ts'
import { MICRO } from '../../../ledger/quantities.ts'
import type { EventFilter } from '../../../store/ledger/event-filter.ts'
import { builder, type GraphSchemaTypes } from '../../kit/builder.ts'
import { textCost } from '../../kit/cost/query-cost.ts'
import { TOKEN } from '../../kit/limits/known-limits.ts'
import { BEYOND_FIRST } from '../../kit/paging/place-paging.ts'

export const ONE_SIDE = 'Only fills of this side. Default: both.'
/** Said of every filter of fills by size. */
export const LEAST_USD = 'Only fills of at least this many USD, from {limits}. Default: 0.'
export const ONE_TRADER = "Only this trader's fills: the wallet's address, {limits}. Default: all traders."

/** Returns the arguments that filter every list of fills. */
export function tradeFilters(arg: ArgBuilder<GraphSchemaTypes>) {
  return {
    side: arg({
      type: TradeSideEnum,
      description: ONE_SIDE,
    }),
    minUsd: arg.float({
      description: LEAST_USD,
      limits: FILL_USD,
    }),
    from: arg({
      type: 'DateTime',
      tier: BEYOND_FIRST,
      description: 'Only fills at or after this time. Default: the first fill.',
    }),
    to: arg({
      type: 'DateTime',
      tier: BEYOND_FIRST,
      description: 'Only fills before this time. Default: the last fill.',
    }),
  }
}

export interface TradeFilters {
  side?: 'BUY' | 'SELL' | null | undefined
  minUsd?: number | null | undefined
  from?: number | null | undefined
  to?: number | null | undefined
}

/** Returns the filter that the arguments describe. */
export function tradeFilterOf({ side, minUsd, from, to }: TradeFilters): EventFilter {
  return {
    ...(side && { side: side === 'BUY' ? 0 : 1 }),
    ...(typeof minUsd === 'number' && { minUsd: Math.ceil(minUsd * MICRO) }),
    ...(typeof from === 'number' && { since: from }),
    ...(typeof to === 'number' && { before: to }),
  }
}

/** The options of a field with an outcome's token. */
export const OUTCOME_TOKEN = {
  complexity: textCost(78),
  limits: TOKEN,
  description: 'Token id of the outcome: {limits}.',
} as const

/** The options of a field with an outcome's name. */
export const OUTCOME_NAME = {
  complexity: textCost(TEXT_BOUNDS.name),
  nullable: true,
  description: 'Name of the outcome. Null if unknown.',
} as const

export const TradeSideEnum = builder.enumType('TradeSide', {
  description: 'Side of a fill.',
  values: {
    BUY: { description: 'The trader bought shares of the outcome.' },
    SELL: { description: 'The trader sold shares of the outcome.' },
  } as const,
})

/** The side of the book that the owner of a fill took. */
export const FillRoleEnum = builder.enumType('FillRole', {
  description: "A trader's role in a fill.",
  values: {
    MAKER: { description: "The trader's order was resting in the order book." },
    TAKER: { description: "The trader's order crossed the order book." },
  } as const,
})
