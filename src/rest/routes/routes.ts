import { LIST_LIMITS } from '../../graph/kit/list-limits.ts'
import { FILTER_LIMITS } from '../../graph/leaderboards/entry-filter.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { DEFAULT_ROWS, LEADERBOARDS, MAX_ROWS } from '../../metrics/leaderboards.ts'
import {
  LeaderboardDocument,
  LeaderboardsDocument,
  TraderAnalyticsDocument,
  TraderDocument,
  TradersDocument,
} from '../operations/operations.generated.ts'
import { AS_OF } from '../parameters/as-of-parameter.ts'
import {
  address,
  anyCase,
  date,
  dollars,
  enumChoice,
  flag,
  period,
  text,
  wholeNumber,
} from '../parameters/parameter-type.ts'
import type { RestParameter, RestRoute } from './route.ts'
import { defineRoute } from './route.ts'
import { SMART_MONEY_ROUTES } from './smart-money-routes.ts'
import { WHALE_CONFIG_ROUTE } from './whale-config-route.ts'
import { WHALE_ROUTES } from './whale-routes.ts'

const OTHERS =
  'ranks and previous ranks count the others alone. For signed-in callers where the leaderboard withholds who its traders are. Everybody unless given'

const ADDRESS: RestParameter<string> = {
  name: 'address',
  in: 'path',
  required: true,
  description: "The trader's wallet.",
  example: '0x0000000000000000000000000000000000000000',
  type: address(),
}

/** The route table: every path of REST, in the order in which they are documented. */
export const ROUTES: readonly RestRoute[] = [
  defineRoute(LeaderboardsDocument, {
    path: '/v1/leaderboard',
    name: 'listLeaderboards',
    summary: 'The leaderboards there are',
    description: 'Every leaderboard with its metric, its size and how many rows it shows.',
    rows: ['items'],
    parameters: {},
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(LeaderboardDocument, {
    path: '/v1/leaderboard/{id}',
    name: 'getLeaderboard',
    summary: 'One leaderboard',
    description: 'The rows of one leaderboard, best first.',
    rows: ['entries'],
    parameters: {
      id: {
        name: 'id',
        in: 'path',
        required: true,
        description: `The leaderboard: a tab, a hyphen and a period, such as ${LEADERBOARDS[0]?.id}; with from or to, a tab is enough.`,
        example: 'pnl-30d',
        type: text({ min: 1, max: 64 }),
      },
      limit: {
        name: 'limit',
        in: 'query',
        required: false,
        description: `Rows to show, ${DEFAULT_ROWS} unless given. More than ${DEFAULT_ROWS} needs Pro; without it, the answer says that it was truncated.`,
        example: '10',
        type: wholeNumber({ min: 1, max: MAX_ROWS, default: DEFAULT_ROWS }),
      },
      excludeBots: {
        name: 'excludeBots',
        in: 'query',
        required: false,
        description:
          'true leaves out whoever isBot holds for: ranks and previous ranks count the others alone. Everybody unless given.',
        example: 'true',
        type: flag({ default: false }),
      },
      excludePartial: {
        name: 'excludePartial',
        in: 'query',
        required: false,
        description:
          'Use coverage, which says the same; true leaves out nobody where the leaderboard withholds from the caller who its traders are. Everybody unless given.',
        example: 'false',
        type: flag({ default: false }),
      },
      minVolume: {
        name: 'minVolume',
        in: 'query',
        required: false,
        description: `Leaves out whose volume on the leaderboard is below so many dollars: ${OTHERS}.`,
        example: '0',
        type: dollars(FILTER_LIMITS.minVolume),
      },
      minTrades: {
        name: 'minTrades',
        in: 'query',
        required: false,
        description: `Leaves out whose tradeCount on the leaderboard is lower: ${OTHERS}.`,
        example: '0',
        type: wholeNumber({ min: 0, max: FILTER_LIMITS.minTrades }),
      },
      coverage: {
        name: 'coverage',
        in: 'query',
        required: false,
        description: `whole leaves out whose coverage is PARTIAL or GAP: ${OTHERS}.`,
        example: 'whole',
        type: anyCase(enumChoice(['whole'])),
      },
      asOf: AS_OF,
      from: {
        name: 'from',
        in: 'query',
        required: false,
        description:
          "The first day of a window in place of the id's period, any day of the ledger, for Pro; the ledger's first unless given. The answer is as of the window's last day, so without asOf.",
        example: '',
        type: date(),
      },
      to: {
        name: 'to',
        in: 'query',
        required: false,
        description: "The last day of such a window; the current cutoff's unless given.",
        example: '',
        type: date(),
      },
      category: {
        name: 'category',
        in: 'query',
        required: false,
        description: 'Counts only what traders did in events of this category. Everything unless given.',
        example: 'sports',
        type: enumChoice(MARKET_CATEGORIES),
      },
    },
    failures: ['PRO_REQUIRED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(TradersDocument, {
    path: '/v1/trader',
    name: 'searchTraders',
    summary: 'Search for traders',
    description: 'Traders by the start of their address or a part of their name, best match first.',
    isCounted: true,
    rows: ['items'],
    parameters: {
      query: {
        name: 'query',
        in: 'query',
        required: false,
        description:
          'The start of an address, or a part of a name in either case; every trader unless given.',
        example: '0x1',
        type: text({ min: 0, max: LIST_LIMITS.query }),
      },
      limit: {
        name: 'limit',
        in: 'query',
        required: false,
        description: `Traders a page, ${LIST_LIMITS.searchRows} unless given.`,
        example: '5',
        type: wholeNumber({ min: 1, max: LIST_LIMITS.rows, default: LIST_LIMITS.searchRows }),
      },
      cursor: {
        name: 'cursor',
        in: 'query',
        required: false,
        description: 'The nextCursor of the page before, with the same query; the first page unless given.',
        example: '',
        type: text({ min: 1, max: LIST_LIMITS.searchCursor }),
      },
    },
    failures: ['BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(TraderDocument, {
    path: '/v1/trader/{address}',
    name: 'getTrader',
    summary: "One trader's profile",
    description:
      'Who a trader is, its numbers over all time, its daily series and its ranks; with analytics for callers who are signed in.',
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
    summary: "What is made of one trader's record",
    description:
      'Results, risk, behaviour, skill or luck, where the profit comes from, calibration, best and worst markets and the strategy, over a period; for callers who are signed in. `insufficient` names what is null because there is too little to compute it from.',
    rows: [],
    parameters: {
      address: ADDRESS,
      period: {
        name: 'period',
        in: 'query',
        required: false,
        description: 'The period, all time unless given. Skill is of the whole record whatever the period.',
        example: '90d',
        type: period({ default: 'all' }),
      },
      asOf: AS_OF,
    },
    failures: ['UNAUTHENTICATED', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  ...WHALE_ROUTES,
  WHALE_CONFIG_ROUTE,
  ...SMART_MONEY_ROUTES,
]
