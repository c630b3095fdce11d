import { DEFAULT_ROWS, LEADERBOARDS } from '../../metrics/leaderboards.ts'
import {
  LeaderboardDocument,
  LeaderboardsDocument,
  TraderAnalyticsDocument,
  TraderDocument,
  TradersDocument,
} from '../operations/operations.generated.ts'
import { AS_OF } from '../parameters/as-of-parameter.ts'
import { pageOf } from '../parameters/page-parameters.ts'
import { EVENT_ROUTES } from './event-routes.ts'
import { MARKET_ROUTES } from './market-routes.ts'
import type { RestRoute } from './route.ts'
import { defineRoute } from './route.ts'
import { SMART_MONEY_ROUTES } from './smart-money-routes.ts'
import { ADDRESS, TRADER_LIST_ROUTES } from './trader-list-routes.ts'
import {
  WATCHED_LEADERBOARDS_ROUTE,
  WATCHED_MARKETS_ROUTE,
  WATCHLIST_CHANGES,
  WATCHLIST_ROUTE,
} from './watchlist-routes.ts'
import { WHALE_CONFIG_ROUTE } from './whale-config-route.ts'
import { WHALE_ROUTES } from './whale-routes.ts'

const OTHERS =
  'ranks and previous ranks then count only the rest. Requires sign-in on leaderboards that withhold identities. Default'

/** The route table: every path of REST that is read, in the order in which they are documented. */
export const ROUTES: readonly RestRoute[] = [
  defineRoute(LeaderboardsDocument, {
    path: '/v1/leaderboard',
    name: 'listLeaderboards',
    summary: 'List leaderboards',
    description: 'Every leaderboard with its metric, its total rows and its row limits.',
    rows: ['items'],
    parameters: {},
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(LeaderboardDocument, {
    path: '/v1/leaderboard/{id}',
    name: 'getLeaderboard',
    summary: 'Get a leaderboard',
    description: 'The rows of one leaderboard, best first.',
    rows: ['entries'],
    parameters: {
      id: {
        name: 'id',
        in: 'path',
        required: true,
        description: `The leaderboard: {tab}-{period}, such as ${LEADERBOARDS[0]?.id}; with from or to, the tab alone is enough.`,
        example: 'pnl-30d',
      },
      limit: {
        name: 'limit',
        in: 'query',
        required: false,
        description: `Number of rows. More than ${DEFAULT_ROWS} requires Pro; without it, the answer is truncated and says so.`,
        example: '10',
      },
      excludeBots: {
        name: 'excludeBots',
        in: 'query',
        required: false,
        description: 'true excludes traders with isBot; ranks and previous ranks then count only the rest.',
        example: 'true',
      },
      minVolume: {
        name: 'minVolume',
        in: 'query',
        required: false,
        description: `Excludes rows whose volume is below this many USD; ${OTHERS}: no minimum.`,
        example: '0',
      },
      minTrades: {
        name: 'minTrades',
        in: 'query',
        required: false,
        description: `Excludes rows whose tradeCount is lower; ${OTHERS}: no minimum.`,
        example: '0',
      },
      coverage: {
        name: 'coverage',
        in: 'query',
        required: false,
        description: `whole excludes traders whose coverage is PARTIAL or GAP; ${OTHERS}: everyone.`,
        example: 'whole',
        isAnyCase: true,
      },
      asOf: AS_OF,
      from: {
        name: 'from',
        in: 'query',
        required: false,
        description:
          "First day of a window that replaces the id's period, within the ledger's days. Requires Pro. The answer is as of the window's last day, so asOf cannot be combined with it. Default with to: the ledger's first day.",
        example: '',
      },
      to: {
        name: 'to',
        in: 'query',
        required: false,
        description: "Last day of that window. Default with from: the current cutoff's day.",
        example: '',
      },
      category: {
        name: 'category',
        in: 'query',
        required: false,
        description: 'Counts only activity in events of this category. Default: all activity.',
        example: 'sports',
      },
    },
    failures: ['UNAUTHENTICATED', 'PRO_REQUIRED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(TradersDocument, {
    path: '/v1/trader',
    name: 'searchTraders',
    summary: 'Search for traders',
    description:
      'Traders by start of address or words of their name in any order: the whole name first, then starts of words, then parts; within each the largest volume first.',
    isCounted: true,
    rows: ['items'],
    parameters: {
      query: {
        name: 'query',
        in: 'query',
        required: false,
        description: 'Start of an address or part of a name, in any case. Default: every trader.',
        example: '0x1',
      },
      ...pageOf('Traders per page.', { terms: ', with the same query. Default: the first page.' }),
    },
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(TraderDocument, {
    path: '/v1/trader/{address}',
    name: 'getTrader',
    summary: 'Get a trader',
    description:
      'Identity, numbers over all time, daily profit series and ranks; analytics for signed-in callers.',
    rows: [],
    parameters: {
      address: ADDRESS,
      asOf: AS_OF,
    },
    failures: ['NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(TraderAnalyticsDocument, {
    path: '/v1/trader/{address}/analytics',
    name: 'getTraderAnalytics',
    summary: "Get a trader's analytics",
    description:
      'Results, risk, behavior, skill, attribution, calibration, best and worst markets and strategy over a period, for signed-in callers. `insufficient` lists metrics that are null because the sample is too small.',
    rows: [],
    parameters: {
      address: ADDRESS,
      period: {
        name: 'period',
        in: 'query',
        required: false,
        description: 'The period. Skill always covers the whole record.',
        example: '90d',
      },
      asOf: AS_OF,
    },
    failures: ['UNAUTHENTICATED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  ...TRADER_LIST_ROUTES,
  ...MARKET_ROUTES,
  ...EVENT_ROUTES,
  ...WHALE_ROUTES,
  WHALE_CONFIG_ROUTE,
  WATCHLIST_ROUTE,
  WATCHED_MARKETS_ROUTE,
  WATCHED_LEADERBOARDS_ROUTE,
  ...SMART_MONEY_ROUTES,
]

/** What changes something: each is a mutation, for callers with a bearer token. */
export const CHANGES: readonly RestRoute[] = WATCHLIST_CHANGES
