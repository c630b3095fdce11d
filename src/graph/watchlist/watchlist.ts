import type { Seconds } from '../../ledger/quantities.ts'
import { FOLLOW_LIMITS, type MarketFollow, type WalletFollow } from '../../whales/watchlist/follow.ts'
import { accountOf } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder } from '../kit/builder.ts'
import { certainTotal } from '../kit/certain-total.ts'
import { GIVEN_ADDRESS } from '../kit/limits/forms.ts'
import { openPageArguments, openPagePrice, type PlacedList, pageSlice } from '../kit/paging/page-slice.ts'
import { MarketFollowType } from './market-follow.ts'
import { givenAddress, WalletFollowType } from './wallet-follow.ts'

/** Rows of a page unless more or fewer are asked for. */
const ROWS = 25

/** Whose watchlist it is; null: of a caller without an account, who follows nothing. */
interface Watchlist {
  accountId: number | null
  tier: keyof typeof FOLLOW_LIMITS
}

const WalletFollowConnectionType = builder.connectionObject(
  {
    type: WalletFollowType,
    name: 'WalletFollowConnection',
    description: 'A page of followed wallets.',
    fields: (t) => ({
      totalCount: t.int({
        limits: { minimum: 0 },
        description: 'Wallets that the caller follows, {limits}.',
        resolve: certainTotal,
      }),
    }),
  },
  { name: 'WalletFollowEdge', description: 'A row of a page of followed wallets.' },
)

const MarketFollowConnectionType = builder.connectionObject(
  {
    type: MarketFollowType,
    name: 'MarketFollowConnection',
    description: 'A page of followed markets.',
    fields: (t) => ({
      totalCount: t.int({
        limits: { minimum: 0 },
        description: 'Markets that the caller follows, {limits}.',
        resolve: certainTotal,
      }),
    }),
  },
  { name: 'MarketFollowEdge', description: 'A row of a page of followed markets.' },
)

const WatchlistType = builder.objectRef<Watchlist>('Watchlist').implement({
  description:
    "What the caller follows; written by mutations. What is told of it goes to the account's channels: Pro accounts hear at once, free ones after the delay of public whale alerts.",
  fields: (t) => ({
    wallets: t.field({
      type: WalletFollowConnectionType,
      complexity: openPagePrice(ROWS),
      description: 'The followed wallets, in the order in which the caller began to follow them.',
      args: openPageArguments(t.arg, ROWS),
      resolve: async ({ accountId }, args, { notifications }) => {
        const follows = accountId === null ? [] : await notifications.watchlists.wallets(accountId)
        const list = placedFollows(follows)
        return {
          ...pageSlice<WalletFollow>(list, args, { mark: 'wallets', rows: ROWS }),
          total: async () => follows.length,
        }
      },
    }),
    wallet: t.field({
      type: WalletFollowType,
      nullable: true,
      description: 'How the caller follows one wallet. Null if they do not.',
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
    walletLimit: t.int({
      limits: { minimum: FOLLOW_LIMITS.FREE.wallets, maximum: FOLLOW_LIMITS.PRO.wallets },
      description:
        'Most wallets that the caller may follow, {limits}: the larger with Pro. After Pro has ended, only the first of more are reported.',
      resolve: ({ tier }) => FOLLOW_LIMITS[tier].wallets,
    }),
    markets: t.field({
      type: MarketFollowConnectionType,
      complexity: openPagePrice(ROWS),
      description: 'The followed markets, in the order in which the caller began to follow them.',
      args: openPageArguments(t.arg, ROWS),
      resolve: async ({ accountId }, args, { notifications }) => {
        const follows = accountId === null ? [] : await notifications.watchlists.markets(accountId)
        const list = placedFollows(follows)
        return {
          ...pageSlice<MarketFollow>(list, args, { mark: 'markets', rows: ROWS }),
          total: async () => follows.length,
        }
      },
    }),
    marketLimit: t.int({
      limits: { minimum: FOLLOW_LIMITS.FREE.markets, maximum: FOLLOW_LIMITS.PRO.markets },
      description:
        'Most markets that the caller may follow, {limits}: the larger with Pro. After Pro has ended, only the first of more are reported.',
      resolve: ({ tier }) => FOLLOW_LIMITS[tier].markets,
    }),
  }),
})

builder.objectField(ViewerType, 'watchlist', (t) =>
  t.field({
    type: WatchlistType,
    nullable: true,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    description: 'What the caller follows. Null if anonymous.',
    resolve: async ({ tier }, _args, context) =>
      tier === 'ANONYMOUS' ? null : { accountId: (await accountOf(context))?.id ?? null, tier },
  }),
)

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
