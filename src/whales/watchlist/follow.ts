import type { MarketCategory } from '../../ledger/market-category.ts'
import type { Address, MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'
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

/** Follows by tier: what an account may have, and of those it has what is told of. */
export const FOLLOW_LIMITS = {
  FREE: { wallets: 5 },
  PRO: { wallets: 200 },
} as const
