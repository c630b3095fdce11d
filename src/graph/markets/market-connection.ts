import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import {
  type ListedMarket,
  type ListOrder,
  type MarketFilter,
  type MarketList,
  placeIn,
} from '../../store/markets/market-list.ts'
import { ACTIVE_DAYS, type MarketMove, MOVE_WINDOWS, type MoveWindow } from '../../store/markets/moves.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketRef, marketsById } from '../kit/market-page.ts'
import {
  certainTotal,
  eventEnd,
  type PageArguments,
  type Place,
  type PlacedList,
  pageSlice,
  withNodes,
} from '../kit/paging/page-slice.ts'

/** The default number of rows of a page of markets or events. */
export const MARKET_ROWS = 20

type MoveOrder = keyof typeof MOVE_ORDERS

export interface MarketSearch extends Omit<MarketFilter, 'among'> {
  page: PageArguments
  order: ListOrder | MoveOrder
  /** Words that a market's question or its event has; empty for all. */
  query: string
  /** The day whose close counts, or null for the newest snapshot. */
  asOf: Day | null
}

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
  const window = isMoveOrder(order) ? MOVE_ORDERS[order] : null
  const markets = isMoveOrder(order)
    ? movedMarkets(list, {
        order,
        filter: { ...filter, among },
        moves: await marketStore.moves(snapshot, {
          seconds: MOVE_WINDOWS[MOVE_ORDERS[order]],
          upTo: eventEnd(snapshot),
          activeOnly: order === 'ACTIVE_WEEK',
        }),
      })
    : { ...list.select(order, { ...filter, among }), placeOf: placeAmong(order) }
  const { edges, pageInfo } = pageSlice<ListedMarket>(markets, page, {
    mark: `markets ${order}`,
    rows: MARKET_ROWS,
  })
  const nodes = await marketsById(
    edges.map(({ node }) => node.market),
    snapshot,
    context,
    window,
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

function isMoveOrder(order: MarketSearch['order']): order is MoveOrder {
  return order in MOVE_ORDERS
}

interface Moved {
  order: MoveOrder
  filter: MarketFilter
  moves: ReadonlyMap<number, MarketMove>
}

/** The places of a list that is in an order of the store. */
function placeAmong(order: ListOrder): (row: ListedMarket) => Place {
  return (row) => {
    const { key, market } = placeIn(order, row)
    return [key, -market]
  }
}

/** The markets of an order by moves that meet a filter, the highest rank first, newer first among equals. */
function movedMarkets(list: MarketList, { order, filter, moves }: Moved): PlacedList<ListedMarket> {
  const { among } = filter
  const listed = [...moves.values()].filter(
    (move) =>
      (order === 'ACTIVE_WEEK' ? move.isActive : move.now !== move.before) &&
      (!among || among.has(move.market)),
  )
  const ranks = new Map(listed.map((move) => [move.market, rankOf(order, move)]))
  const rankIn = ({ market }: ListedMarket) => ranks.get(market) ?? 0
  const newest = list.select('NEWEST', { ...filter, among: new Set(ranks.keys()) })
  const rows = newest.all().sort((a, b) => rankIn(b) - rankIn(a))
  return {
    count: rows.length,
    at: (place) => defined(rows[place]),
    placeOf: (row) => [-rankIn(row), -row.market],
  }
}

/** The larger, the earlier in an order: a whole number, as cursors hold it. */
function rankOf(order: MoveOrder, { now, before, volume }: MarketMove): number {
  return order === 'ACTIVE_WEEK' ? volume : Math.round(Math.abs(now - before) * Math.sqrt(volume))
}

/** The orders whose lists hold only markets with a move, each with its window. */
const MOVE_ORDERS = {
  MOVE_1H: 'HOUR_1',
  MOVE_24H: 'HOURS_24',
  MOVE_7D: 'DAYS_7',
  ACTIVE_WEEK: 'DAYS_7',
} as const satisfies Record<string, MoveWindow>

function moved(window: string): string {
  return `Only markets whose \`move\` of the last ${window} is not 0; largest product of its size and the root of its volume first.`
}

export const MarketOrderEnum = builder.enumType('MarketOrder', {
  description: 'Sort orders of markets.',
  values: {
    NEWEST: { description: 'Newest in the ledger first.' },
    VOLUME: {
      description: 'Largest volume first, as in `volume`; newer first among equals; unknown volumes last.',
    },
    ENDING: { description: 'Earliest scheduled end first; unknown ends last.' },
    MOVE_1H: { description: moved('hour') },
    MOVE_24H: { description: moved('24 hours') },
    MOVE_7D: { description: moved('7 days') },
    ACTIVE_WEEK: {
      description: `Only markets with a move of 7 days and at least $1,000 traded on each of the last ${ACTIVE_DAYS} whole UTC days; largest volume of the 7 days first.`,
    },
  } as const,
})

export const MarketStatusEnum = builder.enumType('MarketStatus', {
  description: 'Whether a market is open, past its end, or resolved, as far as that is known.',
  values: {
    OPEN: { description: 'Not resolved, and its scheduled end is to come.' },
    ENDED: { description: 'Past its scheduled end, payouts not final yet.' },
    RESOLVED: { description: 'Payouts are final.' },
    UNKNOWN: { description: 'Not resolved, and no scheduled end is known.' },
  } as const,
})
