import {
  ScreenTradersDocument,
  TraderActivityDocument,
  TraderAnalyticsDocument,
  TraderDocument,
  TraderPositionsDocument,
  TradersDocument,
  TraderTradesDocument,
} from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from '../route.ts'

/** A trader's address in a path. */
export const ADDRESS: GivenParameter = { example: '0x0000000000000000000000000000000000000000' }
export const LIMIT: GivenParameter = { example: '5' }

export const TRADER_ROUTES: readonly RestRoute[] = [
  defineRoute(TradersDocument, {
    path: '/v1/trader',
    name: 'searchTraders',
    summary: 'Search for traders',
    rows: ['items'],
    parameters: { query: { example: '0x1' }, limit: LIMIT },
  }),
  defineRoute(TraderDocument, {
    path: '/v1/trader/{address}',
    name: 'getTrader',
    summary: 'Get a trader',
    rows: [],
    parameters: { address: ADDRESS },
  }),
  defineRoute(TraderAnalyticsDocument, {
    path: '/v1/trader/{address}/analytics',
    name: 'getTraderAnalytics',
    summary: "Get a trader's analytics",
    rows: [],
    parameters: { address: ADDRESS, period: { example: '90d' } },
  }),
  defineRoute(TraderPositionsDocument, {
    path: '/v1/trader/{address}/positions',
    name: 'listTraderPositions',
    summary: "List a trader's positions",
    rows: ['items'],
    parameters: {
      address: ADDRESS,
      status: { example: 'open' },
      order: { example: 'pnl' },
      limit: LIMIT,
    },
  }),
  defineRoute(TraderTradesDocument, {
    path: '/v1/trader/{address}/trades',
    name: 'listTraderTrades',
    summary: "List a trader's trades",
    rows: ['items'],
    parameters: { address: ADDRESS, side: { example: 'BUY' }, minUsd: { example: '10' }, limit: LIMIT },
  }),
  defineRoute(TraderActivityDocument, {
    path: '/v1/trader/{address}/activity',
    name: 'listTraderActivity',
    summary: "List a trader's activity",
    rows: ['items'],
    parameters: { address: ADDRESS, limit: LIMIT },
  }),
  defineRoute(ScreenTradersDocument, {
    path: '/v1/traders',
    name: 'screenTraders',
    summary: 'Filter and sort traders by any number',
    rows: ['items'],
    parameters: {
      where: {
        example: '{"tradeCount":{"min":1}}',
        description:
          'Conditions as JSON of GraphQL’s TraderWhere, such as {"edgeLow":{"min":0.02},"verdict":["SKILLED"]}; each number, label and flag also has a parameter of its own, such as minEdgeLow=0.02, maxRoi=, knownEdge=, verdict=skilled, isBot=, lastFrom=, among=, board=, and top for its rows. Default: everybody.',
      },
      orderBy: {
        name: 'order',
        example: 'roi:desc',
        description:
          'Up to 5 numbers, one after another (roi:desc,edge_low:desc), by weighted percentiles (roi*0.4,edge_low*0.6), or by their change (pnl:desc:change). Default: volume.',
      },
      period: { example: '90d' },
      category: { example: 'politics' },
      limit: LIMIT,
    },
  }),
]
