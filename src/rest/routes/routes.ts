import { LeaderboardDocument, LeaderboardsDocument } from '../operations/operations.generated.ts'
import { EVENT_ROUTES, MARKET_ROUTES } from './market-routes.ts'
import { defineRoute, type RestRoute } from './route.ts'
import { SMART_MONEY_ROUTES } from './smart-money-routes.ts'
import { TRADER_ROUTES } from './trader-routes.ts'
import { WATCHLIST_CHANGES, WATCHLIST_ROUTES } from './watchlist-routes.ts'
import { WHALE_ROUTES } from './whale-routes.ts'

/** The route table: every path of REST that is read, in the order in which they are documented. */
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
      excludeBots: { example: 'true' },
      minVolume: { example: '0' },
      minTrades: { example: '0' },
      coverage: { example: 'whole' },
      category: { example: 'sports' },
    },
  }),
  ...TRADER_ROUTES,
  ...MARKET_ROUTES,
  ...EVENT_ROUTES,
  ...WHALE_ROUTES,
  ...WATCHLIST_ROUTES,
  ...SMART_MONEY_ROUTES,
]

/** The paths that change something: each is a mutation, for callers with a bearer token. */
export const CHANGES: readonly RestRoute[] = WATCHLIST_CHANGES
