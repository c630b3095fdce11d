import { MAX_OUTCOMES } from '../../ledger/bounds.ts'
import { addressOf } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import { GIVEN_ADDRESS } from '../kit/limits/known-limits.ts'
import { MarketRef } from '../kit/market-page.ts'
import { FIRST_ROWS_ALONE, pageArguments, placePrice } from '../kit/paging/place-paging.ts'
import { listTrades, TradeConnectionType } from '../traders/trades/trade-connection.ts'
import { ONE_TRADER, tradeFilterOf, tradeFilters } from '../traders/trades/trade-filters.ts'

builder.objectFields(MarketRef, (t) => ({
  trades: t.field({
    type: TradeConnectionType,
    complexity: placePrice(),
    description: `Fills in the market, newest first; a match has a fill for each of its orders. ${FIRST_ROWS_ALONE}`,
    args: {
      outcome: t.arg.int({
        limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
        description: 'Only fills of the outcome with this index, from {limits}. Default: all outcomes.',
      }),
      trader: t.arg.string({
        description: ONE_TRADER,
        limits: GIVEN_ADDRESS,
      }),
      ...tradeFilters(t.arg),
      ...pageArguments(t.arg),
    },
    resolve: async ({ facts, snapshot, page }, { outcome, trader, ...args }, context) => {
      const outcomes = (await page.outcomes()).get(facts.id) ?? []
      const asked = outcomes.filter((one) => typeof outcome !== 'number' || one.outcome === outcome)
      const address = trader ? addressOf(trader) : null
      const owner = address && (await context.loaders(snapshot).addresses.load(address))
      const filter = {
        ...tradeFilterOf(args),
        // A wallet that the ledger does not know has no fill.
        ...(trader && { owners: owner ? [owner.id] : [] }),
      }
      const streams = asked.map(({ token }) => ({ column: 'token_id', id: token }) as const)
      return listTrades({ snapshot, streams, filter, total: null }, args, context)
    },
  }),
}))
