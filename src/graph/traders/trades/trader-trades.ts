import { MICRO } from '../../../ledger/quantities.ts'
import type { EventFilter } from '../../../store/ledger/event-filter.ts'
import { FILL_USD } from '../../../whales/config/alert-config-input.ts'
import { builder } from '../../kit/builder.ts'
import type { RequestContext } from '../../kit/context.ts'
import { GIVEN_CONDITION } from '../../kit/limits/forms.ts'
import { ENDS_AT_DELAY } from '../../kit/paging/event-end.ts'
import { BEYOND_FIRST, FIRST_ROWS_ALONE, PAGE_PRICE, pageArguments } from '../../kit/paging/place-paging.ts'
import { tokensOfMarket } from '../market-links.ts'
import { TraderType } from '../trader.ts'
import { listTrades, TradeConnectionType } from './trade-connection.ts'
import { TradeDirectionEnum } from './trade-terms.ts'

builder.objectFields(TraderType, (t) => ({
  trades: t.field({
    type: TradeConnectionType,
    complexity: PAGE_PRICE,
    description: `The trader's fills, newest first. ${FIRST_ROWS_ALONE} ${ENDS_AT_DELAY}`,
    args: {
      market: t.arg.id({
        description: "Only fills in this market: its condition, {limits}. Default: every market's.",
        limits: GIVEN_CONDITION,
      }),
      side: t.arg({
        type: TradeDirectionEnum,
        description: 'Only fills in this direction. Default: both.',
      }),
      minUsd: t.arg.float({
        description: 'Only fills of at least this many USD, from {limits}. Default: 0.',
        limits: FILL_USD,
      }),
      from: t.arg({
        type: 'DateTime',
        tier: BEYOND_FIRST,
        description: 'Only fills at or after this time. Default: the first fill.',
      }),
      to: t.arg({
        type: 'DateTime',
        tier: BEYOND_FIRST,
        description: 'Only fills before this time. Default: the last fill.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: async ({ row, numbers, snapshot }, args, context) => {
      const filter = await filterOf(args, context)
      const isWhole = Object.keys(filter).length === 0
      const streams = [{ column: 'owner_id', id: row.id } as const]
      return listTrades({ snapshot, streams, filter, total: isWhole ? numbers.fills : null }, args, context)
    },
  }),
}))

/** The filters of fills as a caller writes them. */
interface FilterArguments {
  market?: string | null | undefined
  side?: 'BUY' | 'SELL' | null | undefined
  minUsd?: number | null | undefined
  from?: number | null | undefined
  to?: number | null | undefined
}

async function filterOf(
  { market, side, minUsd, from, to }: FilterArguments,
  context: RequestContext,
): Promise<EventFilter> {
  return {
    ...(market && { tokens: await tokensOfMarket(market, context) }),
    ...(side && { side: side === 'BUY' ? 0 : 1 }),
    ...(typeof minUsd === 'number' && { minUsd: Math.ceil(minUsd * MICRO) }),
    ...(typeof from === 'number' && { since: from }),
    ...(typeof to === 'number' && { before: to }),
  }
}
