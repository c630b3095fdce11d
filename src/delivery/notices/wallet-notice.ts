import type { Address, Hash, MicroPrice, MicroShares, MicroUsd, Seconds } from '../../ledger/quantities.ts'

export type EffectCause =
  | 'TRADE'
  | 'SPLIT'
  | 'MERGE'
  | 'CONVERSION'
  | 'REDEMPTION'
  | 'TRANSFER'
  | 'RESOLUTION'

/** The decisions of a followed wallet that its followers are notified about. */
export const NOTICE_KINDS = ['OPENED', 'ADDED', 'REDUCED', 'CLOSED', 'RESOLVED'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A trader's record over all time by a snapshot. */
export interface TraderRecord {
  /** Dollars, below 0 for a loss. */
  profit: number
  /** Won units of those decided with a profit or a loss, 0 to 1; absent where there are none. */
  winRate?: number
  /** The test of skill against luck; absent under 30 decided units. */
  verdict?: 'SKILLED' | 'UNSKILLED' | 'CANNOT_TELL'
}

/** The numbers beside a notice that were known when its message was made; others are absent. */
export interface Standing {
  /** The outcome's mark, dollars a share, 0 to 1: for free accounts that of the delay ago. */
  priceNow?: number
  record?: TraderRecord
}

/** A decision's notice, as of the time it was written. */
export interface WalletNotice extends Standing {
  /** Unique by decision, and never changed. */
  id: string
  kind: NoticeKind
  /** The time of the newest event in it. */
  time: Seconds
  trader: {
    address: Address
    /** Null if unknown. */
    name: string | null
  }
  /** Null if unknown, like the others. */
  outcome: string | null
  question: string | null
  slug: string | null
  condition: string | null
  category: string | null
  /** The ways shares came or went, each once. */
  causes: readonly EffectCause[]
  shares: MicroShares
  usd: MicroUsd
  /** Dollars per share, on average; null for no shares. */
  price: MicroPrice | null
  /** Profit, or loss, that it fixed; null where shares came in. */
  realized: MicroUsd | null
  /** Shares held afterwards. */
  held: MicroShares
  /** The transaction of its first event, or null. */
  tx: Hash | null
}
