import {
  MarketDocument,
  MarketFlowDocument,
  MarketHoldersDocument,
  MarketPricesDocument,
  MarketsDocument,
  MarketTradersDocument,
  MarketTradesDocument,
} from '../operations/operations.generated.ts'
import { AS_OF } from '../parameters/as-of-parameter.ts'
import { pageOf } from '../parameters/page-parameters.ts'
import { defineRoute, type GivenParameter, type RestRoute } from './route.ts'
import { PAGE, TRADE_FILTERS } from './trader-list-routes.ts'

/** Whose path it is. */
const ID: GivenParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The market's condition id.",
  example: `0x${'0'.repeat(64)}`,
  isFormOnly: true,
}

const OUTCOME: GivenParameter = {
  name: 'outcome',
  in: 'query',
  required: false,
  description: 'Only the outcome with this index. Default: all outcomes.',
  example: '0',
}

/** Said of lists of which not everybody gets all. */
const ROWS_BY_TIER = 'Anonymous callers get the first 25, free accounts the first 100, Pro all.'
const AT_CLOSE = 'Without Pro, as of the last day before the delay of public whale alerts.'
const FAILURES = ['PRO_REQUIRED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'] as const

/** Paths of markets. */
export const MARKET_ROUTES: readonly RestRoute[] = [
  defineRoute(MarketsDocument, {
    path: '/v1/markets',
    name: 'listMarkets',
    summary: 'List or search markets',
    description: 'Markets with known metadata, by default largest volume first.',
    isCounted: true,
    rows: ['items'],
    parameters: {
      query: {
        name: 'query',
        in: 'query',
        required: false,
        description:
          "Words of the question or the event's title, in any order and case. Default: every market.",
        example: 'will',
      },
      category: {
        name: 'category',
        in: 'query',
        required: false,
        description: 'Only markets of this category. Default: all.',
        example: '',
      },
      status: {
        name: 'status',
        in: 'query',
        required: false,
        description: 'Only markets of this status. Default: all.',
        example: 'open',
        isAnyCase: true,
      },
      minVolume: {
        name: 'minVolume',
        in: 'query',
        required: false,
        description: 'Only markets with at least this volume, in USD. Default: all.',
        example: '0',
      },
      orderBy: {
        name: 'order',
        in: 'query',
        required: false,
        description: 'Sort order. Default: volume.',
        example: 'newest',
        isAnyCase: true,
      },
      ...pageOf('Markets per page.', { terms: ', in the same order. Default: the first page.' }),
      asOf: AS_OF,
    },
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(MarketDocument, {
    path: '/v1/market/{id}',
    name: 'getMarket',
    summary: 'Get a market',
    description: 'Question, event, times, volume, open interest, and outcomes with their prices.',
    rows: ['outcomes'],
    parameters: {
      id: ID,
      asOf: AS_OF,
    },
    failures: ['NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(MarketHoldersDocument, {
    path: '/v1/market/{id}/holders',
    name: 'listMarketHolders',
    summary: "List a market's holders",
    description: `Holders with shares, cost, value and profit; the shares add up to the outcome's supply. ${ROWS_BY_TIER} ${AT_CLOSE}`,
    rows: ['items'],
    parameters: {
      id: ID,
      outcome: OUTCOME,
      order: {
        name: 'order',
        in: 'query',
        required: false,
        description: 'Order of the list, largest first.',
        example: 'shares',
        isAnyCase: true,
      },
      ...PAGE,
      asOf: AS_OF,
    },
    failures: FAILURES,
  }),
  defineRoute(MarketTradersDocument, {
    path: '/v1/market/{id}/traders',
    name: 'listMarketTraders',
    summary: "List a market's traders",
    description: `Results of its traders, by default largest profit first. ${ROWS_BY_TIER} ${AT_CLOSE}`,
    rows: ['items'],
    parameters: {
      id: ID,
      order: {
        name: 'order',
        in: 'query',
        required: false,
        description: 'Order of the list.',
        example: 'loss',
        isAnyCase: true,
      },
      ...PAGE,
      asOf: AS_OF,
    },
    failures: FAILURES,
  }),
  defineRoute(MarketTradesDocument, {
    path: '/v1/market/{id}/trades',
    name: 'listMarketTrades',
    summary: "List a market's trades",
    description: `Fills in the market, newest first; a match has a fill for each of its orders. ${ROWS_BY_TIER} Without Pro, fills newer than the delay of public whale alerts are omitted.`,
    rows: ['items'],
    parameters: {
      id: ID,
      outcome: OUTCOME,
      ...TRADE_FILTERS,
      trader: {
        name: 'trader',
        in: 'query',
        required: false,
        description: "Only this trader's fills: the wallet's address. Default: all traders.",
        example: '',
      },
      ...PAGE,
      asOf: AS_OF,
    },
    failures: FAILURES,
  }),
  defineRoute(MarketPricesDocument, {
    path: '/v1/market/{id}/prices',
    name: 'listMarketPrices',
    summary: "List an outcome's prices",
    description: `Candles, newest first, without gaps: a candle with tradeCount 0 repeats the last price. ${ROWS_BY_TIER} Without Pro, they end where the delay of public whale alerts begins.`,
    rows: ['items'],
    parameters: {
      id: ID,
      outcome: { ...OUTCOME, description: 'Index of the outcome.' },
      interval: {
        name: 'interval',
        in: 'query',
        required: false,
        description: 'Length of a candle.',
        example: '1h',
      },
      from: {
        name: 'from',
        in: 'query',
        required: false,
        description: 'Only candles that end after this time. Requires Pro. Default: the first candle.',
        example: '',
      },
      to: {
        name: 'to',
        in: 'query',
        required: false,
        description: 'Only candles that start before this time. Requires Pro. Default: the last candle.',
        example: '',
      },
      ...PAGE,
      asOf: AS_OF,
    },
    failures: FAILURES,
  }),
  defineRoute(MarketFlowDocument, {
    path: '/v1/market/{id}/flow',
    name: 'getMarketFlow',
    summary: "Get a market's flow",
    description:
      'Shares and dollars that groups of traders bought and sold over a range of days. Grouping by smart money or skill requires Pro. Without Pro, through the last day before the delay of public whale alerts.',
    rows: ['groups'],
    parameters: {
      id: ID,
      by: {
        name: 'by',
        in: 'query',
        required: false,
        description: 'How traders are grouped; cohort and skill require Pro.',
        example: 'size',
        isAnyCase: true,
      },
      from: {
        name: 'from',
        in: 'query',
        required: false,
        description:
          'The first day, at most 366 days before the last. Default: the 7 days ending with the last.',
        example: '',
      },
      to: {
        name: 'to',
        in: 'query',
        required: false,
        description: "The last day. Default: the cutoff's day, or the last day that the caller may see.",
        example: '',
      },
      asOf: AS_OF,
    },
    failures: FAILURES,
  }),
]
