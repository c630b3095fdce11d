import type { MarketCategory } from '../../ledger/market-category.ts'
import type { Address, ConditionId, MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { QuietHours } from './quiet-hours.ts'

/** What a followed wallet can be told to have done. */
export const NOTICE_KINDS = ['OPENED', 'ADDED', 'REDUCED', 'CLOSED', 'RESOLVED'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Which decisions of a followed wallet its follower is told of. An empty list means any. */
export interface FollowRules {
  minUsd: MicroUsd
  categories: readonly MarketCategory[]
  /** Null: no lower end. */
  minPrice: MicroPrice | null
  /** Null: no upper end. */
  maxPrice: MicroPrice | null
  /** Null: both. */
  side: 'BUY' | 'SELL' | null
  kinds: readonly NoticeKind[]
  /** Null: none. */
  quietHours: QuietHours | null
}

/** A wallet that an account follows. */
export interface WalletFollow extends FollowRules {
  address: Address
  followedAt: Seconds
}

/** Prices in micro-dollars at which the follower of a market is told. */
export interface MarketLevels {
  /** Told once the outcome's price is at least this. Null: never. */
  above: MicroPrice | null
  /** Told once it is at most this. Null: never. */
  below: MicroPrice | null
}

/** How a market is followed. Whoever follows it is told of its resolution, whatever the rules. */
export interface MarketRules extends MarketLevels {
  /** The number of the outcome whose price it is, from 0. */
  outcome: number
  /** Told once the price differs by at least so much from one within the hour before. Null: never. */
  jump: MicroPrice | null
  /** Told once a wallet comes to hold at least so many thousandths of the outcome's shares. Null: never. */
  holderShare: number | null
  /** Whether it is told when smart money changes sides; with Pro alone. */
  stance: boolean
  /** Null: none. */
  quietHours: QuietHours | null
}

/** A market that an account follows. */
export interface MarketFollow extends MarketRules {
  condition: ConditionId
  followedAt: Seconds
}

/** How a leaderboard is followed. */
export interface BoardRules {
  /** Its id, such as `pnl-7d`. */
  board: string
  /** The places whose changes are told: the first so many. */
  top: number
  /** Null: none. */
  quietHours: QuietHours | null
}

/** A leaderboard that an account follows. */
export interface BoardFollow extends BoardRules {
  followedAt: Seconds
}

/** Follows by tier: what an account may have, and of those it has what is told of. */
export const FOLLOW_LIMITS = {
  FREE: { wallets: 5, markets: 5, leaderboards: 2 },
  PRO: { wallets: 200, markets: 50, leaderboards: 20 },
} as const
