import * as operations from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from '../route.ts'
import { tradeParameters } from './trade-parameters.ts'
import { LIMIT, SCREEN } from './trader-routes.ts'

const ID: GivenParameter = { example: `0x${'0'.repeat(64)}`, isFormOnly: true }
const EVENT: GivenParameter = { example: '1', isFormOnly: true }
const OUTCOME: GivenParameter = { example: '0' }

/** Said of the `order` of markets. */
const MARKET_ORDERS =
  'Up to 5 numbers in turn (volume:desc,ends_at:asc), by weighted percentiles (volume*0.4,price_change*0.6)'

export const MARKET_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.MarketsDocument, {
    path: '/v1/markets',
    name: 'listMarkets',
    summary: 'List or search markets',
    rows: ['items'],
    parameters: {
      where: {
        example: '{"volume":{"min":1}}',
        description:
          'Conditions such as {"openInterest":{"min":1000},"status":["OPEN"]}, as JSON of GraphQL’s MarketWhere. Each number, day, list and word also has a parameter of its own, such as query=, status=open, category=politics,sports, minVolume=, maxPrice=, knownMove24h=, endsFrom=, endsTo=, event=, tag=.',
      },
      orderBy: {
        name: 'order',
        example: 'volume:desc',
        description: `${MARKET_ORDERS}. Default: volume.`,
      },
      includeUntraded: { example: 'true' },
      window: { example: '24h' },
      limit: LIMIT,
    },
  }),
  defineRoute(operations.TradeSignsDocument, {
    path: '/v1/trades/signs',
    name: 'listTradeSigns',
    summary: 'List the signs of trades with their track records',
    rows: ['items'],
    parameters: { category: { example: 'politics' } },
  }),
  defineRoute(operations.MarketDocument, {
    path: '/v1/market/{id}',
    name: 'getMarket',
    summary: 'Get a market',
    rows: ['outcomes'],
    parameters: { id: ID },
  }),
  defineRoute(operations.MarketHoldersDocument, {
    path: '/v1/market/{id}/holders',
    name: 'listMarketHolders',
    summary: "List a market's holders",
    rows: ['items'],
    parameters: { id: ID, outcome: OUTCOME, order: { example: 'shares' }, screen: SCREEN, limit: LIMIT },
  }),
  defineRoute(operations.MarketTradersDocument, {
    path: '/v1/market/{id}/traders',
    name: 'listMarketTraders',
    summary: "List a market's traders",
    rows: ['items'],
    parameters: { id: ID, order: { example: 'loss' }, limit: LIMIT },
  }),
  defineRoute(operations.MarketTradesDocument, {
    path: '/v1/market/{id}/trades',
    name: 'listMarketTrades',
    summary: "List a market's trades",
    rows: ['items'],
    parameters: {
      id: ID,
      outcome: OUTCOME,
      side: { example: 'BUY' },
      minUsd: { example: '10' },
      limit: LIMIT,
    },
  }),
  defineRoute(operations.MarketPricesDocument, {
    path: '/v1/market/{id}/prices',
    name: 'listMarketPrices',
    summary: "List an outcome's prices",
    rows: ['items'],
    parameters: { id: ID, outcome: OUTCOME, interval: { example: '1h' }, limit: LIMIT },
  }),
  defineRoute(operations.MarketFlowDocument, {
    path: '/v1/market/{id}/flow',
    name: 'getMarketFlow',
    summary: "Get a market's flow",
    rows: ['groups'],
    parameters: { id: ID, by: { example: 'size' } },
  }),
  defineRoute(operations.MarketMoversDocument, {
    path: '/v1/market/{id}/movers',
    name: 'getMarketMovers',
    summary: "Get a market's largest net buyers and sellers",
    rows: ['buyers', 'sellers'],
    parameters: {
      id: ID,
      outcome: OUTCOME,
      from: { example: '2026-01-14T14:00:00Z', isFormOnly: true },
      to: { example: '2026-01-14T15:00:00Z', isFormOnly: true },
      first: { example: '3' },
    },
  }),
]

export const TAPE_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.TapeDocument, {
    path: '/v1/trades',
    name: 'listTrades',
    summary: 'List large trades of all markets',
    rows: ['items'],
    parameters: {
      where: { fields: tradeParameters('LIST') },
      orderBy: { name: 'order', example: 'largest' },
      collapse: { example: 'false' },
      limit: LIMIT,
    },
  }),
]

export const EVENT_ROUTES: readonly RestRoute[] = [
  defineRoute(operations.EventsDocument, {
    path: '/v1/events',
    name: 'listEvents',
    summary: 'List or search events',
    rows: ['items'],
    parameters: { query: { example: 'will' }, limit: LIMIT },
  }),
  defineRoute(operations.EventDocument, {
    path: '/v1/event/{id}',
    name: 'getEvent',
    summary: 'Get an event',
    description:
      'Title, volume, sum of prices, and the 30 markets with the largest volume; `totalCount` is the number of all.',
    rows: ['markets'],
    parameters: { id: EVENT },
  }),
  defineRoute(operations.EventIfWinsDocument, {
    path: '/v1/event/{id}/if-wins',
    name: 'getEventIfWins',
    summary: 'Get gains if a market wins',
    rows: ['traders'],
    parameters: { id: EVENT, market: ID, first: { example: '5' } },
  }),
]
