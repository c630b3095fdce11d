import {
  LargeBuysDocument,
  LeaderboardDocument,
  LeaderboardsDocument,
  SmartMoneyDocument,
  SmartMoneyHighlightsDocument,
  SmartMoneyHistoryDocument,
  SmartMoneyMarketDocument,
} from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from '../route.ts'
import { EXPORT_CHANGES, EXPORT_ROUTES } from './export-routes.ts'
import { EVENT_ROUTES, MARKET_ROUTES, TAPE_ROUTES } from './market-routes.ts'
import { SCREEN, SCREEN_CHANGES, SCREEN_ROUTES, TRADER_ROUTES, WHERE } from './trader-routes.ts'
import { WATCHLIST_CHANGES, WATCHLIST_ROUTES } from './watchlist-routes.ts'
import { WHALE_ROUTES } from './whale-routes.ts'

const COHORT: GivenParameter = { example: 'top-pnl' }
const WEEKS: GivenParameter = { example: '4' }

/** Paths of smart money (methodology §9). */
export const SMART_MONEY_ROUTES: readonly RestRoute[] = [
  defineRoute(SmartMoneyDocument, {
    path: '/v1/smart-money',
    name: 'getSmartMoney',
    summary: "Get a cohort's positions",
    rows: ['weeklyPick', 'markets', 'consensusMarkets'],
    parameters: { cohort: COHORT, screen: SCREEN },
  }),
  defineRoute(SmartMoneyHighlightsDocument, {
    path: '/v1/smart-money/highlights',
    name: 'listSmartMoneyHighlights',
    summary: 'List weekly highlights',
    rows: ['items'],
    parameters: { weeks: WEEKS, cohort: COHORT },
  }),
  defineRoute(SmartMoneyHistoryDocument, {
    path: '/v1/smart-money/history',
    name: 'getSmartMoneyHistory',
    summary: "Get a cohort's track record",
    rows: ['previousSignals'],
    parameters: { cohort: COHORT, weeks: WEEKS },
  }),
  defineRoute(SmartMoneyMarketDocument, {
    path: '/v1/smart-money/market/{id}',
    name: 'getSmartMoneyMarket',
    summary: "Get a cohort's position in a market",
    parameters: { id: { example: `0x${'0'.repeat(64)}` }, cohort: COHORT },
  }),
  defineRoute(LargeBuysDocument, {
    path: '/v1/smart-money/large-buys',
    name: 'getLargeBuys',
    summary: 'Get price moves after large buys',
  }),
]

/** The paths of REST that read, in the order of the docs. */
export const ROUTES: readonly RestRoute[] = [
  defineRoute(LeaderboardsDocument, {
    path: '/v1/leaderboard',
    name: 'listLeaderboards',
    summary: 'List leaderboards',
    rows: ['items'],
  }),
  defineRoute(LeaderboardDocument, {
    path: '/v1/leaderboard/{id}',
    name: 'getLeaderboard',
    summary: 'Get a leaderboard',
    rows: ['entries'],
    parameters: {
      id: { example: 'pnl-30d' },
      limit: { example: '10' },
      where: WHERE,
      category: { example: 'sports' },
    },
  }),
  ...TRADER_ROUTES,
  ...MARKET_ROUTES,
  ...EVENT_ROUTES,
  ...TAPE_ROUTES,
  ...WHALE_ROUTES,
  ...WATCHLIST_ROUTES,
  ...SCREEN_ROUTES,
  ...EXPORT_ROUTES,
  ...SMART_MONEY_ROUTES,
]

/** The paths that change something: each is a mutation, for callers with a bearer token, and of exports also with an API key. */
export const CHANGES: readonly RestRoute[] = [...WATCHLIST_CHANGES, ...SCREEN_CHANGES, ...EXPORT_CHANGES]
