import type {
  Address,
  ConditionId,
  Hash,
  MicroPrice,
  MicroShares,
  MicroUsd,
  Seconds,
} from '../../ledger/quantities.ts'
import type { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'

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
  /** Units decided with a profit and with a loss, and the share of the first, 0 to 1; absent where none is decided. */
  wins?: number
  losses?: number
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

/** An act of a trader, as of the time that its notice was written. Everything unknown is null. */
export interface TraderNotice extends Standing {
  /** Unique, and never changed. */
  id: string
  /** The time of the newest event in it. */
  time: Seconds
  trader: { address: Address; name: string | null }
  outcome: string | null
  question: string | null
  slug: string | null
  condition: string | null
  category: string | null
  shares: MicroShares
  /** Before fees. */
  usd: MicroUsd
  /** Dollars per share, on average; null for no shares. */
  price: MicroPrice | null
  /** The transaction of its first event. */
  tx: Hash | null
}

/** A decision's notice. */
export interface WalletNotice extends TraderNotice {
  kind: NoticeKind
  /** The ways shares came or went, each once. */
  causes: readonly EffectCause[]
  /** Profit, or loss, that it fixed; null where shares came in. */
  realized: MicroUsd | null
  /** Shares held afterwards. */
  held: MicroShares
}

/** A whale alert as a subscriber receives it: the fill, its trader, and the boards that qualified it. */
export interface DeliverableAlert extends Omit<TraderNotice, 'slug'> {
  side: 'BUY' | 'SELL'
  condition: ConditionId | null
  price: MicroPrice
  /** Ids of the boards that had the trader in their top 100 at the start of the fill's week, such as `copyable-all`. */
  qualifying: readonly string[]
}

/** A large trade. */
export interface TradeNotice extends TraderNotice {
  side: 'BUY' | 'SELL'
  /** The effect on the trader's position. */
  change: (typeof POSITION_CHANGES)[number]
  /** Fills of its transaction that it sums up. */
  fills: number
}
