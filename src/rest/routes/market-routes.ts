import { MarketDocument, MarketsDocument } from '../operations/operations.generated.ts'
import { AS_OF } from '../parameters/as-of-parameter.ts'
import { defineRoute, type RestRoute } from './route.ts'

/** Paths of markets. */
export const MARKET_ROUTES: readonly RestRoute[] = [
  defineRoute(MarketsDocument, {
    path: '/v1/markets',
    name: 'listMarkets',
    summary: 'List or search markets',
    description: 'Markets with known metadata, largest volume first unless told otherwise.',
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
      limit: {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'Markets per page.',
        example: '5',
      },
      cursor: {
        name: 'cursor',
        in: 'query',
        required: false,
        description: 'nextCursor of the previous page, in the same order. Default: the first page.',
        example: '',
      },
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
      id: {
        name: 'id',
        in: 'path',
        required: true,
        description: "The market's condition id.",
        example: `0x${'0'.repeat(64)}`,
        isFormOnly: true,
      },
      asOf: AS_OF,
    },
    failures: ['NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
]
