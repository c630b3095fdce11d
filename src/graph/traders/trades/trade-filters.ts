import type { ArgBuilder } from '@pothos/core'
import { FILL_USD } from '../../../ledger/bounds.ts'
import { MICRO } from '../../../ledger/quantities.ts'
import type { EventFilter } from '../../../store/ledger/event-filter.ts'
import type { GraphSchemaTypes } from '../../kit/builder.ts'
import { BEYOND_FIRST } from '../../kit/paging/place-paging.ts'
import { TradeSideEnum } from './trade-terms.ts'

/** Said of every filter of fills by side. */
export const ONE_SIDE = 'Only fills of this side. Default: both.'
/** Said of every filter of fills by size. */
export const LEAST_USD = 'Only fills of at least this many USD, from {limits}. Default: 0.'
/** Said of every filter of fills by trader. */
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

/** The filters of fills as a caller writes them. */
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
