import type { Day } from '../../ledger/quantities.ts'
import {
  type ListedMarket,
  type ListOrder,
  type MarketFilter,
  placeIn,
} from '../../store/markets/market-list.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketRef, marketsById } from '../kit/market-page.ts'
import { certainTotal, type PageArguments, pageSlice, withNodes } from '../kit/paging/page-slice.ts'

/** The default number of rows of a page of markets or events. */
export const MARKET_ROWS = 20

export interface MarketSearch extends Omit<MarketFilter, 'among'> {
  page: PageArguments
  order: ListOrder
  /** Words that a market's question or its event has; empty for all. */
  query: string
  /** The day whose close counts, or null for the newest snapshot. */
  asOf: Day | null
}

/** A page of markets, in the shape of a connection. */
export const MarketConnectionType = builder.connectionObject(
  {
    type: MarketRef,
    name: 'MarketConnection',
    description: 'A page of markets.',
    fields: (t) => ({
      totalCount: t.count(certainTotal, 'Markets in the whole list, {limits}.'),
    }),
  },
  { name: 'MarketEdge', description: 'A row of a page of markets.' },
)

/** Returns the requested page of markets. */
export async function listMarkets(
  { page, order, query, asOf, ...filter }: MarketSearch,
  context: RequestContext,
) {
  const snapshot = await context.snapshot(asOf)
  const { marketStore } = context.reader
  const found = query === '' ? null : await marketStore.search(query)
  const list = await marketStore.list(snapshot, snapshot.cutoff.time)
  const among = found && new Set(found.map(({ market }) => market))
  const markets = list.select(order, { ...filter, among })
  const { edges, pageInfo } = pageSlice<ListedMarket>(
    {
      ...markets,
      placeOf: (row) => {
        const { key, market } = placeIn(order, row)
        return [key, -market]
      },
    },
    page,
    { mark: `markets ${order}`, rows: MARKET_ROWS },
  )
  const nodes = await marketsById(
    edges.map(({ node }) => node.market),
    snapshot,
    context,
  )
  return {
    total: async () => markets.count,
    cutoff: () => snapshot.cutoff,
    edges: withNodes(
      edges,
      edges.map(({ node }) => nodes.get(node.market)),
    ),
    pageInfo,
  }
}
