import type { ConditionId, Hash, MicroPrice, Seconds } from '../../ledger/quantities.ts'

/** What the follower of a market is told: that a price crossed a level. */
export interface MarketNotice {
  /** Of this level and the transaction that crossed it, unique and never changed. */
  id: string
  /** ROSE: to `level` or above it; FELL: to it or below it. */
  kind: 'ROSE' | 'FELL'
  /** When the fill was that crossed the level. */
  time: Seconds
  condition: ConditionId
  /** Null where metadata does not tell; likewise the next three. */
  outcome: string | null
  question: string | null
  slug: string | null
  category: string | null
  level: MicroPrice
  price: MicroPrice
  /** The transaction of that fill; null where the source does not name it. */
  tx: Hash | null
}
