import type { EventFilter } from '../../../store/ledger/event-filter.ts'
import type { EventStream } from '../../../store/ledger/ledger.ts'
import type { Snapshot } from '../../../store/snapshot/snapshot-reader.ts'
import { builder } from '../../kit/builder.ts'
import type { RequestContext } from '../../kit/context.ts'
import { eventEnd, type PageArguments } from '../../kit/paging/page-slice.ts'
import {
  askedPage,
  decodePlace,
  encodePlace,
  FIRST_ROWS_ALONE,
  newestFirstPage,
  pageArguments,
  pageOf,
  placePrice,
} from '../../kit/paging/place-paging.ts'
import { heldIn, tokensIn } from '../market-links.ts'
import { TraderType } from '../trader.ts'
import { TradeType, tradeNodes } from './trade.ts'
import { tradeFilterOf, tradeFilters } from './trade-filters.ts'

/** A page of fills, in the shape of a connection. */
export const TradeConnectionType = builder.connectionObject(
  {
    type: TradeType,
    name: 'TradeConnection',
    description: 'A page of trades.',
    fields: (t) => ({
      totalCount: t.int({
        nullable: true,
        description:
          'Trades in the whole list, 0 or more, including those that the caller may not see. Null with a filter.',
        resolve: ({ total }) => total(),
      }),
    }),
  },
  { name: 'TradeEdge', description: 'A trade with its cursor.' },
)

export interface TradeList {
  snapshot: Snapshot
  /** Those of an owner, or of tokens. */
  streams: readonly EventStream[]
  filter: EventFilter
  /** The number of rows in the whole list; null if it cannot be known without reading them. */
  total: number | null
}

/** A page of a list of fills, newest first, as far as its caller may be shown. */
export async function listTrades(list: TradeList, args: PageArguments, context: RequestContext) {
  const { snapshot, streams, filter, total } = list
  const asked = askedPage(args, context, decodePlace)
  const { bounds, ...page } = newestFirstPage(asked)
  // A fill is the only item of its log.
  const [ahead, behind] = [bounds.ahead, bounds.behind].map(
    (place) => place && { time: place.time, key: place.key },
  )
  const rows = await context.reader.trades.fills({
    streams,
    filter: {
      ...filter,
      upTo: eventEnd(snapshot),
      ...(ahead && { ahead }),
      ...(behind && { behind }),
    },
    ...page,
  })
  return {
    total: async () => total,
    cutoff: () => snapshot.cutoff,
    ...pageOf(
      asked,
      page.newestFirst ? rows : rows.reverse(),
      (shown) => tradeNodes(shown, snapshot, context),
      encodePlace,
    ),
  }
}

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
