import { FOLLOW_LIMITS } from '../../follows/watchlists.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import { accountOf } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import { certainTotal } from '../kit/certain-total.ts'
import { GIVEN_ADDRESS } from '../kit/limits/forms.ts'
import {
  openPageArguments,
  openPagePrice,
  type PageArguments,
  type PlacedList,
  pageSlice,
} from '../kit/paging/page-slice.ts'
import { LeaderboardFollowType } from './leaderboard-follow.ts'
import { MarketFollowType } from './market-follow.ts'
import { givenAddress, WalletFollowType } from './wallet-follow.ts'

/** Rows of a page unless more or fewer are asked for. */
const ROWS = 25

/** Whose watchlist it is; null: of a caller without an account, who follows nothing. */
interface Watchlist {
  accountId: number | null
  tier: keyof typeof FOLLOW_LIMITS
}

const WalletFollowConnectionType = followConnection(WalletFollowType, 'WalletFollow', 'wallets')
const MarketFollowConnectionType = followConnection(MarketFollowType, 'MarketFollow', 'markets')
const LeaderboardFollowConnectionType = followConnection(
  LeaderboardFollowType,
  'LeaderboardFollow',
  'leaderboards',
)

const WatchlistType = builder.objectRef<Watchlist>('Watchlist').implement({
  description:
    "The caller's follows, changed by mutations. Notifications go to the account's channels: Pro accounts are notified immediately, free accounts after the delay.",
  fields: (t) => ({
    wallets: t.field({
      type: WalletFollowConnectionType,
      complexity: openPagePrice(ROWS),
      description: 'The followed wallets, in the order in which the caller began to follow them.',
      args: openPageArguments(t.arg, ROWS),
      resolve: async ({ accountId }, args, { notifications }) =>
        pageOf(accountId === null ? [] : await notifications.watchlists.wallets(accountId), args, 'wallets'),
    }),
    wallet: t.field({
      type: WalletFollowType,
      nullable: true,
      description: "The caller's follow of one wallet. Null if they do not follow it.",
      args: {
        address: t.arg.string({
          required: true,
          limits: GIVEN_ADDRESS,
          description: "The wallet's address, {limits}.",
        }),
      },
      resolve: ({ accountId }, { address }, { notifications }) =>
        accountId === null ? null : notifications.watchlists.wallet(accountId, givenAddress(address)),
    }),
    walletLimit: t.int(limitOf('wallets')),
    markets: t.field({
      type: MarketFollowConnectionType,
      complexity: openPagePrice(ROWS),
      description: 'The followed markets, in the order in which the caller began to follow them.',
      args: openPageArguments(t.arg, ROWS),
      resolve: async ({ accountId }, args, { notifications }) =>
        pageOf(accountId === null ? [] : await notifications.watchlists.markets(accountId), args, 'markets'),
    }),
    marketLimit: t.int(limitOf('markets')),
    leaderboards: t.field({
      type: LeaderboardFollowConnectionType,
      complexity: openPagePrice(ROWS),
      description: 'The followed leaderboards, in the order in which the caller began to follow them.',
      args: openPageArguments(t.arg, ROWS),
      resolve: async ({ accountId }, args, { notifications }) =>
        pageOf(
          accountId === null ? [] : await notifications.watchlists.leaderboards(accountId),
          args,
          'leaderboards',
        ),
    }),
    leaderboardLimit: t.int(limitOf('leaderboards')),
  }),
})

builder.objectField(ViewerType, 'watchlist', (t) =>
  t.field({
    type: WatchlistType,
    nullable: true,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    description: "The caller's follows. Null if anonymous.",
    resolve: async ({ tier }, _args, context) =>
      tier === 'ANONYMOUS' ? null : { accountId: (await accountOf(context))?.id ?? null, tier },
  }),
)

/** The type of a page of follows. */
function followConnection<Follow>(
  type: PothosSchemaTypes.ObjectRef<GraphSchemaTypes, Follow>,
  name: string,
  follows: string,
) {
  return builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: `A page of followed ${follows}.`,
      fields: (t) => ({
        totalCount: t.int({
          limits: { minimum: 0 },
          description: `${follows.charAt(0).toUpperCase()}${follows.slice(1)} that the caller follows, {limits}.`,
          resolve: certainTotal,
        }),
      }),
    },
    { name: `${name}Edge`, description: `A row of a page of followed ${follows}.` },
  )
}

/** The most of something that a caller may follow. */
function limitOf(what: keyof (typeof FOLLOW_LIMITS)['FREE']) {
  return {
    limits: { minimum: FOLLOW_LIMITS.FREE[what], maximum: FOLLOW_LIMITS.PRO[what] },
    description: `Maximum number of ${what} that the caller may follow, {limits}; the larger with Pro. After Pro ends, only the oldest follows within the free maximum send notifications.`,
    resolve: ({ tier }: Watchlist) => FOLLOW_LIMITS[tier][what],
  }
}

/** A page of an account's follows. */
function pageOf<Follow extends { followedAt: Seconds }>(
  follows: readonly Follow[],
  args: PageArguments,
  mark: string,
) {
  return {
    ...pageSlice<Follow>(placedFollows(follows), args, { mark, rows: ROWS }),
    total: async () => follows.length,
  }
}

/** Follows in their order; those of one second count from its first. */
function placedFollows<Follow extends { followedAt: Seconds }>(
  follows: readonly Follow[],
): PlacedList<Follow> {
  const at = (row: number) => {
    const follow = follows[row]
    if (follow === undefined) throw new RangeError(`there is no follow ${row}`)
    return follow
  }
  const firstOf = (time: Seconds) => follows.findIndex(({ followedAt }) => followedAt === time)
  const placeOf = (follow: Follow): [number, number] => {
    const { followedAt } = follow
    return [followedAt, follows.indexOf(follow) - firstOf(followedAt)]
  }
  return { count: follows.length, at, placeOf }
}
