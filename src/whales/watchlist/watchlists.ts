import type { AccountTier } from '../../access/tier.ts'
import { type Clock, WALL_CLOCK } from '../../clock.ts'
import { PequodError } from '../../errors.ts'
import type { Address, ConditionId } from '../../ledger/quantities.ts'
import { lockAccount } from '../../store/accounts/accounts.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { deleteBoardFollow, readBoardFollows, writeBoardFollow } from '../../store/watchlist/board-follows.ts'
import {
  deleteMarketFollow,
  readMarketFollows,
  writeMarketFollow,
} from '../../store/watchlist/market-follows.ts'
import { beginHolders } from '../../store/watchlist/market-holders.ts'
import { beginStance } from '../../store/watchlist/market-stances.ts'
import {
  deleteWalletFollow,
  readWalletFollow,
  readWalletFollows,
  writeWalletFollow,
} from '../../store/watchlist/wallet-follows.ts'
import {
  type BoardFollow,
  type BoardRules,
  FOLLOW_LIMITS,
  type FollowRules,
  type MarketFollow,
  type MarketRules,
  type WalletFollow,
} from './follow.ts'

/** What accounts follow. */
export interface Watchlists {
  /** The wallets that an account follows, in the order in which it began to. */
  wallets(accountId: number): Promise<WalletFollow[]>
  /** One of them; null where the account does not follow it. */
  wallet(accountId: number, address: Address): Promise<WalletFollow | null>
  /**
   * Follows a wallet by these rules, in the place of any that it was followed by. Whether anything is known of the wallet
   * does not matter, and is not told.
   * @throws PequodError FORBIDDEN where the account follows as many as its tier may
   */
  follow(
    account: { id: number; tier: AccountTier },
    wallet: FollowRules & { address: Address },
  ): Promise<WalletFollow>
  /** Ends a follow; false where there was none. What waits to be sent of it is sent. */
  unfollow(accountId: number, address: Address): Promise<boolean>
  /** The markets that an account follows, in the order in which it began to. */
  markets(accountId: number): Promise<MarketFollow[]>
  /**
   * Follows a market by these rules, in the place of any that it was followed by.
   * @throws PequodError FORBIDDEN where the account follows as many as its tier may, or asks for a stance without Pro
   */
  followMarket(
    account: { id: number; tier: AccountTier },
    market: FollowedMarket,
    rules: MarketRules,
  ): Promise<MarketFollow>
  /** Ends a follow; false where there was none. What waits to be sent of it is sent. */
  unfollowMarket(accountId: number, market: FollowedMarket): Promise<boolean>
  /** The leaderboards that an account follows, in the order in which it began to. */
  leaderboards(accountId: number): Promise<BoardFollow[]>
  /**
   * Follows a leaderboard by these rules, in the place of any that it was followed by.
   * @throws PequodError FORBIDDEN where the account follows as many as its tier may
   */
  followLeaderboard(account: { id: number; tier: AccountTier }, rules: BoardRules): Promise<BoardFollow>
  /** Ends a follow; false where there was none. What waits to be sent of it is sent. */
  unfollowLeaderboard(accountId: number, board: string): Promise<boolean>
}

/** A market, and its number in the ledger. */
export interface FollowedMarket {
  id: number
  condition: ConditionId
}

/** The watchlists in the store. */
export function createWatchlists(db: Database, now: Clock = WALL_CLOCK): Watchlists {
  return {
    wallets: (accountId) => readWalletFollows(db, accountId),
    wallet: (accountId, address) => readWalletFollow(db, accountId, address),
    follow: (account, wallet) =>
      db.transaction(async (tx) => {
        const known = await knownOf(tx, account, 'wallets', {
          read: readWalletFollows,
          isSame: ({ address }) => address === wallet.address,
        })
        const follow = { ...wallet, followedAt: known?.followedAt ?? now() }
        await writeWalletFollow(tx, account.id, follow)
        return follow
      }),
    unfollow: (accountId, address) => deleteWalletFollow(db, accountId, address),
    markets: (accountId) => readMarketFollows(db, accountId),
    followMarket: (account, market, rules) =>
      db.transaction(async (tx) => {
        if (rules.stance && account.tier !== 'PRO')
          throw new PequodError('FORBIDDEN', 'stance needs Pro: omit it, or get Pro.')
        const known = await knownOf(tx, account, 'markets', {
          read: readMarketFollows,
          isSame: ({ condition }) => condition === market.condition,
        })
        const time = now()
        const followedAt = known?.followedAt ?? time
        const { outcome, holderShare } = rules
        if (holderShare !== null) await beginHolders(tx, { market: market.id, outcome, now: time })
        if (rules.stance) await beginStance(tx, market.id)
        await writeMarketFollow(tx, account.id, { ...rules, market: market.id, followedAt, now: time })
        return { ...rules, condition: market.condition, followedAt }
      }),
    unfollowMarket: (accountId, { id }) => deleteMarketFollow(db, accountId, id),
    leaderboards: (accountId) => readBoardFollows(db, accountId),
    followLeaderboard: (account, rules) =>
      db.transaction(async (tx) => {
        const known = await knownOf(tx, account, 'leaderboards', {
          read: readBoardFollows,
          isSame: ({ board }) => board === rules.board,
        })
        const follow = { ...rules, followedAt: known?.followedAt ?? now() }
        await writeBoardFollow(tx, account.id, follow)
        return follow
      }),
    unfollowLeaderboard: (accountId, board) => deleteBoardFollow(db, accountId, board),
  }
}

/**
 * The follow that an account has already of what it asks to follow, with the account locked until the transaction ends.
 * @returns undefined where it has none, and may have one more
 * @throws PequodError FORBIDDEN where it has none, and follows as many as its tier may
 */
async function knownOf<Follow>(
  tx: Sql,
  { id, tier }: { id: number; tier: AccountTier },
  what: keyof (typeof FOLLOW_LIMITS)['FREE'],
  { read, isSame }: { read(tx: Sql, accountId: number): Promise<Follow[]>; isSame(follow: Follow): boolean },
): Promise<Follow | undefined> {
  await lockAccount(tx, id)
  const follows = await read(tx, id)
  const known = follows.find(isSame)
  const most = FOLLOW_LIMITS[tier][what]
  if (known !== undefined || follows.length < most) return known
  const remedy = tier === 'PRO' ? '' : `, or get Pro for ${FOLLOW_LIMITS.PRO[what]}`
  throw new PequodError(
    'FORBIDDEN',
    `You follow ${most} ${what}, your tier's maximum: unfollow one first${remedy}.`,
  )
}
