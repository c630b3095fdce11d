import type { AccountTier } from '../../access/tier.ts'
import { type Clock, WALL_CLOCK } from '../../clock.ts'
import { PequodError } from '../../errors.ts'
import type { Address, ConditionId } from '../../ledger/quantities.ts'
import { lockAccount } from '../../store/accounts/accounts.ts'
import type { Database } from '../../store/engine/database.ts'
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
    follow: ({ id, tier }, wallet) =>
      db.transaction(async (tx) => {
        await lockAccount(tx, id)
        const follows = await readWalletFollows(tx, id)
        const known = follows.find(({ address }) => address === wallet.address)
        if (known === undefined && follows.length >= FOLLOW_LIMITS[tier].wallets)
          throw tooMany('wallets', tier)
        const follow = { ...wallet, followedAt: known?.followedAt ?? now() }
        await writeWalletFollow(tx, id, follow)
        return follow
      }),
    unfollow: (accountId, address) => deleteWalletFollow(db, accountId, address),
    markets: (accountId) => readMarketFollows(db, accountId),
    followMarket: ({ id, tier }, market, rules) =>
      db.transaction(async (tx) => {
        if (rules.stance && tier !== 'PRO')
          throw new PequodError('FORBIDDEN', 'stance needs Pro: leave it out, or get Pro.')
        await lockAccount(tx, id)
        const follows = await readMarketFollows(tx, id)
        const known = follows.find(({ condition }) => condition === market.condition)
        if (known === undefined && follows.length >= FOLLOW_LIMITS[tier].markets)
          throw tooMany('markets', tier)
        const time = now()
        const followedAt = known?.followedAt ?? time
        const { outcome, holderShare } = rules
        if (holderShare !== null) await beginHolders(tx, { market: market.id, outcome, now: time })
        if (rules.stance) await beginStance(tx, market.id)
        await writeMarketFollow(tx, id, { ...rules, market: market.id, followedAt, now: time })
        return { ...rules, condition: market.condition, followedAt }
      }),
    unfollowMarket: (accountId, { id }) => deleteMarketFollow(db, accountId, id),
    leaderboards: (accountId) => readBoardFollows(db, accountId),
    followLeaderboard: ({ id, tier }, rules) =>
      db.transaction(async (tx) => {
        await lockAccount(tx, id)
        const follows = await readBoardFollows(tx, id)
        const known = follows.find(({ board }) => board === rules.board)
        if (known === undefined && follows.length >= FOLLOW_LIMITS[tier].leaderboards)
          throw tooMany('leaderboards', tier)
        const follow = { ...rules, followedAt: known?.followedAt ?? now() }
        await writeBoardFollow(tx, id, follow)
        return follow
      }),
    unfollowLeaderboard: (accountId, board) => deleteBoardFollow(db, accountId, board),
  }
}

function tooMany(what: keyof (typeof FOLLOW_LIMITS)['FREE'], tier: AccountTier): PequodError {
  const remedy = tier === 'PRO' ? '' : `, or get Pro for ${FOLLOW_LIMITS.PRO[what]}`
  return new PequodError(
    'FORBIDDEN',
    `You follow ${FOLLOW_LIMITS[tier][what]} ${what}, the most that your tier may: unfollow one first${remedy}.`,
  )
}
