import { builder } from '../../kit/builder.ts'
import { GIVEN_CONDITION } from '../../kit/limits/known-limits.ts'
import { FIRST_ROWS_ALONE, pageArguments, placePrice } from '../../kit/paging/place-paging.ts'
import { tokensOfMarket } from '../market-links.ts'
import { TraderType } from '../trader.ts'
import { listTrades, TradeConnectionType } from './trade-connection.ts'
import { ONE_MARKET, tradeFilterOf, tradeFilters } from './trade-filters.ts'

builder.objectFields(TraderType, (t) => ({
  trades: t.field({
    type: TradeConnectionType,
    complexity: placePrice(),
    description: `The trader's fills, newest first; all of them add up to its volume. ${FIRST_ROWS_ALONE}`,
    args: {
      market: t.arg.id({
        description: ONE_MARKET,
        limits: GIVEN_CONDITION,
      }),
      ...tradeFilters(t.arg),
      ...pageArguments(t.arg),
    },
    resolve: async ({ row, numbers, snapshot }, { market, ...args }, context) => {
      const filter = {
        ...(market && { tokens: await tokensOfMarket(market, context) }),
        ...tradeFilterOf(args),
      }
      const isWhole = Object.keys(filter).length === 0
      const streams = [{ column: 'owner_id', id: row.id } as const]
      return listTrades({ snapshot, streams, filter, total: isWhole ? numbers.fills : null }, args, context)
    },
  }),
}))
