import type { AccountTier } from '../../access/tier.ts'
import { type Clock, WALL_CLOCK } from '../../clock.ts'
import { PequodError } from '../../errors.ts'
import type { Address } from '../../ledger/quantities.ts'
import { lockAccount } from '../../store/accounts/accounts.ts'
import type { Database } from '../../store/engine/database.ts'
import {
  deleteWalletFollow,
  readWalletFollow,
  readWalletFollows,
  writeWalletFollow,
} from '../../store/watchlist/wallet-follows.ts'
import { FOLLOW_LIMITS, type FollowRules, type WalletFollow } from './follow.ts'

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
        const most = FOLLOW_LIMITS[tier].wallets
        if (known === undefined && follows.length >= most) throw tooMany('wallets', most, tier)
        const follow = { ...wallet, followedAt: known?.followedAt ?? now() }
        await writeWalletFollow(tx, id, follow)
        return follow
      }),
    unfollow: (accountId, address) => deleteWalletFollow(db, accountId, address),
  }
}

function tooMany(what: string, most: number, tier: AccountTier): PequodError {
  const remedy = tier === 'PRO' ? '' : `, or get Pro for ${FOLLOW_LIMITS.PRO.wallets}`
  return new PequodError(
    'FORBIDDEN',
    `You follow ${most} ${what}, the most that your tier may: unfollow one first${remedy}.`,
  )
}
