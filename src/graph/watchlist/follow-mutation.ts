import { requireBearer } from '../../access/identity/require-bearer.ts'
import { NOTICE_KINDS } from '../../follows/wallets/wallet-notice.ts'
import { FOLLOW_LIMITS, followInput, PRICE, type WalletFollow } from '../../follows/watchlists.ts'
import { FILL_USD } from '../../ledger/bounds.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { ensureOwnAccount, ownAccountId } from '../accounts/own-account.ts'
import { argumentError, givenFields } from '../kit/argument-error.ts'
import { builder } from '../kit/builder.ts'
import { GIVEN_ADDRESS } from '../kit/limits/forms.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { TradeDirectionEnum } from '../traders/trades/trade-terms.ts'
import { followTier, quietHoursInput } from './follow-fields.ts'
import { givenAddress, WalletFollowType, WalletNoticeKindEnum } from './wallet-follow.ts'

const FREE = { requires: 'FREE', otherwise: 'ERROR' } as const

const FollowWalletInput = builder.inputType('FollowWalletInput', {
  description: 'A wallet to follow, with filters for its decisions. An omitted filter matches everything.',
  fields: (t) => ({
    address: t.string({
      required: true,
      limits: GIVEN_ADDRESS,
      description: "The wallet's address, {limits}. It need not be in the ledger.",
    }),
    minUsd: t.float({
      limits: FILL_USD,
      description: 'Minimum size of a decision in USD, from {limits}. Default: 0.',
    }),
    categories: t.field({
      type: [MarketCategoryEnum],
      limits: { maxItems: MARKET_CATEGORIES.length },
      description: 'Categories of the markets, {limits}. Default: any.',
    }),
    minPrice: t.float({
      limits: PRICE,
      description: 'Lowest average price in USD per share, from {limits}. Default: any.',
    }),
    maxPrice: t.float({
      limits: PRICE,
      description: 'Highest average price in USD per share, from {limits}. Default: any.',
    }),
    side: t.field({
      type: TradeDirectionEnum,
      description: 'BUY for shares received, SELL for shares sold or sent. Default: both.',
    }),
    kinds: t.field({
      type: [WalletNoticeKindEnum],
      limits: { maxItems: NOTICE_KINDS.length },
      description: 'Kinds of decisions to be notified about, {limits}. Default: any.',
    }),
    ...quietHoursInput(t),
  }),
})

const UnfollowWalletInput = builder.inputType('UnfollowWalletInput', {
  description: 'A wallet to stop following.',
  fields: (t) => ({
    address: t.string({
      required: true,
      limits: GIVEN_ADDRESS,
      description: "The wallet's address, {limits}.",
    }),
  }),
})

const FollowWalletPayload = builder.objectRef<{ wallet: WalletFollow }>('FollowWalletPayload').implement({
  description: 'The result of `followWallet`.',
  fields: (t) => ({
    wallet: t.expose('wallet', { type: WalletFollowType, description: 'The follow as stored.' }),
  }),
})

const UnfollowWalletPayload = builder
  .objectRef<{ address: WalletFollow['address']; wasFollowed: boolean }>('UnfollowWalletPayload')
  .implement({
    description: 'The result of `unfollowWallet`.',
    fields: (t) => ({
      address: t.expose('address', { type: 'Address', description: "The wallet's address." }),
      wasFollowed: t.exposeBoolean('wasFollowed', {
        description: 'Whether the caller followed it. False changes nothing.',
      }),
    }),
  })

builder.mutationFields((t) => ({
  followWallet: t.field({
    type: FollowWalletPayload,
    tier: FREE,
    description: `Follows a wallet, or replaces the rules of one that is followed. Error FORBIDDEN above ${FOLLOW_LIMITS.FREE.wallets} wallets, with Pro ${FOLLOW_LIMITS.PRO.wallets}.`,
    args: {
      input: t.arg({ type: FollowWalletInput, required: true, description: 'The wallet and the rules.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { tier } = requireBearer(context.caller)
      const wallet = checkedFollow(input)
      const { id } = await ensureOwnAccount(context)
      const account = { id, tier: followTier(tier) }
      return { wallet: await context.notifications.watchlists.follow(account, wallet) }
    },
  }),
  unfollowWallet: t.field({
    type: UnfollowWalletPayload,
    tier: FREE,
    description: 'Stops following a wallet. Notifications already queued are still sent.',
    args: {
      input: t.arg({ type: UnfollowWalletInput, required: true, description: 'The wallet.' }),
    },
    resolve: async (_root, { input }, context) => {
      const address = givenAddress(input.address)
      const id = await ownAccountId(context)
      const wasFollowed = id !== null && (await context.notifications.watchlists.unfollow(id, address))
      return { address, wasFollowed }
    },
  }),
}))

/**
 * A follow as it is to be stored; what is null counts as left out.
 * @throws PequodError BAD_USER_INPUT that names each field that is wrong
 */
function checkedFollow(given: typeof FollowWalletInput.$inferInput) {
  const parsed = followInput.safeParse(givenFields(given))
  if (parsed.success) return parsed.data
  throw argumentError(parsed.error)
}
