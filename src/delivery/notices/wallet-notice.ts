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

/** A decision's notice, as of the time it was written. */
export interface WalletNotice {
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
