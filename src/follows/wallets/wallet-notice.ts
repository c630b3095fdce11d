import type { Address, Hash, MicroPrice, MicroShares, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Place } from '../../store/ledger/place.ts'
import type { EffectCause } from './wallet-effects.ts'

/** The decisions of a followed wallet that its followers are notified about. */
export const NOTICE_KINDS = ['OPENED', 'ADDED', 'REDUCED', 'CLOSED', 'RESOLVED'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A decision: to take shares, sell some or the last ones, or hold them when the market resolves. */
export type Deed = 'IN' | 'OUT' | 'CLOSE' | 'RESOLVED'

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

/** A decision of a wallet on one outcome: its events of one kind within five minutes of the first. */
export interface WalletDecision {
  id: string
  trader: number
  token: number
  deed: Deed
  first: Place
  last: Place
  sums: {
    shares: MicroShares
    usd: MicroUsd
    realized: MicroUsd
    /** Shares held before its first event and after its last. */
    before: MicroShares
    after: MicroShares
    causes: EffectCause[]
  }
  notice: WalletNotice
}
