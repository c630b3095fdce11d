import {
  FollowLeaderboardDocument,
  FollowMarketDocument,
  FollowWalletDocument,
  UnfollowLeaderboardDocument,
  UnfollowMarketDocument,
  UnfollowWalletDocument,
  WatchedLeaderboardsDocument,
  WatchedMarketsDocument,
  WatchlistDocument,
} from '../operations/operations.generated.ts'
import { pageOf } from '../parameters/page-parameters.ts'
import { defineRoute, type GivenParameter, type RestRoute } from './route.ts'
import { ADDRESS } from './trader-routes.ts'

const WALLET: GivenParameter = { ...ADDRESS, description: "The wallet's address." }

const MARKET: GivenParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The market's condition id or slug.",
  example: `0x${'0'.repeat(64)}`,
}

const LEADERBOARD: GivenParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The leaderboard's id, such as pnl-7d.",
  example: 'pnl-7d',
}

/** A rule of a follow. */
function rule(name: string, description: string, example = ''): GivenParameter {
  return { name, in: 'body', required: false, description, example }
}

const QUIET_HOURS = {
  quietFrom: rule('quietFrom', 'Start of the quiet hours; requires quietTo and timeZone. Default: none.'),
  quietTo: rule(
    'quietTo',
    'End of the quiet hours: notifications held during them are sent then, as one digest.',
  ),
  timeZone: rule('timeZone', 'Time zone of the quiet hours, such as Europe/Berlin.'),
}

const WRITTEN = 'Requires a bearer token: an API key cannot change its account.'

/** The path that reads a watchlist. */
export const WATCHLIST_ROUTE: RestRoute = defineRoute(WatchlistDocument, {
  path: '/v1/watchlist',
  name: 'getWatchlist',
  summary: 'Get your watchlist',
  description: 'The wallets that the caller follows, with the rules of each.',
  noStore: true,
  parameters: pageOf('Wallets per page, 25 by default.'),
  failures: ['UNAUTHENTICATED', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
})

/** The path that reads its markets. */
export const WATCHED_MARKETS_ROUTE: RestRoute = defineRoute(WatchedMarketsDocument, {
  path: '/v1/watchlist/markets',
  name: 'getWatchedMarkets',
  summary: 'Get your followed markets',
  description: 'The markets that the caller follows, with the rules of each.',
  noStore: true,
  parameters: pageOf('Markets per page, 25 by default.'),
  failures: ['UNAUTHENTICATED', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
})

/** The path that reads its leaderboards. */
export const WATCHED_LEADERBOARDS_ROUTE: RestRoute = defineRoute(WatchedLeaderboardsDocument, {
  path: '/v1/watchlist/leaderboards',
  name: 'getWatchedLeaderboards',
  summary: 'Get your followed leaderboards',
  description: 'The leaderboards that the caller follows, with the number of top places of each.',
  noStore: true,
  parameters: pageOf('Leaderboards per page, 25 by default.'),
  failures: ['UNAUTHENTICATED', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
})

/** The paths that change one. */
export const WATCHLIST_CHANGES: readonly RestRoute[] = [
  defineRoute(FollowWalletDocument, {
    method: 'PUT',
    path: '/v1/watchlist/{address}',
    name: 'followWallet',
    summary: 'Follow a wallet',
    description: `Follows a wallet, or replaces the rules of one that is followed; without a body, all its decisions send notifications. ${WRITTEN}`,
    noStore: true,
    parameters: {
      address: WALLET,
      minUsd: rule('minUsd', 'Minimum size of a decision in USD. Default: 0.', '1000'),
      categories: rule('categories', 'Categories of the markets. Default: any.'),
      minPrice: rule('minPrice', 'Lowest average price in USD per share. Default: any.'),
      maxPrice: rule('maxPrice', 'Highest average price in USD per share. Default: any.'),
      side: rule('side', 'BUY for shares received, SELL for shares sold or sent. Default: both.'),
      kinds: rule('kinds', 'Kinds of decisions to be notified about. Default: any.'),
      ...QUIET_HOURS,
    },
    failures: ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(UnfollowWalletDocument, {
    method: 'DELETE',
    path: '/v1/watchlist/{address}',
    name: 'unfollowWallet',
    summary: 'Unfollow a wallet',
    description: `Stops following a wallet; notifications already queued are still sent. ${WRITTEN}`,
    noStore: true,
    parameters: { address: WALLET },
    failures: ['UNAUTHENTICATED', 'FORBIDDEN', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(FollowMarketDocument, {
    method: 'PUT',
    path: '/v1/watchlist/markets/{id}',
    name: 'followMarket',
    summary: 'Follow a market',
    description: `Follows a market, or replaces the rules of one that is followed; without a body, only its resolution sends a notification. ${WRITTEN}`,
    noStore: true,
    parameters: {
      id: MARKET,
      outcome: rule('outcome', 'Index of the outcome to watch. Default: 0.'),
      above: rule('above', 'Notifies when the price in USD reaches this from below. Default: never.', '0.6'),
      below: rule('below', 'Notifies when the price in USD reaches this from above. Default: never.'),
      jump: rule(
        'jump',
        'Notifies when the price in USD differs by at least this from any price within the past hour. Default: never.',
      ),
      holderShare: rule(
        'holderShare',
        "Notifies when a wallet reaches this fraction of the outcome's shares. Default: never.",
      ),
      stance: rule('stance', 'Whether to notify when smart money changes sides. Needs Pro. Default: false.'),
      ...QUIET_HOURS,
    },
    failures: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(UnfollowMarketDocument, {
    method: 'DELETE',
    path: '/v1/watchlist/markets/{id}',
    name: 'unfollowMarket',
    summary: 'Unfollow a market',
    description: `Stops following a market; notifications already queued are still sent. ${WRITTEN}`,
    noStore: true,
    parameters: { id: MARKET },
    failures: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(FollowLeaderboardDocument, {
    method: 'PUT',
    path: '/v1/watchlist/leaderboards/{id}',
    name: 'followLeaderboard',
    summary: 'Follow a leaderboard',
    description: `Follows a leaderboard, or replaces the rules of one that is followed: traders entering or leaving its top places send a notification. ${WRITTEN}`,
    noStore: true,
    parameters: {
      id: LEADERBOARD,
      top: rule('top', 'Number of top places. Default: 10.', '25'),
      ...QUIET_HOURS,
    },
    failures: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
  defineRoute(UnfollowLeaderboardDocument, {
    method: 'DELETE',
    path: '/v1/watchlist/leaderboards/{id}',
    name: 'unfollowLeaderboard',
    summary: 'Unfollow a leaderboard',
    description: `Stops following a leaderboard; notifications already queued are still sent. ${WRITTEN}`,
    noStore: true,
    parameters: { id: LEADERBOARD },
    failures: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'SERVICE_UNAVAILABLE'],
  }),
]
