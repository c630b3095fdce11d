import { builder } from '../../kit/builder.ts'
import { FIRST_ROWS_ALONE, pageArguments, placePrice } from '../../kit/paging/place-paging.ts'
import { heldIn, tokensIn } from '../market-links.ts'
import { TraderType } from '../trader.ts'
import { listTrades, TradeConnectionType } from './trade-connection.ts'
import { tradeFilterOf, tradeFilters } from './trade-filters.ts'

builder.objectFields(TraderType, (t) => ({
  trades: t.field({
    type: TradeConnectionType,
    complexity: placePrice(),
    description: `The trader's fills, newest first; all of them add up to its volume. ${FIRST_ROWS_ALONE}`,
    args: {
      ...heldIn(t.arg, 'fills'),
      ...tradeFilters(t.arg),
      ...pageArguments(t.arg),
    },
    resolve: async (trader, args, context) => {
      const { row, numbers, snapshot } = trader
      const tokens = await tokensIn(trader, args, context)
      const filter = { ...(tokens && { tokens }), ...tradeFilterOf(args) }
      const isWhole = Object.keys(filter).length === 0
      const streams = [{ column: 'owner_id', id: row.id } as const]
      return listTrades({ snapshot, streams, filter, total: isWhole ? numbers.fills : null }, args, context)
    },
  }),
}))
