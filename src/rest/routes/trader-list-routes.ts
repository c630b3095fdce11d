import {
  TraderActivityDocument,
  TraderPositionsDocument,
  TradersByAddressDocument,
  TraderTradesDocument,
} from '../operations/operations.generated.ts'
import { AS_OF } from '../parameters/as-of-parameter.ts'
import { pageOf } from '../parameters/page-parameters.ts'
import type { GivenParameter, RestRoute } from './route.ts'
import { defineRoute } from './route.ts'

/** Whose path it is. */
export const ADDRESS: GivenParameter = {
  name: 'address',
  in: 'path',
  required: true,
  description: "The trader's wallet address.",
  example: '0x0000000000000000000000000000000000000000',
}

/** Pages of a list that is whole for Pro alone. */
export const PAGE = pageOf(
  'Rows per page, 25 by default. Anonymous callers get at most 25; above it, the answer is truncated and says so.',
  {
    terms: ', with the same other parameters. Requires Pro. Default: the first page.',
  },
)

/** What narrows a list of fills. */
export const TRADE_FILTERS = {
  side: {
    name: 'side',
    in: 'query',
    required: false,
    description: 'Only fills of this side. Default: both.',
    example: 'BUY',
    isAnyCase: true,
  },
  minUsd: {
    name: 'minUsd',
    in: 'query',
    required: false,
    description: 'Only fills of at least this many USD. Default: 0.',
    example: '10',
  },
  from: {
    name: 'from',
    in: 'query',
    required: false,
    description: 'Only fills at or after this time. Requires Pro. Default: the first fill.',
    example: '',
  },
  to: {
    name: 'to',
    in: 'query',
    required: false,
    description: 'Only fills before this time. Requires Pro. Default: the last fill.',
    example: '',
  },
} as const satisfies Record<string, GivenParameter>

const MARKET: GivenParameter = {
  name: 'market',
  in: 'query',
  required: false,
  description: "Only this market, given by its condition. Default: every market's.",
  example: '',
}

/** Lists of what a trader holds and did. */
export const TRADER_LIST_ROUTES: readonly RestRoute[] = [
  defineRoute(TraderPositionsDocument, {
    path: '/v1/trader/{address}/positions',
    name: 'listTraderPositions',
    summary: "List a trader's positions",
    description:
      'Current and past positions by outcome, with cost, value, profit and result; all of them add up to the profile. Anonymous callers get the first 25, free accounts the first 100, Pro all. Without Pro, as of the last day before the delay of public whale alerts.',
    rows: ['items'],
    parameters: {
      address: ADDRESS,
      status: {
        name: 'status',
        in: 'query',
        required: false,
        description: 'Only positions of this status. Default: all.',
        example: 'open',
      },
      market: MARKET,
      order: {
        name: 'order',
        in: 'query',
        required: false,
        description: 'Order of the list.',
        example: 'pnl',
      },
      ...PAGE,
      asOf: AS_OF,
    },
    failures: ['PRO_REQUIRED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(TraderTradesDocument, {
    path: '/v1/trader/{address}/trades',
    name: 'listTraderTrades',
    summary: "List a trader's trades",
    description:
      "The trader's fills, newest first; all of them add up to its volume. Anonymous callers get the first 25, free accounts the first 100, Pro all. Without Pro, fills newer than the delay of public whale alerts are omitted.",
    rows: ['items'],
    parameters: {
      address: ADDRESS,
      market: MARKET,
      ...TRADE_FILTERS,
      ...PAGE,
      asOf: AS_OF,
    },
    failures: ['PRO_REQUIRED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(TraderActivityDocument, {
    path: '/v1/trader/{address}/activity',
    name: 'listTraderActivity',
    summary: "List a trader's activity",
    description:
      'All activity of the trader, newest first, each row with its `kind`: trades, splits, merges, conversions, redemptions, transfers sent and received, and income. Anonymous callers get the first 25, free accounts the first 100, Pro all. Without Pro, events newer than the delay of public whale alerts are omitted.',
    rows: ['items'],
    parameters: { address: ADDRESS, ...PAGE, asOf: AS_OF },
    failures: ['PRO_REQUIRED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(TradersByAddressDocument, {
    path: '/v1/traders',
    name: 'listTradersByAddress',
    summary: 'Get several traders',
    description:
      'Identity, numbers over all time and ranks of up to 25 traders, in the order of their addresses, except those without an event in the ledger.',
    rows: ['items'],
    parameters: {
      addresses: {
        name: 'address',
        in: 'query',
        required: true,
        description: "The wallets' addresses, separated by commas.",
        example: '0x0000000000000000000000000000000000000000',
      },
      asOf: AS_OF,
    },
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
]
