import type { Day } from '../../ledger/quantities.ts'
import type { MarketFacts } from '../../store/smart-money/market-facts.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { certainTotal } from '../kit/certain-total.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Market, MarketType, marketPage } from './market.ts'
import { decodeMarketCursor, encodeMarketCursor, refusedCursor } from './market-cursor.ts'
import type { MarketOrder } from './market-order.ts'

/** What a list of markets asks for. */
export interface MarketSearch {
  first: number
  /** The cursor to go on behind, or null for the start. */
  after: string | null
  category: string | null
  order: MarketOrder
  /** The day whose close counts, or null for the newest snapshot. */
  asOf: Day | null
}

/** A page of markets, in the shape of a connection. */
export const MarketConnectionType = builder.connectionObject(
  {
    type: MarketType,
    name: 'MarketConnection',
    description: 'A page of markets.',
    fields: (t) => ({
      totalCount: t.int({
        limits: { minimum: 0 },
        description: 'Markets in the whole list, {limits}.',
        resolve: certainTotal,
      }),
    }),
  },
  { name: 'MarketEdge', description: 'A row of a page of markets.' },
)

/** A market of a page, and what it is ordered by, as a cursor has it: null in the order of the newest. */
interface Row {
  facts: MarketFacts
  volume: number | null
}

/** The page of markets that is asked for. */
export async function listMarkets(search: MarketSearch, context: RequestContext) {
  const snapshot = await context.snapshot(search.asOf)
  const rows = await (search.order === 'VOLUME' ? largestRows : newestRows)(search, snapshot, context)
  const shown = rows.slice(0, search.first)
  const nodes = marketPage(
    shown.map(({ facts }) => facts),
    snapshot,
    context,
  )
  const edges = nodes.map((node, i) => edgeOf(node, shown[i]?.volume ?? null))
  return {
    total: () => countMarkets(search.category, context),
    edges,
    pageInfo: {
      hasNextPage: rows.length > search.first,
      hasPreviousPage: search.after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

/** What metadata tell of is not of a day: the list of any day holds all markets. */
async function countMarkets(category: string | null, { reader, snapshot }: RequestContext): Promise<number> {
  const newest = await snapshot()
  return (await reader.smartMoney.marketCounts(newest.id)).of(category)
}

function edgeOf(node: Market, volume: number | null) {
  return { node, cursor: encodeMarketCursor({ condition: node.facts.condition, volume }) }
}

/** The rows asked for and one more, where there is one. */
async function newestRows(
  { first, after, category }: MarketSearch,
  _snapshot: Snapshot,
  { reader: { smartMoney } }: RequestContext,
): Promise<Row[]> {
  const place = after === null ? null : await placeOf(after, false, smartMoney)
  const found = await smartMoney.listMarkets({ first, after: place?.market ?? null, category })
  return found.map((facts) => ({ facts, volume: null }))
}

/** The same by volume. The place of a cursor stays where it was, also after its market has grown. */
async function largestRows(
  { first, after, category }: MarketSearch,
  { id, cutoff }: Snapshot,
  { reader: { smartMoney } }: RequestContext,
): Promise<Row[]> {
  const place = after === null ? null : await placeOf(after, true, smartMoney)
  const order = await smartMoney.volumeOrder(id, { category, upTo: cutoff.time })
  const places = order.behind(place, first + 1)
  const facts = await smartMoney.marketsById(places.map(({ market }) => market))
  return places.flatMap(({ market, volume }) => {
    const own = facts.get(market)
    return own ? [{ facts: own, volume }] : []
  })
}

async function placeOf(
  cursor: string,
  isByVolume: boolean,
  smartMoney: Pick<RequestContext['reader']['smartMoney'], 'findMarket'>,
): Promise<{ market: number; volume: number }> {
  const { condition, volume } = decodeMarketCursor(cursor, isByVolume)
  const market = await smartMoney.findMarket(condition)
  if (market === undefined) throw refusedCursor(cursor)
  return { market: market.id, volume: volume ?? 0 }
}
